import { describe, expect, it } from '@jest/globals';
import { block } from '../../src/codec/hookHelpers.js';
import { query } from '../../src/Query.js';
import { startSession } from '../../src/startSession.js';
import { fakeCli } from '../../src/testing/fakeCli.js';
import type { Scenario } from '../../src/testing/scenario.js';
import { scenarios } from '../../src/testing/scenarios.js';
import { startCli } from '../support/startCli.js';
import { until } from '../support/until.js';

const write: Scenario = {
  turns: [[{ tool: 'Write', input: { file_path: 'a.txt', content: 'one' } }, { text: 'Done.' }]],
};

async function resultOf(cli: ReturnType<typeof fakeCli>, options: object = {}): Promise<string> {
  const session = await startSession({ options: { port: cli.port, ...options } });
  const { result } = session.send('go');
  const message = await result;
  await session.end();
  return message.subtype === 'success' ? message.result : message.subtype;
}

describe('push', () => {
  it('writes a frame or a line to the running CLI, and throws if none is running', async () => {
    const cli = fakeCli();
    expect(() => cli.push({ type: 'system' })).toThrow('No CLI is running');
    const session = await startSession({ options: { port: cli.port } });
    const reader = session.envelopes();
    cli.push({ type: 'system', subtype: 'pushed' });
    cli.push('{"type":"system", "subtype":"raw"}');
    expect((await reader.next()).value?.message).toEqual({ type: 'system', subtype: 'pushed' });
    expect((await reader.next()).value?.rawJson).toBe('{"type":"system", "subtype":"raw"}');
    await session.end();
    expect(() => cli.push('{}')).toThrow('No CLI is running');
  });
});

