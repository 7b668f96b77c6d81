import { type Attributes, SpanKind } from '@opentelemetry/api';
import type { ObservedCallback } from '../actors/observing/observation.js';
import type { CliRequest } from '../codec/frames.js';
import { isObject, type JsonObject } from '../codec/jsonObject.js';
import type { ToolCaller } from './ToolSpans.js';

export interface CallbackDescription {
  /** The name of the span. */
  name: string;
  kind: SpanKind;
  attributes: Attributes;
  /** The tool call that the callback is about. */
  tool?: { id: string; name: string };
  caller: ToolCaller;
  /** Comes before the tool runs, and perhaps before the message with the tool call. */
  precedesTool: boolean;
}

/** Describes the span of a callback. The fields of the CLI's request are not validated yet. */
export function describeCallback(
  callback: ObservedCallback,
  request: CliRequest,
): CallbackDescription {
  const fields = request as unknown as JsonObject;
  const description = describers[callback.kind](callback, fields);
  const attributes = { 'claude.request.id': callback.requestId, ...description.attributes };
  return { ...description, attributes };
}

const hooksBeforeTool = ['PreToolUse', 'PermissionRequest'];

const describers: Readonly<
  Record<
    ObservedCallback['kind'],
    (callback: ObservedCallback, fields: JsonObject) => CallbackDescription
  >
> = {
  hook({ name }, { input, tool_use_id }) {
    const { tool_name, tool_use_id: inner, agent_id } = objectOf(input);
    const tool = toolOf(tool_use_id ?? inner, tool_name);
    return {
      name: `hook ${name}`,
      kind: SpanKind.INTERNAL,
      attributes: { 'claude.hook.event': name, ...toolAttributes(tool, tool_name) },
      tool,
      caller: callerOf(agent_id),
      precedesTool: hooksBeforeTool.includes(name),
    };
  },
  permission({ name }, { subtype, tool_use_id, agent_id }) {
    const asksForTool = subtype === 'can_use_tool';
    const tool = asksForTool ? toolOf(tool_use_id, name) : undefined;
    return {
      name: asksForTool ? `permission ${name}` : String(subtype),
      kind: SpanKind.INTERNAL,
      attributes: asksForTool ? toolAttributes(tool, name) : {},
      tool,
      caller: callerOf(agent_id),
      precedesTool: true,
    };
  },
  mcp({ name: server }, fields) {
    const { method, id, params } = objectOf(fields.message);
    const { name: called, _meta } = objectOf(params);
    const isCall = method === 'tools/call' && typeof called === 'string';
    const toolUseId = objectOf(_meta)['claudecode/toolUseId'];
    return {
      name: isCall ? `${method} ${called}` : String(method ?? 'response'),
      kind: SpanKind.SERVER,
      attributes: {
        'claude.mcp.server': server,
        ...(typeof method === 'string' && { 'mcp.method.name': method }),
        ...(id !== undefined && { 'jsonrpc.request.id': String(id) }),
        ...(isCall && { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': called }),
      },
      tool: isCall ? toolOf(toolUseId, called) : undefined,
      caller: {},
      precedesTool: false,
    };
  },
};

function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

function toolOf(id: unknown, name: unknown): CallbackDescription['tool'] {
  return typeof id === 'string' && typeof name === 'string' ? { id, name } : undefined;
}

function toolAttributes(tool: CallbackDescription['tool'], name: unknown): Attributes {
  return {
    ...(typeof name === 'string' && { 'gen_ai.tool.name': name }),
    ...(tool && { 'gen_ai.tool.call.id': tool.id }),
  };
}

function callerOf(agentId: unknown): ToolCaller {
  return typeof agentId === 'string' ? { agentId } : {};
}
