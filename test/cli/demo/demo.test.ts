import { describe, expect, it } from '@jest/globals';
import { calculator } from '../../../src/cli/demo/calculator.js';

const context = { signal: new AbortController().signal };
const call = (method: string, params: object, server = calculator()) =>
  server({ jsonrpc: '2.0', id: 1, method, params }, context);

describe('the calculator of the demo', () => {
  it('lists its tool and adds numbers', async () => {
    expect(await call('tools/list', {})).toMatchObject({ result: { tools: [{ name: 'add' }] } });
    expect(await call('tools/call', { name: 'add', arguments: { a: 40, b: 2 } })).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: { content: [{ type: 'text', text: '42' }] },
    });
  });

  it('reports each call', async () => {
    const calls: number[][] = [];
    const server = calculator((...numbers) => calls.push(numbers));
    await call('tools/call', { arguments: { a: 1, b: 2 } }, server);
    expect(calls).toEqual([[1, 2, 3]]);
  });
});