describe('fakeCli behind the option port', () => {
  it('answers any prompt without a script', async () => {
    const texts: string[] = [];
    for await (const message of query({ prompt: 'hi there', options: { port: fakeCli().port } })) {
      if (message.type === 'result' && message.subtype === 'success') texts.push(message.result);
    }
    expect(texts).toEqual([expect.stringContaining('hi there')]);
  });

  it.each([
    ['0.9.9 (Claude Code)', 'UnsupportedCliVersion'],
    ['no number at all', 'UnknownVersion'],
  ])('has the version that `faults.versionText` says: %p', async (versionText, code) => {
    const cli = fakeCli({ faults: { versionText } });
    await expect(query('hi', { mode: 'oneShot', port: cli.port }).next()).rejects.toMatchObject({
      code,
    });
    expect(cli.processes.map(({ args }) => args)).toEqual([['--version']]);
  });

  it('has a version that is too old for a session', async () => {
    const cli = fakeCli({ faults: { versionText: '1.9.9 (Claude Code)' } });
    const starting = startSession({ options: { port: cli.port } });
    await expect(starting).rejects.toMatchObject({
      code: 'UnsupportedCliVersion',
      details: { cliVersion: '1.9.9' },
    });
    expect(cli.processes.map(({ args }) => args)).toEqual([['--version']]);
  });

  it('asks for no version without the fault', async () => {
    const cli = fakeCli();
    await query('hi', { mode: 'oneShot', port: cli.port }).next();
    expect(cli.processes.map(({ args }) => args.includes('--version'))).toEqual([false]);
  });

  it('does not run a tool that a hook blocks', async () => {
    const cli = fakeCli(write);
    const hooks = { PreToolUse: [{ matcher: 'Write', hooks: [() => block('not here')] }] };
    await resultOf(cli, { hooks, permissionMode: 'acceptEdits' });
    expect(cli.ran).toEqual([]);
    expect(cli.processes.at(-1)?.files).toEqual({});
  });

  it.each<[unknown]>([
    [{ behavior: 'deny', message: 'm' }],
    [{ permissionDecision: 'deny' }],
    [{ decision: 'deny' }],
    [{ decision: () => 'block' }],
    [{ continue: 'false' }],
    [{ hookSpecificOutput: 'x' }],
  ])('does not run a tool whose guard answers nonsense (%p), and warns', async (nonsense) => {
    const cli = fakeCli(write);
    const warnings: string[] = [];
    const guard = { hooks: [() => nonsense], onFailure: 'deny' };
    await resultOf(cli, {
      hooks: { PreToolUse: [guard] },
      permissionMode: 'acceptEdits',
      onWarning: ({ code }: { code: string }) => warnings.push(code),
    });
    expect(cli.ran).toEqual([]);
    expect(warnings).toEqual(['CallbackFailed']);
  });

  it('ends a turn that is stopped during a permission as one that is cut off', async () => {
    const cli = fakeCli(write);
    let isAsked = false;
    const canUseTool = () => {
      isAsked = true;
      return new Promise(() => {});
    };
    const session = await startSession({ options: { port: cli.port, canUseTool } as never });
    const { result } = session.send('go');
    await until('the question', () => isAsked);
    await session.stop();
    expect(await result).toMatchObject({
      subtype: 'error_during_execution',
      terminal_reason: 'aborted_tools',
    });
  });

  it('runs a tool that nobody blocks, on files in memory', async () => {
    const cli = fakeCli(write);
    expect(await resultOf(cli, { permissionMode: 'acceptEdits' })).toBe('Done.');
    expect(cli.ran).toEqual([
      { tool: 'Write', input: expect.objectContaining({ content: 'one' }) },
    ]);
    expect(cli.processes.at(-1)?.files).toEqual({ 'a.txt': 'one' });
  });

  it('asks for a permission and takes the input that comes with it', async () => {
    const cli = fakeCli(write);
    const canUseTool = (_name: string, input: Record<string, unknown>) =>
      Promise.resolve({ behavior: 'allow', updatedInput: { ...input, content: 'two' } });
    await resultOf(cli, { canUseTool });
    expect(cli.processes.at(-1)?.files).toEqual({ 'a.txt': 'two' });
  });

  it('calls a tool of an MCP server in the host', async () => {
    const cli = fakeCli(scenarios.mcp);
    const asked: unknown[] = [];
    const instance = (message: { method: string; id?: number; params?: unknown }) => {
      asked.push(message.method);
      const tools = [{ name: 'add', inputSchema: { type: 'object' } }];
      const results: Record<string, unknown> = {
        initialize: {
          protocolVersion: '2025-06-18',
          capabilities: {},
          serverInfo: { name: 'calc' },
        },
        'tools/list': { tools },
        'tools/call': { content: [{ type: 'text', text: '42' }] },
      };
      const result = results[message.method] ?? {};
      return Promise.resolve({ jsonrpc: '2.0', id: message.id, result });
    };
    const mcpServers = { calc: { type: 'sdk', name: 'calc', instance } };
    await resultOf(cli, { mcpServers, allowedTools: ['mcp__calc__add'] });
    expect(asked).toEqual(['initialize', 'notifications/initialized', 'tools/list', 'tools/call']);
    expect(cli.ran).toEqual([{ tool: 'mcp__calc__add', input: { a: 40, b: 2 } }]);
  });

  it('gives a session that dies in the middle of a turn', async () => {
    const cli = fakeCli(scenarios.crash);
    await expect(resultOf(cli)).rejects.toMatchObject({ code: 'TurnLost' });
  });

  it('cancels a queued message', async () => {
    const cli = fakeCli({ turns: [[{ wait: 50 }, { text: 'Done.' }]] });
    const session = await startSession({ options: { port: cli.port } });
    const [first, second] = [session.send('One'), session.send('Two')];
    await Promise.all([
      second.interrupt(),
      expect(second.result).rejects.toMatchObject({ code: 'TurnDiscarded' }),
    ]);
    expect(await first.result).toMatchObject({ subtype: 'success', result: 'Done.' });
    await session.end();
  });

  it('ends a one-shot query that is interrupted with a result', async () => {
    const cli = fakeCli({ turns: [[{ text: 'I begin.' }, { wait: 100_000 }]] });
    const run = query('go', { mode: 'oneShot', port: cli.port });
    const seen: unknown[] = [];
    for await (const message of run) {
      if (message.type === 'assistant') await run.interrupt();
      if (message.type === 'result') seen.push([message.subtype, message.is_error]);
    }
    expect(seen).toEqual([['error_during_execution', true]]);
  });

  it.each(['oneShot', 'session'] as const)('answers in a shape, as %s', async (mode) => {
    const shaped = { tool: 'StructuredOutput', input: { answer: 42 } };
    const { port } = fakeCli({ turns: [[shaped, { text: 'Never said.' }]] });
    const outputFormat = { type: 'json_schema', schema: { type: 'object' } } as const;
    const results: unknown[] = [];
    for await (const message of query('How much?', { port, mode, outputFormat })) {
      if (message.type === 'result' && message.subtype === 'success') results.push(message);
    }
    expect(results).toEqual([
      expect.objectContaining({ structured_output: { answer: 42 }, result: '{"answer":42}' }),
    ]);
  });

  it('does not have that tool without an output format', async () => {
    const cli = fakeCli({ turns: [[{ tool: 'StructuredOutput' }, { text: 'Nothing.' }]] });
    expect(await resultOf(cli)).toBe('Nothing.');
    expect(cli.ran).toEqual([]);
  });

  it('prints only its answer without a format', async () => {
    const { port } = fakeCli({ turns: [[{ text: 'Hi, {prompt}.' }]] });
    const command = { file: 'claude', args: ['-p', 'you'], env: {}, stdin: 'ignore' } as const;
    const { seen } = startCli(port, command);
    await until('its exit', () => seen.exit);
    expect(seen.exit).toMatchObject({ code: 0 });
    expect(seen.stdout()).toBe('Hi, you.\n');
  });

  it('marks its state as internal if the host asked for it', async () => {
    const { port } = fakeCli();
    const args = ['-p', '--output-format', 'stream-json', '--verbose', 'go'];
    const env = { CLAUDE_CODE_SDK_READS_SESSION_STATE: '1' };
    const { seen } = startCli(port, { file: 'claude', args, env, stdin: 'ignore' });
    await until('its exit', () => seen.exit);
    const states = seen
      .stdout()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ subtype }) => subtype === 'session_state_changed');
    expect(states).toMatchObject([
      { state: 'running', sdk_host_only: true },
      { state: 'idle', sdk_host_only: true },
    ]);
  });
});
