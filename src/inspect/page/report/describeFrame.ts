import { isObject, type JsonObject } from '../../../codec/jsonObject.js';
import { isToolCall } from '../../content/hideContent.js';

export interface FrameLabel {
  type: string;
  subtype?: string;
  /** The request that it belongs to, where it is one or answers one. */
  ref?: string;
  /** The hook, tool or server that it is about. */
  about?: string;
}

/** What a list says of a frame; nothing of its content. */
export function describeFrame(frame: JsonObject): FrameLabel {
  const { type, subtype, request, response, event } = frame;
  const inner = [request, response, event].find(isObject);
  const label: FrameLabel = { type: text(type) ?? 'no type' };
  const second = text(subtype) ?? text(inner?.subtype) ?? text(inner?.type) ?? text(frame.state);
  if (second !== undefined) label.subtype = second;
  const ref = text(frame.request_id) ?? text(inner?.request_id) ?? undefined;
  if (ref !== undefined) label.ref = ref;
  const about = isObject(request) ? subjectOf(request) : toolsOf(frame);
  if (about) label.about = about;
  return label;
}

function subjectOf(request: JsonObject): string {
  const input = isObject(request.input) && request.callback_id ? request.input : {};
  const message = isObject(request.message) ? request.message : {};
  const parts = [
    text(input.hook_event_name),
    text(input.tool_name) ?? text(request.tool_name),
    text(request.server_name),
    text(message.method),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** The tools that a message of the model calls. */
function toolsOf({ message }: JsonObject): string {
  if (!isObject(message) || !Array.isArray(message.content)) return '';
  const blocks = message.content.filter(isObject);
  return blocks
    .map((block) => (isToolCall(block) ? text(block.name) : undefined) ?? text(block.type))
    .filter(Boolean)
    .join(', ');
}

/** The type of a frame that is too long to be read. */
export function typeInHead(text: string): string {
  return /"type"\s*:\s*"([\w.-]{1,60})"/.exec(text.slice(0, 500))?.[1] ?? 'unknown';
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, 120) : undefined;
}
