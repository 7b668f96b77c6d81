import { afterEach, describe, expect, it } from '@jest/globals';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { EmptyResultSchema } from '@modelcontextprotocol/sdk/types.js';
import fc from 'fast-check';
import { z } from 'zod';
import { McpBridge, type McpProblem } from '../../../src/actors/mcp/McpBridge.js';
import { until } from '../../support/until.js';
import { initialize, initialized, McpCliSide, textOfResult } from './McpCliSide.js';

const bridges: McpBridge[] = [];
const problems: McpProblem[] = [];

afterEach(() => {
  for (const bridge of bridges.splice(0)) bridge.close();
  problems.length = 0;
});

function session(instance: McpServer) {
  const servers = { own: { type: 'sdk', name: 'own', instance } } as const;
  const bridge = new McpBridge(servers, { onProblem: (problem) => problems.push(problem) });
  bridges.push(bridge);
  return { bridge, cli: new McpCliSide(bridge) };
}

const newServer = () =>
  new McpServer({ name: 'own', version: '1' }, { capabilities: { logging: {}, tools: {} } });

/** A server whose tool `held` answers with its text when it is let. */
function heldServer() {
  const server = newServer();
  const held = new Map<string, { let(): void; signal: AbortSignal }>();
  server.registerTool('held', { inputSchema: { text: z.string() } }, async ({ text }, extra) => {
    await new Promise<void>((resolve) => held.set(text, { let: resolve, signal: extra.signal }));
    return { content: [{ type: 'text', text }] };
  });
  return { server, held };
}

const callHeld = (text: string, id: number, _meta = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'held', arguments: { text }, _meta },
});

describe('one McpServer in several sessions at once', () => {
  it('answers each with its own, whatever ids they use and whichever is done first', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ session: fc.nat(2), id: fc.nat(3) }), { minLength: 1, maxLength: 12 }),
        fc.infiniteStream(fc.nat()),
        async (calls, picks) => {
          const { server, held } = heldServer();
          const sessions = [session(server), session(server), session(server)];
          const answers = calls.map(async ({ session: index, id }, number) => {
            const response = await sessions[index]?.cli.ask('own', callHeld(`call ${number}`, id));
            return [response?.id, textOfResult(response?.result)];
          });
          await until('all calls', () => held.size === calls.length);
          const left = [...held.values()];
          for (const pick of picks) {
            if (left.length === 0) break;
            left.splice(pick % left.length, 1)[0]?.let();
          }
          const expected = calls.map(({ id }, number) => [id, `call ${number}`]);
          expect(await Promise.all(answers)).toEqual(expected);
          for (const { bridge } of sessions) bridge.close();
        },
      ),
      { numRuns: 25 },
    );
  });

  it('sends progress to who asked for it only, under the token that it gave', async () => {
    const server = newServer();
    server.registerTool('work', {}, async ({ sendNotification, _meta }) => {
      const progressToken = _meta?.progressToken ?? 'none';
      const params = { progressToken, progress: 1 };
      await sendNotification({ method: 'notifications/progress', params });
      return { content: [] };
    });
    const [a, b] = [session(server).cli, session(server).cli];
    for (const cli of [a, b]) await cli.connect('own');
    const params = { name: 'work', _meta: { progressToken: 2, 'claudecode/toolUseId': 'x' } };
    await a.ask('own', { jsonrpc: '2.0', id: 2, method: 'tools/call', params });
    await until('the progress', () => a.heard.length === 1);
    expect(a.heard[0]?.message).toMatchObject({ params: { progressToken: 2, progress: 1 } });
    expect(b.heard).toEqual([]);
  });

  it("cancels a session's request and not the one of the same id of another", async () => {
    const { server, held } = heldServer();
    const [a, b] = [session(server).cli, session(server).cli];
    const responses = [a.ask('own', callHeld('a', 5)), b.ask('own', callHeld('b', 5))];
    await until('both calls', () => held.size === 2);
    const params = { requestId: 5 };
    await a.ask('own', { jsonrpc: '2.0', method: 'notifications/cancelled', params });
    expect(await responses[0]).toMatchObject({ id: 5, error: { code: -32800 } });
    await until('the abort', () => held.get('a')?.signal.aborted);
    expect(held.get('b')?.signal.aborted).toBe(false);
    held.get('b')?.let();
    expect(textOfResult((await responses[1])?.result)).toBe('b');
  });

  it('stops working for a session that ends, goes on for the other, and is free after both', async () => {
    const { server, held } = heldServer();
    const [a, b] = [session(server), session(server)];
    const responses = [a.cli.ask('own', callHeld('a', 1)), b.cli.ask('own', callHeld('b', 1))];
    await until('both calls', () => held.size === 2);
    a.bridge.close();
    expect(await responses[0]).toMatchObject({ error: { code: -32800 } });
    await until('the abort', () => held.get('a')?.signal.aborted);
    expect(server.isConnected()).toBe(true);
    held.get('b')?.let();
    expect(textOfResult((await responses[1])?.result)).toBe('b');
    b.bridge.close();
    expect(server.isConnected()).toBe(false);
    const again = await session(server).cli.connect('own');
    expect(await again.ping()).toEqual({});
  });

  it('tells all of them what is new about itself, even from within a call', async () => {
    const server = newServer();
    server.registerTool('grow', {}, async () => {
      server.registerTool('grown', {}, async () => ({ content: [] }));
      return { content: [] };
    });
    const [a, b] = [session(server).cli, session(server).cli];
    const [client] = [await a.connect('own'), await b.connect('own')];
    await client?.callTool({ name: 'grow' });
    for (const cli of [a, b]) {
      await until('the news', () => cli.heard.length === 1);
      expect(cli.methods('own')).toEqual(['notifications/tools/list_changed']);
    }
  });

  it('sends what it says during a call to the caller, and what it says otherwise to all', async () => {
    const server = newServer();
    server.registerTool('say', {}, async () => {
      await server.server.sendLoggingMessage({ level: 'info', data: 'in a call' });
      return { content: [] };
    });
    const [a, b] = [session(server).cli, session(server).cli];
    const [client] = [await a.connect('own'), await b.connect('own')];
    await client?.callTool({ name: 'say' });
    await server.server.sendLoggingMessage({ level: 'info', data: 'to all' });
    const data = (cli: McpCliSide) =>
      cli.heard.map(({ message }) => (message.params as { data: string }).data);
    await until('the log', () => a.heard.length === 2 && b.heard.length === 1);
    expect(data(a)).toEqual(['in a call', 'to all']);
    expect(data(b)).toEqual(['to all']);
  });

  it('asks the caller during a call, and otherwise nobody while there are several', async () => {
    const server = newServer();
    server.registerTool('ask', {}, async (extra) => {
      await server.server.ping();
      await extra.sendRequest({ method: 'ping' }, EmptyResultSchema);
      return { content: [] };
    });
    const [a, b] = [session(server), session(server)];
    const [client] = [await a.cli.connect('own'), await b.cli.connect('own')];
    await client?.callTool({ name: 'ask' });
    expect(a.cli.methods('own')).toEqual(['ping', 'ping']);
    expect(b.cli.heard).toEqual([]);
    await expect(server.server.ping()).rejects.toThrow('Several sessions share this server');
    b.bridge.close();
    expect(await server.server.ping()).toEqual({});
  });

  it('takes an answer only from the session that was asked', async () => {
    const server = newServer();
    let asked: Promise<unknown> | undefined;
    server.registerTool('ask', {}, async () => {
      asked = server.server.ping();
      return { content: [] };
    });
    const [a, b] = [session(server), session(server)];
    for (const { cli } of [a, b]) {
      await cli.ask('own', initialize);
      await cli.ask('own', initialized);
    }
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'ask' } };
    await a.cli.ask('own', call);
    await until('the question', () => a.cli.heard.length === 1);
    const { id } = a.cli.heard[0]?.message ?? {};
    const forged = { jsonrpc: '2.0', id, error: { code: 1, message: 'forged' } };
    expect(await b.cli.ask('own', forged)).toEqual({ jsonrpc: '2.0', result: {} });
    await a.cli.ask('own', { jsonrpc: '2.0', id, result: {} });
    expect(await asked).toEqual({});
  });

  it('fails what it asked of a session that ends, and gives its words to nobody else', async () => {
    const server = newServer();
    let asked: Promise<unknown> | undefined;
    let release: (() => void) | undefined;
    server.registerTool('later', {}, async () => {
      asked = server.server.ping();
      asked.catch(() => {});
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      await server.server.sendLoggingMessage({ level: 'info', data: 'for a only' });
      return { content: [] };
    });
    const [a, b] = [session(server), session(server)];
    for (const { cli } of [a, b]) {
      await cli.ask('own', initialize);
      await cli.ask('own', initialized);
    }
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'later' } };
    const response = a.cli.ask('own', call);
    await until('the question', () => a.cli.heard.length === 1);
    a.bridge.close();
    await response;
    await expect(asked).rejects.toThrow('has ended');
    release?.();
    await b.cli.ask('own', { jsonrpc: '2.0', id: 7, method: 'ping' });
    expect(b.cli.heard).toEqual([]);
  });
});

