import type { ClaudeActorsError } from '../errors.js';
import type { UserContent } from './blocks.js';
import { encodeError, encodeJson, encodeObject, refuseFunctions } from './encode.js';
import type { HookInput, HookOutput, McpServerProvenance } from './hooks.js';
import { isObject } from './jsonObject.js';
import type { PermissionAllow, PermissionDeny, PermissionUpdate } from './permissions.js';
import type { RequestsToCli, ToCliSubtype } from './requestsToCli.js';

/** A JSON-RPC 2.0 message, the format of MCP. */
export interface JsonRpcMessage {
  jsonrpc: '2.0';
  /** Connects a response to its request. Absent on notifications. */
  id?: string | number | null;
  /** What is asked for. */
  method?: string;
  /** The arguments. */
  params?: unknown;
  /** The answer. */
  result?: unknown;
  /** Why there is no answer. */
  error?: { code: number; message: string; data?: unknown };
}

export interface HookCallbackFields {
  callback_id: string;
  input: HookInput;
  tool_use_id?: string;
}

export interface CanUseToolFields {
  tool_name: string;
  input: Record<string, unknown>;
  tool_use_id?: string;
  display_name?: string;
  description?: string;
  permission_suggestions?: PermissionUpdate[];
  blocked_path?: string;
  decision_reason?: string;
  decision_reason_type?: string;
  decision_reason_code?: string;
  title?: string;
  default_to_no?: boolean;
  suppress_always_allow_rule?: boolean;
  agent_id?: string;
  mcp_server?: McpServerProvenance;
  matched_ask_rule?: { source: string; tool_name: string; rule_content?: string };
  server_policy_ask_only?: boolean;
  plugin?: string;
  requires_user_interaction?: boolean;
  server_prompt?: string;
  computer_folder?: object;
}

export interface McpMessageFields {
  server_name: string;
  message: JsonRpcMessage;
}

/**
 * The control requests that the CLI sends and we answer.
 *
 * A new one starts here: the compiler then asks for its check in `frames.ts`.
 */
export interface RequestsFromCli {
  hook_callback: { request: HookCallbackFields; response: HookOutput };
  can_use_tool: {
    request: CanUseToolFields;
    response: (PermissionAllow & { updatedInput: Record<string, unknown> }) | PermissionDeny;
  };
  mcp_message: { request: McpMessageFields; response: { mcp_response: JsonRpcMessage } };
}

export type FromCliSubtype = keyof RequestsFromCli;

export interface SentUserMessage {
  content: UserContent;
  uuid: string;
  parentToolUseId?: string | null;
  sessionId?: string;
}

/**
 * Encodes the body of a control request. This happens before the request gets an id or is queued, so
 * a value that is not JSON fails in the call that passed it.
 */
export function encodeRequest<Subtype extends ToCliSubtype>(
  subtype: Subtype,
  fields: RequestsToCli[Subtype]['request'],
): string {
  return encodeAnyRequest(subtype, fields);
}

const nameRequest = "Pass the name first, such as 'mcp_status', then an object with its fields.";

/** Like `encodeRequest`, for subtypes that are not listed: new CLIs add some in most weeks. */
export function encodeAnyRequest(subtype: string, fields: object): string {
  if (typeof subtype !== 'string') {
    throw encodeError('This control request', 'its name is not a string', undefined, nameRequest);
  }
  const what = `The control request ${subtype}`;
  // The subtype is added last, so a `toJSON` cannot drop or change it.
  return encodeJson({ ...encodeObject(fields, what), subtype }, what);
}

export function encodeAnswer<Subtype extends FromCliSubtype>(
  subtype: Subtype,
  response: RequestsFromCli[Subtype]['response'],
): string {
  return encodeJson(response, `The answer to a ${subtype} request`);
}

/** The line of a control request with an encoded body. */
export function requestLine(requestId: string, body: string): string {
  const id = encodeJson(requestId, 'A request id');
  return `{"type":"control_request","request_id":${id},"request":${body}}\n`;
}

export function answerLine(requestId: string, body: string): string {
  const id = encodeJson(requestId, 'A request id');
  return `{"type":"control_response","response":{"subtype":"success","request_id":${id},"response":${body}}}\n`;
}

export function errorAnswerLine(requestId: string, error: string, errorCode?: string): string {
  const response = { subtype: 'error', request_id: requestId, error, error_code: errorCode };
  return `${encodeJson({ type: 'control_response', response }, 'An error answer')}\n`;
}

/**
 * The line of a message in the official SDK's format. Its own fields are passed on; the fields that
 * the CLI requires are added.
 */
export function userFrameLine(frame: object, uuid: string, added: object = {}): string {
  const what = 'A message of the prompt';
  const { message, ...rest } = encodeObject(frame, what);
  if (rest.type !== 'user' || !isObject(message) || message.role !== 'user') {
    throw badMessage(what, "it is not { type: 'user', message: { role: 'user', content } }");
  }
  const { content } = message;
  if (typeof content !== 'string' && !(Array.isArray(content) && content.every(isObject))) {
    throw badMessage(what, 'its content is neither a string nor a list of content blocks');
  }
  const defaults = { parent_tool_use_id: null, session_id: '' };
  return `${encodeJson({ ...defaults, ...rest, ...added, message, uuid }, what)}\n`;
}

export function userMessageLine({ content, ...sent }: SentUserMessage): string {
  const what = 'The content of a message';
  const body = encodeJson(content, what, refuseFunctions);
  const isBlocks = Array.isArray(content) && content.every(isObject) && body.startsWith('[');
  if (!isBlocks && !body.startsWith('"')) {
    throw badMessage(what, 'it is neither a string nor a list of content blocks');
  }
  const { parentToolUseId = null, sessionId = '', uuid } = sent;
  const rest = { parent_tool_use_id: parentToolUseId, session_id: sessionId, uuid };
  const fields = encodeJson(rest, 'A message').slice(1, -1);
  return `{"type":"user","message":{"role":"user","content":${body}},${fields}}\n`;
}

function badMessage(what: string, why: string): ClaudeActorsError {
  const remedy =
    "Pass a string, a list of content blocks, or { type: 'user', message: { role: 'user', content } }.";
  return encodeError(what, why, undefined, remedy);
}
