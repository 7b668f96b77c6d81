import { type Attributes, SpanKind } from '@opentelemetry/api';
import type { ObservedCallback } from '../actors/observing/Observation.js';
import type { CliRequest } from '../codec/frames.js';
import { isObject, type JsonObject } from '../codec/jsonObject.js';
import type { ToolUser } from './ToolSpans.js';

export interface CallbackFacts {
  /** Of the span. */
  name: string;
  kind: SpanKind;
  attributes: Attributes;
  /** What the callback is about. */
  tool?: { id: string; name: string };
  user: ToolUser;
  /** It comes before the tool runs, and maybe before the message that says so. */
  isAhead: boolean;
}

/** What the CLI's request tells of a callback; its fields have been checked no more than needed. */
export function readCallback(callback: ObservedCallback, request: CliRequest): CallbackFacts {
  const fields = request as unknown as JsonObject;
  const facts = readers[callback.kind](callback, fields);
  return { ...facts, attributes: { 'claude.request.id': callback.requestId, ...facts.attributes } };
}

const ahead = ['PreToolUse', 'PermissionRequest'];

const readers: Readonly<
  Record<
    ObservedCallback['kind'],
    (callback: ObservedCallback, fields: JsonObject) => CallbackFacts
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
      user: userOf(agent_id),
      isAhead: ahead.includes(name),
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
      user: userOf(agent_id),
      isAhead: true,
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
      user: {},
      isAhead: false,
    };
  },
};

function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

function toolOf(id: unknown, name: unknown): CallbackFacts['tool'] {
  return typeof id === 'string' && typeof name === 'string' ? { id, name } : undefined;
}

function toolAttributes(tool: CallbackFacts['tool'], name: unknown): Attributes {
  return {
    ...(typeof name === 'string' && { 'gen_ai.tool.name': name }),
    ...(tool && { 'gen_ai.tool.call.id': tool.id }),
  };
}

function userOf(agentId: unknown): ToolUser {
  return typeof agentId === 'string' ? { agentId } : {};
}
