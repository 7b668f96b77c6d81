import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import {
  createSdkMcpServer,
  type McpMessageHandler,
  type McpServerConfig,
  type Options,
  type Session,
  tool,
  type Warning,
} from '../../src/index.js';
import { record } from '../../src/testing/index.js';
import { all } from '../support/all.js';
import { bypass, lastMessage, live, toolAnswered } from '../support/liveCli.js';
import { isAlive } from '../support/processes.js';
import { describeCli } from '../support/targets.js';
import { until } from '../support/until.js';

const cli = live();
const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] });

/** A model that calls these tools, all in one answer, and then says a word. */
const calling =
  (...calls: [name: string, input?: Record<string, unknown>][]): typeof cli.model =>
  (request) =>
    toolAnswered(request)
      ? [{ text: 'Done.' }]
      : calls.map(([name, input = {}]) => ({ tool: `mcp__${name}`, id: `toolu_${name}`, input }));

/** What the model was told of a tool's result. */
function told(name: string): string {
  const { content } = JSON.parse(lastMessage(cli.api.requests.at(-1)));
  const blocks = content as { tool_use_id?: string; is_error?: boolean; content?: unknown }[];
  const found = blocks.find(({ tool_use_id }) => tool_use_id === `toolu_${name}`);
  return `${found?.is_error ? 'error: ' : ''}${JSON.stringify(found?.content)}`;
}

/** The progress that the CLI was told of, and what it said to it. */
function toldOfProgress(file: string): { params: unknown; answer: unknown }[] {
  // biome-ignore lint/suspicious/noExplicitAny: frames of every kind
  const frames: any[] = readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).message);
  return frames
    .filter((frame) => frame?.request?.message?.method === 'notifications/progress')
    .map(({ request_id, request }) => ({
      params: request.message.params,
      answer: frames.find((frame) => frame?.response?.request_id === request_id)?.response.subtype,
    }));
}

const stdio: McpServerConfig = {
  command: process.execPath,
  args: [join(import.meta.dirname, 'fixtures/mcp.mjs')],
};

/** A server is connected while the session runs already: its tools come later. */
async function connected(session: Session, ...names: string[]): Promise<void> {
  for (const deadline = performance.now() + 20_000; performance.now() < deadline; ) {
    const status = await statusOf(session);
    if (names.every((name) => status[name] === 'connected')) return;
  }
  throw new Error(`Not connected in 20 s: ${JSON.stringify(await session.mcpServerStatus())}`);
}

async function statusOf(session: Session): Promise<Record<string, string>> {
  const servers = await session.mcpServerStatus();
  return Object.fromEntries(servers.map(({ name, status }) => [name, status]));
}

