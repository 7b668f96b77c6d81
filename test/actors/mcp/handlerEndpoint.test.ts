import { afterEach, describe, expect, it } from '@jest/globals';
import { McpBridge, type McpProblem } from '../../../src/actors/mcp/McpBridge.js';
import type { McpMessageHandler } from '../../../src/options/mcpTypes.js';
import { nonsense } from '../callbacks/callbackAnswers.js';
import { initialized, McpCliSide } from './McpCliSide.js';

const bridges: McpBridge[] = [];
const problems: McpProblem[] = [];

afterEach(() => {
  for (const bridge of bridges.splice(0)) bridge.close();
  problems.length = 0;
});

function serve(instance: McpMessageHandler) {
  const bridge = new McpBridge(
    { own: { type: 'sdk', name: 'own', instance } },
    { onProblem: (problem) => problems.push(problem) },
  );
  bridges.push(bridge);
  return { bridge, cli: new McpCliSide(bridge) };
}

const request = { jsonrpc: '2.0', id: 7, method: 'tools/list' };

describe('a server that is a function', () => {
  it('has its response passed on under the id of the request', async () => {
    const { cli } = serve(() => ({ jsonrpc: '2.0', id: 'wrong', result: { tools: [] } }));
    const response = await cli.ask('own', request);
    expect(response).toEqual({ jsonrpc: '2.0', id: 7, result: { tools: [] } });
  });

  it('may answer with an error', async () => {
    const error = { code: -32602, message: 'no such cursor' };
    const { cli } = serve(async () => ({ jsonrpc: '2.0', error }));
    expect(await cli.ask('own', request)).toEqual({ jsonrpc: '2.0', id: 7, error });
    expect(problems).toEqual([]);
  });

  it('that throws is reported, and its message is the error', async () => {
    const { cli } = serve(() => {
      throw new Error('no database');
    });
    expect(await cli.ask('own', request)).toEqual({
      jsonrpc: '2.0',
      id: 7,
      error: { code: -32603, message: 'no database' },
    });
    expect(problems).toMatchObject([{ serverName: 'own', error: { message: 'no database' } }]);
  });

  it.each([...nonsense, [{ jsonrpc: '2.0' }, 'neither a result nor an error']])(
    'that returns %p has failed',
    async (returned, named) => {
      const { cli } = serve(() => returned as never);
      const message = expect.stringContaining(named as string);
      expect(await cli.ask('own', request)).toMatchObject({
        id: 7,
        error: { code: -32603, message },
      });
    },
  );

  it('has a notification acknowledged even if it throws', async () => {
    const { cli } = serve(() => {
      throw new Error('not now');
    });
    expect(await cli.ask('own', initialized)).toEqual({ jsonrpc: '2.0', result: {} });
    expect(problems).toMatchObject([{ error: { message: 'not now' } }]);
  });

  it.each([
    [
      'the CLI cancels the request',
      ({ cli }: ReturnType<typeof serve>) =>
        cli.ask('own', {
          jsonrpc: '2.0',
          method: 'notifications/cancelled',
          params: { requestId: 7 },
        }),
    ],
    ['the session ends', ({ bridge }: ReturnType<typeof serve>) => bridge.close()],
  ])('is aborted when %s, and the request is answered', async (_, end) => {
    const signals: AbortSignal[] = [];
    const served = serve((message, { signal }) => {
      if (message.method !== 'tools/list') return undefined;
      signals.push(signal);
      return new Promise(() => {});
    });
    const response = served.cli.ask('own', request);
    await end(served);
    expect(await response).toMatchObject({ id: 7, error: { code: -32800 } });
    expect(signals[0]?.aborted).toBe(true);
    expect(problems).toEqual([]);
  });
});

describe('replacing the servers of a session', () => {
  const handler = (text: string): McpMessageHandler => {
    return () => ({ jsonrpc: '2.0', result: { text } });
  };
  const config = (instance: McpMessageHandler) => ({ type: 'sdk', name: 'x', instance }) as const;

  it('opens the new, closes the old, keeps the same, and says what to tell the CLI', async () => {
    const same = config(handler('same'));
    const before = { same, gone: config(handler('gone')), other: config(handler('before')) };
    const bridge = new McpBridge(before);
    bridges.push(bridge);
    const cli = new McpCliSide(bridge);
    const other = { ...config(handler('after')), timeout: 5000 };
    const remote = { type: 'http', url: 'http://127.0.0.1:1' } as const;
    const change = bridge.replace({ same, other, added: config(handler('added')), remote });

    const servers = {
      same: { type: 'sdk', name: 'same' },
      added: { type: 'sdk', name: 'added' },
      remote,
    };
    expect(change).toEqual({
      added: ['added'],
      removed: ['gone'],
      replaced: ['other'],
      kept: ['same'],
      requests: [servers, { ...servers, other: { type: 'sdk', name: 'other', timeout: 5000 } }],
    });
    const text = async (name: string) => (await cli.ask(name, request)).result;
    expect(await text('same')).toEqual({ text: 'same' });
    expect(await text('other')).toEqual({ text: 'after' });
    expect(await text('added')).toEqual({ text: 'added' });
    expect(await cli.ask('gone', request)).toMatchObject({ error: { code: -32601 } });
  });

  it('notifies the CLI once if nothing is replaced', () => {
    const bridge = new McpBridge({});
    bridges.push(bridge);
    expect(bridge.replace({ a: config(handler('a')) }).requests).toEqual([
      { a: { type: 'sdk', name: 'a' } },
    ]);
  });

  it('changes nothing if one of the new servers is invalid', () => {
    const bridge = new McpBridge({ a: config(handler('a')) });
    bridges.push(bridge);
    const wrong = { b: { type: 'sdk', name: 'b', instance: {} as never } } as const;
    expect(() => bridge.replace(wrong)).toThrow(/mcpServers.*"b".*McpServer/);
    expect(Object.keys(bridge.handlers)).toEqual(['a']);
  });
});
