import type { JsonRpcMessage } from '../../codec/control.js';
import { isObject } from '../../codec/jsonObject.js';
import type { McpMessageHandler } from '../../options/mcpTypes.js';

const schema = {
  type: 'object',
  properties: { a: { type: 'number' }, b: { type: 'number' } },
  required: ['a', 'b'],
};

/**
 * An MCP server with one tool that adds two numbers. Written by hand, because the MCP SDK is an
 * optional dependency that the user may not have.
 */
export function calculator(
  onAdd: (a: number, b: number, sum: number) => void = () => {},
): McpMessageHandler {
  const call = (args: unknown) => {
    const { a, b } = isObject(args) ? args : {};
    const sum = Number(a) + Number(b);
    onAdd(Number(a), Number(b), sum);
    return { content: [{ type: 'text', text: String(sum) }] };
  };
  const respond = (method: string | undefined, params: Record<string, unknown>): object => {
    switch (method) {
      case 'initialize':
        return {
          protocolVersion: params.protocolVersion,
          capabilities: { tools: {} },
          serverInfo: { name: 'calc', version: '1.0.0' },
        };
      case 'tools/list':
        return { tools: [{ name: 'add', description: 'Adds two numbers', inputSchema: schema }] };
      case 'tools/call':
        return call(params.arguments);
      default:
        return {};
    }
  };
  return ({ id, method, params }: JsonRpcMessage): JsonRpcMessage => ({
    jsonrpc: '2.0',
    id: id ?? null,
    result: respond(method, isObject(params) ? params : {}),
  });
}
