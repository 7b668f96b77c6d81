import type { JsonRpcMessage } from '../../codec/control.js';
import { isObject } from '../../codec/jsonObject.js';

const schema = {
  type: 'object',
  properties: { a: { type: 'number' }, b: { type: 'number' } },
  required: ['a', 'b'],
};

/** An MCP server with one tool, without the SDK: it adds two numbers. */
export function calculator({ id, method, params }: JsonRpcMessage): JsonRpcMessage {
  return { jsonrpc: '2.0', id: id ?? null, result: answer(method, isObject(params) ? params : {}) };
}

function answer(method: string | undefined, params: Record<string, unknown>): object {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'calc', version: '1.0.0' },
      };
    case 'tools/list':
      return { tools: [{ name: 'add', description: 'Adds two numbers', inputSchema: schema }] };
    case 'tools/call': {
      const { a, b } = isObject(params.arguments) ? params.arguments : {};
      return { content: [{ type: 'text', text: String(Number(a) + Number(b)) }] };
    }
    default:
      return {};
  }
}
