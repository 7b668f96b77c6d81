import { Buffer } from 'node:buffer';
import { excerptLength } from '../defaults.js';
import { excerpt, redact } from '../secrets/redact.js';
import { jsonText } from '../util/roughSize.js';
import type { FromCliSubtype, RequestsFromCli } from './control.js';
import type { Message } from './messages.js';
import type { WireMessage } from './wireMessages.js';

export interface MessageFrame {
  kind: 'message';
  message: Message;
  text: string;
}

/** The message of a frame, among all that the CLI sends: readers get more types than they list. */
export function wireMessage({ message }: MessageFrame): WireMessage {
  return message;
}

/** A control request from the CLI. A newer one may send others. */
export type CliRequest = {
  [Subtype in FromCliSubtype]: { subtype: Subtype } & RequestsFromCli[Subtype]['request'];
}[FromCliSubtype];

export interface ControlRequestFrame {
  kind: 'controlRequest';
  requestId: string;
  request: CliRequest;
  text: string;
}

export type ControlOutcome =
  | { ok: true; response: unknown }
  | { ok: false; error: string; errorCode?: string };

export interface ControlResponseFrame {
  kind: 'controlResponse';
  requestId: string;
  outcome: ControlOutcome;
  text: string;
}

export interface ControlCancelFrame {
  kind: 'controlCancel';
  requestId: string;
  text: string;
}

export interface InvalidFrame {
  kind: 'invalid';
  reason: 'badUtf8' | 'notJson' | 'noType' | 'malformedControl';
  detail: string;
  /** The start of the line, without secrets; `text` is all of it. */
  cut: string;
  text: string;
  /** The first bytes of a line that is not UTF-8, unless there is a secret in them. */
  rawBytes?: Uint8Array;
  /** Set on a malformed control frame with a readable id: it can still be answered or settled. */
  control?: { type: ControlType; requestId: string; subtype?: string; callbackId?: string };
}

export type Frame =
  | MessageFrame
  | ControlRequestFrame
  | ControlResponseFrame
  | ControlCancelFrame
  | InvalidFrame;

type ControlType = 'control_request' | 'control_response' | 'control_cancel_request';
type Fields = Record<string, unknown>;

/** The frame of a line that is not valid UTF-8. */
export function decodeBytes(bytes: Uint8Array): InvalidFrame {
  const frame = invalid('badUtf8', 'The line is not valid UTF-8.', textOf(bytes));
  const start = harmlessStart(bytes);
  return start ? { ...frame, rawBytes: start } : frame;
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

/** A copy, because the line may be a view of a large chunk. Undefined if there is a secret in it. */
function harmlessStart(bytes: Uint8Array): Uint8Array | undefined {
  const start = Uint8Array.from(bytes.subarray(0, excerptLength));
  const text = textOf(start);
  const isCut = start.length < bytes.length;
  return redact(text, { cutEnd: isCut }) === text ? start : undefined;
}

/** Decodes one line of the CLI's stdout. The parsed message is passed on as it is, nothing is dropped. */
export function decodeText(text: string): Frame {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return invalid('notJson', withoutQuote((error as Error).message), text);
  }
  if (!isFields(value) || typeof value.type !== 'string') {
    return invalid('noType', 'The line is JSON, but not an object with a "type".', text);
  }
  switch (value.type) {
    case 'control_request':
      return decodeRequest(value, text);
    case 'control_response':
      return decodeResponse(value, text);
    case 'control_cancel_request':
      return decodeCancel(value, text);
    default:
      return new ParsedMessage(value as unknown as Message, text);
  }
}

/**
 * A class, not an object literal: V8 tracks how long the objects of a literal live. If many of them
 * once wait for a slow reader, V8 allocates all later ones in the old generation, where each keeps
 * its message until the next full garbage collection.
 */
class ParsedMessage implements MessageFrame {
  readonly kind = 'message';
  readonly message: Message;
  readonly text: string;