describeCli('MCP', (target) => {
  const start = (mcpServers: Options['mcpServers'], more: Options = {}) =>
    cli.start(target, { ...bypass, mcpServers, ...more });

  it('calls tools in this program: success, errors, slow ones, progress', async () => {
    const sum = tool('sum', 'Adds', { a: z.number(), b: z.number() }, async ({ a, b }) =>
      text(`The sum is ${a + b}.`),
    );
    const fails = tool('fails', 'Fails', {}, async () => ({ ...text('no luck'), isError: true }));
    const throws = tool('throws', 'Throws', {}, async () => {
      throw new Error('out of order');
    });
    const tokens: unknown[] = [];
    const slow = tool('slow', 'Takes its time', {}, async (_args, { _meta, sendNotification }) => {
      tokens.push(_meta?.progressToken);
      for (const progress of [1, 2, 3]) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        const params = { progressToken: _meta?.progressToken, progress, total: 3 };
        await sendNotification({ method: 'notifications/progress', params });
      }
      return text('at last');
    });
    const file = join(cli.box.home, 'exchange.jsonl');
    const session = await start(
      { calc: createSdkMcpServer({ name: 'calc', tools: [sum, fails, throws, slow] }) },
      { port: record(file) },
    );
    cli.model = calling(
      ['calc__sum', { a: 2, b: 40 }],
      ['calc__fails'],
      ['calc__throws'],
      ['calc__slow'],
      ['calc__absent'],
      ['absent__sum'],
    );
    const messages = await all(session.send('Calculate'));
    expect(messages.at(-1)).toMatchObject({ result: 'Done.', is_error: false });
    expect(told('calc__sum')).toContain('The sum is 42.');
    expect(told('calc__fails')).toMatch(/error: .*no luck/);
    expect(told('calc__throws')).toMatch(/error: .*out of order/);
    expect(told('calc__slow')).toContain('at last');
    expect(told('calc__absent')).toMatch(/error: .*No such tool/);
    expect(told('absent__sum')).toMatch(/error: .*No such tool/);
    expect(tokens).toEqual([expect.anything()]);
    await session.end();
    expect(toldOfProgress(file)).toEqual(
      [1, 2, 3].map((progress) => ({
        params: expect.objectContaining({ progress, total: 3 }),
        answer: 'success',
      })),
    );
  });

  it('serves an McpServer and a plain handler, and refuses a server that nobody serves', async () => {
    const server = new McpServer({ name: 'classic', version: '1.0.0' });
    server.registerTool('hello', { description: 'Greets' }, async () =>
      text('Hello from McpServer'),
    );
    const handler: McpMessageHandler = (message) => {
      const answer = (result: object) => ({ jsonrpc: '2.0' as const, id: message.id, result });
      if (message.method === 'initialize') {
        const serverInfo = { name: 'plain', version: '1.0.0' };
        const protocolVersion = '2025-06-18';
        return answer({ protocolVersion, capabilities: { tools: {} }, serverInfo });
      }
      if (message.method === 'tools/list') {
        const inputSchema = { type: 'object', properties: {} };
        return answer({ tools: [{ name: 'hello', description: 'Greets', inputSchema }] });
      }
      if (message.method === 'tools/call') return answer(text('Hello from a handler'));
      return undefined;
    };
    const warnings: Warning[] = [];
    const ghost = { mcpServers: { ghost: { type: 'sdk', name: 'ghost' } } };
    const session = await start(
      {
        classic: { type: 'sdk', name: 'classic', instance: server },
        plain: { type: 'sdk', name: 'plain', instance: handler },
      },
      {
        extraArgs: { 'mcp-config': JSON.stringify(ghost) },
        onWarning: (warning) => warnings.push(warning),
      },
    );
    cli.model = calling(['classic__hello'], ['plain__hello']);
    await session.send('Greet').result;
    expect(told('classic__hello')).toContain('Hello from McpServer');
    expect(told('plain__hello')).toContain('Hello from a handler');
    expect(await statusOf(session)).toEqual({
      classic: 'connected',
      plain: 'connected',
      ghost: 'failed',
    });
    expect(new Set(warnings.map(({ code }) => code))).toEqual(new Set(['UnknownCallback']));
  });

  it('uses a server that is a process of its own, and switches it off and on', async () => {
    const session = await start({ tools: stdio });
    await connected(session, 'tools');
    cli.model = calling(['tools__add', { a: 2, b: 40 }]);
    await session.send('Add').result;
    expect(told('tools__add')).toContain('The sum is 42.');
    expect(await session.mcpServerStatus()).toMatchObject([
      { name: 'tools', status: 'connected', serverInfo: { name: 'fixture', version: '1.0.0' } },
    ]);

    let turns = 0;
    const pidOfServer = async () => {
      turns += 1;
      const id = `toolu_pid_${turns}`;
      cli.model = (request) =>
        JSON.stringify(request.messages).includes(id)
          ? [{ text: 'Done.' }]
          : [{ tool: 'mcp__tools__pid', id, input: {} }];
      await session.send('Which process?').result;
      return Number(/pid (\d+)/.exec(told(`pid_${turns}`))?.[1]);
    };
    const first = await pidOfServer();
    expect(isAlive(first)).toBe(true);
    await session.toggleMcpServer('tools', false);
    expect(await statusOf(session)).toEqual({ tools: 'disabled' });
    expect(await pidOfServer()).toBeNaN();
    expect(told(`pid_${turns}`)).toMatch(/error: .*No such tool/);
    await session.toggleMcpServer('tools', true);
    expect(await statusOf(session)).toEqual({ tools: 'connected' });
    const second = await pidOfServer();
    expect(second).not.toBe(first);
    await session.reconnectMcpServer('tools');
    expect(await statusOf(session)).toEqual({ tools: 'connected' });
    const third = await pidOfServer();
    expect(third).not.toBe(second);
    expect(isAlive(third)).toBe(true);
    await expect(session.reconnectMcpServer('absent')).rejects.toMatchObject({
      code: 'ControlRejected',
    });
    await session.end();
    await until('the servers to go with the CLI', () => ![first, second, third].some(isAlive));
  });

  it('replaces servers while the session runs', async () => {
    const named = (name: string) =>
      createSdkMcpServer({
        name,
        tools: [tool('name', 'Tells its name', {}, async () => text(`I am ${name}`))],
      });
    const session = await start({ one: named('one') });
    const changed = await session.setMcpServers({ two: named('two'), tools: stdio });
    expect(changed).toEqual({ added: ['two', 'tools'], removed: ['one'], errors: {} });
    await connected(session, 'two', 'tools');
    cli.model = calling(['one__name'], ['two__name'], ['tools__add', { a: 1, b: 1 }]);
    await session.send('Names').result;
    expect(told('one__name')).toMatch(/error: .*No such tool/);
    expect(told('two__name')).toContain('I am two');
    expect(told('tools__add')).toContain('The sum is 2.');
    expect(await session.setMcpServers({})).toMatchObject({
      added: [],
      removed: expect.any(Array),
    });
    expect(await statusOf(session)).toEqual({});
  });
});
