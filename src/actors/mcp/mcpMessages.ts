import type { JsonRpcMessage } from '../../codec/control.js';
import { isObject, type JsonObject, textOf } from '../../codec/jsonObject.js';

export type MessageId = string | number;

export interface McpRequest extends JsonRpcMessage {
  id: MessageId | null;
  method: string;
}

export interface McpNotification extends JsonRpcMessage {
  method: string;
}

export function isRequest(message: JsonRpcMessage): message is McpRequest {
  return typeof message.method === 'string' && message.id !== undefined;
}

export function isNotification(message: JsonRpcMessage): message is McpNotification {
  return typeof message.method === 'string' && message.id === undefined;
}

export function isResponse(message: JsonRpcMessage): boolean {
  return message.method === undefined && ('result' in message || 'error' in message);
}

export function paramsOf(message: JsonRpcMessage): JsonObject {
  return isObject(message.params) ? message.params : {};
}

export function metaOf(message: JsonRpcMessage): JsonObject {
  const { _meta: meta } = paramsOf(message);
  return isObject(meta) ? meta : {};
}

export function withParams<Message extends JsonRpcMessage>(
  message: Message,
  changed: JsonObject,
): Message {
  return { ...message, params: { ...paramsOf(message), ...changed } };
}

/**
 * `@modelcontextprotocol/sdk` ignores a request whose parameters it cannot read, and the CLI would
 * wait for the answer forever.
 */
export function hasReadableParams({ params }: JsonRpcMessage): boolean {
  if (params === undefined) return true;
  return isObject(params) && (params._meta === undefined || isObject(params._meta));
}

export const errorCodes = {
  invalidRequest: -32600,
  invalidParams: -32602,
  internalError: -32603,
  cancelled: -32800,
} as const;

export function errorResponse(
  { id }: Pick<JsonRpcMessage, 'id'>,
  code: keyof typeof errorCodes,
  why: unknown,
): JsonRpcMessage {
  return { jsonrpc: '2.0', id, error: { code: errorCodes[code], message: textOf(why) } };
}