  constructor(message: Message, text: string) {
    this.message = message;
    this.text = text;
  }
}

/** Checks what a request of each subtype needs before a callback can handle it. */
const missingField: { [Subtype in FromCliSubtype]: (request: Fields) => string | undefined } = {
  hook_callback: (request) =>
    unless(typeof request.callback_id === 'string', 'callback_id') ??
    unless(isFields(request.input), 'input'),
  can_use_tool: (request) =>
    unless(typeof request.tool_name === 'string', 'tool_name') ??
    unless(isFields(request.input), 'input'),
  mcp_message: (request) =>
    unless(typeof request.server_name === 'string', 'server_name') ??
    unless(isFields(request.message), 'message'),
};

function decodeRequest(frame: Fields, text: string): Frame {
  const requestId = frame.request_id;
  if (typeof requestId !== 'string') return malformed('control_request', 'request_id', text);
  const request = frame.request;
  if (!isFields(request) || typeof request.subtype !== 'string') {
    return malformed('control_request', 'request.subtype', text, { requestId });
  }
  const { subtype } = request;
  const missing =
    Object.hasOwn(missingField, subtype) && missingField[subtype as FromCliSubtype](request);
  if (missing) {
    const { callback_id: id } = request;
    const callbackId = typeof id === 'string' ? id : undefined;
    const readable = { requestId, subtype, ...(callbackId !== undefined && { callbackId }) };
    return malformed('control_request', `request.${missing}`, text, readable);
  }
  return { kind: 'controlRequest', requestId, request: request as unknown as CliRequest, text };
}

function decodeResponse(frame: Fields, text: string): Frame {
  const response = frame.response;
  // Every CLI we have seen puts the id inside `response`. Older ones are said to put it at the top.
  const ids = [isFields(response) ? response.request_id : undefined, frame.request_id];
  const requestId = ids.find((id) => typeof id === 'string');
  if (requestId === undefined) {
    return malformed('control_response', 'response.request_id', text);
  }
  if (!isFields(response)) return malformed('control_response', 'response', text, { requestId });
  const outcome = outcomeOf(response);
  if (!outcome) return malformed('control_response', 'response.subtype', text, { requestId });
  return { kind: 'controlResponse', requestId, outcome, text };
}

function outcomeOf(response: Fields): ControlOutcome | undefined {
  if (response.subtype === 'success') return { ok: true, response: response.response };
  if (response.subtype !== 'error') return undefined;
  const outcome = { ok: false as const, error: redact(reasonOf(response.error)) };
  const { error_code: errorCode } = response;
  return typeof errorCode === 'string' ? { ...outcome, errorCode } : outcome;
}

function reasonOf(error: unknown): string {
  if (typeof error === 'string') return error;
  if (error === undefined) return 'The CLI gave no reason.';
  return jsonText(error) ?? 'The CLI gave a reason that is nested too deep to show.';
}

function decodeCancel(frame: Fields, text: string): Frame {
  const requestId = frame.request_id;
  if (typeof requestId !== 'string') return malformed('control_cancel_request', 'request_id', text);
  return { kind: 'controlCancel', requestId, text };
}

function unless(present: boolean, name: string): string | undefined {
  return present ? undefined : name;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function malformed(
  type: ControlType,
  field: string,
  text: string,
  readable?: Omit<NonNullable<InvalidFrame['control']>, 'type'>,
): InvalidFrame {
  const frame = invalid('malformedControl', `The ${type} has no valid ${field}.`, text);
  return readable ? { ...frame, control: { type, ...readable } } : frame;
}

function invalid(reason: InvalidFrame['reason'], detail: string, text: string): InvalidFrame {
  return { kind: 'invalid', reason, detail, cut: excerpt(text, excerptLength), text };
}

/** V8 quotes some characters of the text, which may be half of a secret. `cut` shows more anyway. */
function withoutQuote(message: string): string {
  return message.replace(/, (?:\.\.\.)?".*$/s, '');
}
