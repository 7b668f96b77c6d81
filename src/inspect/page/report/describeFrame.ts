import { isObject, type JsonObject } from '../../../codec/jsonObject.js';
import { rowLimits } from '../../../defaults/inspectorDefaults.js';
import { isToolCall } from '../../content/hideContent.js';
import type { FrameBody } from '../model/rows.js';

const { maxSummaryLength } = rowLimits;

/** What the list of frames says about a frame. Contains no content. */
export function describeFrame(
  frame: JsonObject,
): Pick<FrameBody, 'type' | 'subtype' | 'ref' | 'about'> {
  const { request, response, event } = frame;
  const inner = [request, response, event].find(isObject);
  const subtype =
    textOf(frame.subtype) ?? textOf(inner?.subtype) ?? textOf(inner?.type) ?? textOf(frame.state);
  const ref = textOf(frame.request_id) ?? textOf(inner?.request_id);
  const about = isObject(request) ? requestSubject(request) : contentSubject(frame);
  return {
    type: textOf(frame.type) ?? 'no type',
    ...(subtype !== undefined && { subtype }),
    ...(ref !== undefined && { ref }),
    ...(about && { about }),
  };
}

/** The hook event, tool, MCP server and method that a request names. */
function requestSubject(request: JsonObject): string {
  const input = isObject(request.input) && request.callback_id ? request.input : {};
  const message = isObject(request.message) ? request.message : {};
  const parts = [
    textOf(input.hook_event_name),
    textOf(input.tool_name) ?? textOf(request.tool_name),
    textOf(request.server_name),
    textOf(message.method),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** The content blocks of a message: tool calls by the name of their tool, others by their type. */
function contentSubject({ message }: JsonObject): string {
  if (!isObject(message) || !Array.isArray(message.content)) return '';
  const blocks = message.content.filter(isObject);
  return blocks
    .map((block) => (isToolCall(block) ? textOf(block.name) : undefined) ?? textOf(block.type))
    .filter(Boolean)
    .join(', ');
}

/** The type of a frame that is too long to parse, from its first characters. */
export function typeInStart(text: string): string {
  return /"type"\s*:\s*"([\w.-]{1,60})"/.exec(text.slice(0, 500))?.[1] ?? 'unknown';
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, maxSummaryLength) : undefined;
}
