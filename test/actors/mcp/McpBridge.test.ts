import { afterEach, describe, expect, it } from '@jest/globals';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { McpBridge, type McpProblem, type McpServers } from '../../../src/actors/mcp/McpBridge.js';
import { createSdkMcpServer, tool } from '../../../src/mcp.js';
import { until } from '../../support/until.js';
import { initialize, initialized, McpCliSide, textOfResult } from './McpCliSide.js';

const bridges: McpBridge[] = [];
const problems: McpProblem[] = [];

afterEach(() => {
  for (const bridge of bridges.splice(0)) bridge.close();
  problems.length = 0;
});

function session(servers: McpServers, settings?: { attached: boolean }) {
  const bridge = new McpBridge(servers, { onProblem: (problem) => problems.push(problem) });
  bridges.push(bridge);
  return { bridge, cli: new McpCliSide(bridge, settings) };
}

const sdk = (instance: McpServer, name = 'own'): McpServers => ({
  [name]: { type: 'sdk', name, instance },
});
const newServer = () =>
  new McpServer({ name: 'own', version: '1' }, { capabilities: { logging: {}, tools: {} } });

describe('a server of createSdkMcpServer', () => {
  const servers = () => ({
    calc: createSdkMcpServer({
      name: 'calc',
      instructions: 'Add with care.',
      tools: [
        tool('add', 'Adds', { a: z.number(), b: z.number() }, async ({ a, b }) => ({
          content: [{ type: 'text', text: String(a + b) }],
        })),
        tool('fail', 'Fails', {}, async () => ({
          content: [{ type: 'text', text: 'no' }],
          isError: true,
        })),
        tool('session', 'Tells its session', {}, async (_, { sessionId }) => ({
          content: [{ type: 'text', text: sessionId ?? '' }],
        })),
        tool('count', 'Tells which request this is', {}, async (_, { requestId }) => ({
          content: [{ type: 'text', text: String(requestId) }],
        })),
      ],
    }),
  });

  it('is listed and called', async () => {
    const { cli } = session(servers());
    const client = await cli.connect('calc');
    expect(client.getInstructions()).toBe('Add with care.');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['add', 'fail', 'session', 'count']);
    const call = await client.callTool({ name: 'add', arguments: { a: 40, b: 2 } });
    expect(call).toMatchObject({ content: [{ type: 'text', text: '42' }] });
  });

  it('passes a failed result as it is', async () => {
    const client = await session(servers()).cli.connect('calc');
    expect(await client.callTool({ name: 'fail' })).toEqual({
      content: [{ type: 'text', text: 'no' }],
      isError: true,
    });
  });

  it('serves many sessions at once, each knowing its own', async () => {
    const shared = servers();
    const clients = await Promise.all([1, 2, 3].map(() => session(shared).cli.connect('calc')));
    const ids = await Promise.all(
      clients.map(async (client) => textOfResult(await client.callTool({ name: 'session' }))),
    );
    expect(new Set(ids).size).toBe(3);
    expect(ids).not.toContain('');
    const counts = await Promise.all(
      clients.map(async (client) => textOfResult(await client.callTool({ name: 'count' }))),
    );
    // Not one server that counts the requests of all.
    expect(new Set(counts).size).toBe(1);
  });
});

describe('what a server sends by itself', () => {
  it('waits until the session can send and the CLI is initialized, and keeps its order', async () => {
    const server = newServer();
    const { cli } = session(sdk(server), { attached: false });
    await server.server.sendLoggingMessage({ level: 'info', data: 1 });
    await cli.ask('own', initialize);
    await server.server.sendLoggingMessage({ level: 'info', data: 2 });
    cli.attach();
    expect(cli.heard).toEqual([]);
    await cli.ask('own', initialized);
    await server.server.sendLoggingMessage({ level: 'info', data: 3 });
    await until('three messages', () => cli.heard.length === 3);
    const data = cli.heard.map(({ message }) => (message.params as { data: number }).data);
    expect(data).toEqual([1, 2, 3]);
  });

  it('waits again when the CLI reconnects', async () => {
    const server = newServer();
    const { cli } = session(sdk(server));
    await cli.ask('own', initialize);
    await cli.ask('own', initialized);
    await cli.ask('own', initialize);
    await server.sendToolListChanged();
    expect(cli.heard).toEqual([]);
    await cli.ask('own', initialized);
    expect(cli.methods('own')).toEqual(['notifications/tools/list_changed']);
  });

  it('does not hold up the handler that sends it, even before the session can send', async () => {
    const server = newServer();
    server.registerTool('chatty', {}, async (extra) => {
      const params = { level: 'info' as const, data: 'x' };
      for (let sent = 0; sent < 50; sent += 1) {
        await extra.sendNotification({ method: 'notifications/message', params });
      }
      return { content: [] };
    });
    const { cli } = session(sdk(server), { attached: false });
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'chatty' } };
    expect(await cli.ask('own', call)).toMatchObject({ id: 1, result: { content: [] } });
    cli.attach();
    await cli.ask('own', initialized);
    await until('all of them', () => cli.heard.length === 50);
  });

  it('is dropped and reported if too much is queued', async () => {
    const server = newServer();
    session(sdk(server), { attached: false });
    for (let sent = 0; sent < 1025; sent += 1) {
      await server.server.sendLoggingMessage({ level: 'info', data: sent });
    }
    expect(problems).toHaveLength(1);
    expect(String(problems[0]?.error)).toContain('1024');
  });

  it('fails at once for the server if it is a request that does not reach the CLI', async () => {
    const server = newServer();
    const { bridge, cli } = session(sdk(server), { attached: false });
    bridge.attach(() => Promise.reject(new Error('the pipe is broken')));
    await cli.ask('own', initialize);
    await cli.ask('own', initialized);
    await expect(server.server.ping()).rejects.toThrow('the pipe is broken');
    expect(problems).toMatchObject([
      { serverName: 'own', error: { message: 'the pipe is broken' } },
    ]);
  });

  it('gets its answer', async () => {
    const server = newServer();
    const { cli } = session(sdk(server));
    await cli.connect('own');
    expect(await server.server.ping()).toEqual({});
  });
});

