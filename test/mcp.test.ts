import { afterEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import * as mini from 'zod/mini';
import * as z3 from 'zod/v3';
import { McpBridge, type McpProblem } from '../src/actors/mcp/McpBridge.js';
import { createSdkMcpServer, tool } from '../src/mcp.js';
import { McpCliSide } from './actors/mcp/McpCliSide.js';

const bridges: McpBridge[] = [];
afterEach(() => {
  for (const bridge of bridges.splice(0)) bridge.close();
});

function connect(options: Omit<Parameters<typeof createSdkMcpServer>[0], 'name'>) {
  const bridge = new McpBridge({ calc: createSdkMcpServer({ name: 'calc', ...options }) });
  bridges.push(bridge);
  return new McpCliSide(bridge).connect('calc');
}

const nothing = async () => ({ content: [] });

describe('a tool', () => {
  it.each([
    ['zod 4', { a: z.number().describe('the first'), b: z.optional(z.string()) }],
    [
      'zod 4 mini',
      {
        a: mini.number().register(mini.globalRegistry, { description: 'the first' }),
        b: mini.optional(mini.string()),
      },
    ],
    ['zod 3', { a: z3.number().describe('the first'), b: z3.string().optional() }],
  ])('has its arguments described and checked by %s', async (_, shape) => {
    const seen: unknown[] = [];
    const echo = tool('echo', 'Echoes', shape, async (args) => {
      seen.push(args);
      return { content: [] };
    });
    const client = await connect({ tools: [echo] });
    expect((await client.listTools()).tools).toMatchObject([
      {
        name: 'echo',
        description: 'Echoes',
        inputSchema: {
          type: 'object',
          properties: { a: { type: 'number', description: 'the first' }, b: { type: 'string' } },
          required: ['a'],
        },
      },
    ]);
    await client.callTool({ name: 'echo', arguments: { a: 1, more: true } });
    expect(seen).toEqual([{ a: 1 }]);
    const wrong = await client.callTool({ name: 'echo', arguments: { a: 'one' } });
    expect(wrong).toMatchObject({ isError: true });
    expect(seen).toHaveLength(1);
  });

  it('without arguments is given an empty object, and its context', async () => {
    const seen: unknown[] = [];
    const plain = tool('plain', 'Plain', {}, async (args, extra) => {
      seen.push(args, extra.signal);
      return { content: [] };
    });
    await (await connect({ tools: [plain] })).callTool({ name: 'plain' });
    expect(seen).toEqual([{}, expect.any(AbortSignal)]);
  });

  it('is left out and reported if its schema cannot be written as JSON', async () => {
    const problems: McpProblem[] = [];
    const tools = [
      tool('dated', 'Has a date', { when: z.date() }, nothing),
      tool('sound', 'Has none', { n: z.number() }, nothing),
    ];
    const calc = createSdkMcpServer({ name: 'calc', tools });
    const bridge = new McpBridge({ calc }, { onProblem: (problem) => problems.push(problem) });
    bridges.push(bridge);
    const client = await new McpCliSide(bridge).connect('calc');
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['sound']);
    expect(problems).toMatchObject([{ serverName: 'calc' }]);
    expect(String(problems[0]?.error)).toContain('The tool dated is left out');
  });

  it('that throws is reported by name', async () => {
    const failing = tool('add', 'Adds', {}, async () => {
      throw new Error('no numbers');
    });
    const problems: McpProblem[] = [];
    const bridge = new McpBridge(
      { calc: createSdkMcpServer({ name: 'calc', tools: [failing] }) },
      { onProblem: (problem) => problems.push(problem) },
    );
    bridges.push(bridge);
    const client = await new McpCliSide(bridge).connect('calc');
    expect(await client.callTool({ name: 'add', arguments: {} })).toMatchObject({ isError: true });
    const error = expect.objectContaining({ message: 'no numbers' });
    expect(problems).toEqual([{ serverName: 'calc', toolName: 'add', error }]);
  });

  it('that throws has failed with its words', async () => {
    const broken = tool('broken', 'Broken', {}, async () => {
      throw new Error('out of order');
    });
    const client = await connect({ tools: [broken] });
    expect(await client.callTool({ name: 'broken' })).toEqual({
      isError: true,
      content: [{ type: 'text', text: 'out of order' }],
    });
  });

  it('carries its hints', async () => {
    const annotations = { readOnlyHint: true };
    const hinted = tool('a', 'A', {}, nothing, {
      annotations,
      searchHint: 'sum',
      alwaysLoad: true,
    });
    const plain = tool('b', 'B', {}, nothing);
    const { tools } = await (await connect({ tools: [hinted, plain] })).listTools();
    expect(tools[0]).toMatchObject({
      annotations,
      _meta: { 'anthropic/searchHint': 'sum', 'anthropic/alwaysLoad': true },
    });
    expect(tools[1]).not.toHaveProperty('_meta');
  });
});

describe('createSdkMcpServer', () => {
  it('gives an entry for mcpServers', () => {
    const server = createSdkMcpServer({ name: 'calc', timeout: 5000 });
    const instance = { connect: expect.any(Function) };
    expect(server).toMatchObject({ type: 'sdk', name: 'calc', timeout: 5000 });
    expect(server.instance.connect).toEqual(instance.connect);
  });

  it('tells its name, version and instructions', async () => {
    const client = await connect({ version: '2.0.0', instructions: 'Be exact.' });
    expect(client.getServerVersion()).toMatchObject({ name: 'calc', version: '2.0.0' });
    expect(client.getInstructions()).toBe('Be exact.');
    expect((await client.listTools()).tools).toEqual([]);
  });

  it('keeps all tools in the prompt if asked to', async () => {
    const hinted = tool('a', 'A', {}, nothing, { searchHint: 'sum' });
    const { tools } = await (await connect({ tools: [hinted], alwaysLoad: true })).listTools();
    expect(tools[0]?._meta).toEqual({
      'anthropic/searchHint': 'sum',
      'anthropic/alwaysLoad': true,
    });
  });

  it.each([
    ['two tools of one name', [tool('a', 'A', {}, nothing), tool('a', 'B', {}, nothing)], 'Rename'],
    ['an entry that is no tool', [{ name: 'a' } as never], 'tool'],
  ])('refuses %s at once', (_, tools, remedy) => {
    expect(() => createSdkMcpServer({ name: 'calc', tools })).toThrow(remedy);
  });
});