describe('a server that cannot be connected', () => {
  it('is reported, and every request to it is answered with the reason', async () => {
    const server = newServer();
    await server.connect({ start: async () => {}, send: async () => {}, close: async () => {} });
    const { bridge, cli } = session(server);
    await expect(bridge.connected()).rejects.toThrow('Already connected');
    expect(problems).toMatchObject([{ serverName: 'own' }]);
    const response = await cli.ask('own', { jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect(response).toMatchObject({
      id: 1,
      error: { code: -32603, message: expect.stringContaining('Already connected') },
    });
    expect(await cli.ask('own', initialized)).toEqual({ jsonrpc: '2.0', result: {} });
  });

  it('because it hangs leaves the rest to the one who waits', async () => {
    const hanging = { connect: () => new Promise<void>(() => {}) };
    const bridge = new McpBridge({ own: { type: 'sdk', name: 'own', instance: hanging } });
    bridges.push(bridge);
    const controller = new AbortController();
    const response = new McpCliSide(bridge).ask('own', initialize, controller.signal);
    controller.abort(new Error('too late'));
    expect(await response).toMatchObject({ error: { code: -32603, message: 'too late' } });
  });
});

describe('a server that is closed under a session', () => {
  it('fails what is running, and is connected again when the CLI reconnects', async () => {
    const { server, held } = heldServer();
    const { cli } = session(server);
    await cli.connect('own');
    const response = cli.ask('own', callHeld('a', 1));
    await until('the call', () => held.size === 1);
    await server.close();
    const closed = { error: { code: -32603, message: 'The MCP server was closed.' } };
    expect(await response).toMatchObject(closed);
    expect(await cli.ask('own', callHeld('b', 2))).toMatchObject(closed);
    expect(await (await cli.connect('own')).ping()).toEqual({});
  });
});