describe('a request from the CLI', () => {
  it('for a name that is not there is answered with -32601', async () => {
    const { cli } = session({});
    const response = await cli.ask('none', { jsonrpc: '2.0', id: 4, method: 'ping' });
    expect(response).toMatchObject({ id: 4, error: { code: -32601 } });
  });

  it.each([
    ['a list', []],
    ['a text', 'x'],
    ['an unreadable _meta', { _meta: 7 }],
  ])('whose parameters are %s is refused, not left unanswered', async (_, params) => {
    const { cli } = session(sdk(newServer()));
    const response = await cli.ask('own', { jsonrpc: '2.0', id: 4, method: 'ping', params });
    expect(response).toMatchObject({ id: 4, error: { code: -32602 } });
  });

  it('without a method is refused', async () => {
    const { cli } = session(sdk(newServer()));
    const response = await cli.ask('own', { jsonrpc: '2.0', id: 4 });
    expect(response).toMatchObject({ id: 4, error: { code: -32600 } });
  });

  it('with fields that JSON-RPC does not know is answered', async () => {
    const { cli } = session(sdk(newServer()));
    const response = await cli.ask('own', { jsonrpc: '2.0', id: 4, method: 'ping', more: 1 });
    expect(response).toEqual({ jsonrpc: '2.0', id: 4, result: {} });
  });

  it('that is cancelled aborts its handler and is still answered', async () => {
    const server = newServer();
    const seen: AbortSignal[] = [];
    server.registerTool('slow', {}, ({ signal }) => new Promise(() => seen.push(signal)));
    const { cli } = session(sdk(server));
    const call = { jsonrpc: '2.0', id: 0, method: 'tools/call', params: { name: 'slow' } };
    const response = cli.ask('own', call);
    await until('the call', () => seen.length === 1);
    const params = { requestId: 0, reason: 'remote-cancel' };
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params };
    expect(await cli.ask('own', cancelled)).toEqual({ jsonrpc: '2.0', result: {} });
    expect(await response).toMatchObject({ id: 0, error: { code: -32800 } });
    await until('the abort', () => seen[0]?.aborted);
    expect(seen[0]?.reason).toBe('remote-cancel');
  });

  it('that nobody waits for any more aborts its handler', async () => {
    const server = newServer();
    const seen: AbortSignal[] = [];
    server.registerTool('slow', {}, ({ signal }) => new Promise(() => seen.push(signal)));
    const { cli } = session(sdk(server));
    const controller = new AbortController();
    const call = { jsonrpc: '2.0', id: 9, method: 'tools/call', params: { name: 'slow' } };
    const response = cli.ask('own', call, controller.signal);
    await until('the call', () => seen.length === 1);
    controller.abort();
    await response;
    await until('the abort', () => seen[0]?.aborted);
  });

  it('that reuses the id of one still running gets its own answer', async () => {
    const server = newServer();
    const release: (() => void)[] = [];
    server.registerTool('echo', { inputSchema: { text: z.string() } }, async ({ text }) => {
      if (text === 'first') await new Promise<void>((resolve) => release.push(resolve));
      return { content: [{ type: 'text', text }] };
    });
    const { cli } = session(sdk(server));
    const call = (text: string) =>
      cli.ask('own', {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'echo', arguments: { text } },
      });
    const first = call('first');
    expect(textOfResult((await call('second')).result)).toBe('second');
    await until('the first call', () => release[0]);
    release[0]?.();
    expect(textOfResult((await first).result)).toBe('first');
  });
});
