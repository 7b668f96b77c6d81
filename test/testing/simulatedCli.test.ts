import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { block } from '../../src/codec/hookHelpers.js';
import { query } from '../../src/Query.js';
import type { StreamItem } from '../../src/streams/streamItem.js';
import type { Scenario } from '../../src/testing/scenario.js';
import { type Build, buildSources } from '../support/buildSources.js';
import { smallEnv } from '../support/startCli.js';
import { until } from '../support/until.js';
import type { Json } from './json.js';

const oneShot = ['--print', '--output-format', 'stream-json', '--verbose', '--', 'hi there'];
const session = ['--output-format', 'stream-json', '--input-format', 'stream-json', '--verbose'];
const initialize = { type: 'control_request', request_id: 'r', request: { subtype: 'initialize' } };
const prompt = { type: 'user', message: { role: 'user', content: 'go' } };

const codeOf = (item: StreamItem) =>
  item.kind === 'warning' ? item.warning.code : item.kind === 'error' ? item.error.code : '';

describe('the simulated CLI as an executable', () => {
  let build: Build;
  let folder: string;
  const children: ChildProcess[] = [];

  beforeAll(() => {
    build = buildSources();
    folder = mkdtempSync(join(tmpdir(), 'claude-actors-simulated-'));
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });
  afterAll(() => {
    build.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = (args: string[], scenario: Scenario | string = 'hello') => {
    const path = join(folder, 'scenario.json');
    if (typeof scenario !== 'string') writeFileSync(path, JSON.stringify(scenario));
    const CLAUDE_ACTORS_SCENARIO = typeof scenario === 'string' ? scenario : path;
    const cwd = mkdtempSync(join(folder, 'project-'));
    const main = fileURLToPath(build.url('testing/simulatedCli.js'));
    const child = spawn(process.execPath, [main, ...args], {
      cwd,
      env: { ...smallEnv, CLAUDE_ACTORS_SCENARIO },
    });
    children.push(child);
    const out: Buffer[] = [];
    let stderr = '';
    child.stdout.on('data', (bytes: Buffer) => out.push(bytes));
    child.stderr.on('data', (bytes: Buffer) => {
      stderr += bytes;
    });
    const exit = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
      child.on('close', (code, signal) => resolve({ code, signal }));
    });
    const stdout = () => Buffer.concat(out).toString();
    const frames = () =>
      stdout()
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Json);
    return {
      child,
      cwd,
      exit,
      stdout,
      frames,
      stderr: () => stderr,
      write: (frame: object) => child.stdin.write(`${JSON.stringify(frame)}\n`),
      seen: (type: string) =>
        until(`a frame of type ${type}`, () => frames().some((frame) => frame.type === type)),
    };
  };

  it('prints its version', async () => {
    const cli = start(['--version']);
    expect(await cli.exit).toEqual({ code: 0, signal: null });
    expect(cli.stdout()).toBe('2.1.325 (Claude Code)\n');
  });

  it('answers the prompt in its arguments and exits, with its stdin open', async () => {
    const cli = start(oneShot);
    expect(await cli.exit).toEqual({ code: 0, signal: null });
    expect(cli.frames().map(({ type }) => type)).toEqual(['system', 'assistant', 'result']);
    expect(cli.frames().at(-1)?.result).toContain('hi there');
  });

  it('exits with 1 after a result with is_error', async () => {
    expect(await start(oneShot, 'errors').exit).toEqual({ code: 1, signal: null });
  });

  it('holds a session until its stdin ends', async () => {
    const cli = start(session);
    cli.write(initialize);
    await cli.seen('control_response');
    cli.write(prompt);
    await cli.seen('result');
    expect(cli.child.exitCode).toBeNull();
    cli.child.stdin.end();
    expect(await cli.exit).toEqual({ code: 0, signal: null });
  });

  it('writes no file, whatever its tools do', async () => {
    const write = { tool: 'Write', input: { file_path: 'a.txt', content: '1' } };
    const turns = [[write, { tool: 'Bash', input: { command: 'cat a.txt' } }]];
    const cli = start(['--permission-mode', 'acceptEdits', ...oneShot], { turns });
    await cli.exit;
    expect(JSON.stringify(cli.frames())).toContain('"stdout":"1"');
    expect(readdirSync(cli.cwd)).toEqual([]);
  });

  it('exits with 143 on SIGTERM', async () => {
    const cli = start(session, { turns: [[{ wait: 100_000 }]] });
    cli.write(initialize);
    await cli.seen('control_response');
    cli.child.kill('SIGTERM');
    expect(await cli.exit).toEqual({ code: 143, signal: null });
  });

  it.each([
    ['2.1.325', [['error_during_execution', 'aborted_streaming']]],
    ['2.1.197', []],
  ] as const)(
    'as %s, is cut off by a SIGINT that comes with the end of its input',
    async (version, results) => {
      const write = { tool: 'Write', input: { file_path: 'a.txt', content: '1' } };
      const cutOff = async () => {
        const cli = start([...session, '--permission-prompt-tool', 'stdio'], {
          version,
          turns: [[write, { text: 'Done.' }]],
        });
        cli.write(initialize);
        await cli.seen('control_response');
        cli.write(prompt);
        await cli.seen('control_request');
        cli.child.stdin.end();
        cli.child.kill('SIGINT');
        expect(await cli.exit).toEqual({ code: 0, signal: null });
        const ended = cli.frames().filter(({ type }) => type === 'result');
        return {
          noticedEnd: cli.stdout().includes('stream closed before response received'),
          ended: ended.map(({ subtype, terminal_reason }) => [subtype, terminal_reason]),
        };
      };
      let last = await cutOff();
      // On a busy machine the signal may be noticed first: then it is an interrupt like any other.
      for (let tries = 1; !last.noticedEnd && tries < 10; tries++) {
        expect(last.ended).toEqual([['error_during_execution', 'aborted_tools']]);
        last = await cutOff();
      }
      expect(last).toEqual({ noticedEnd: true, ended: results });
    },
    60_000,
  );

  it('survives SIGTERM if the scenario says so', async () => {
    const cli = start(session, { faults: { ignoreSigterm: true } });
    cli.write(initialize);
    await cli.seen('control_response');
    cli.child.kill('SIGTERM');
    cli.write(prompt);
    await cli.seen('result');
    cli.child.stdin.end();
    expect(await cli.exit).toEqual({ code: 0, signal: null });
  });

  it('dies by a signal in the middle of a turn', async () => {
    const cli = start(oneShot, { turns: [[{ text: 'I begin.' }, { crash: 'SIGKILL' }]] });
    expect(await cli.exit).toEqual({ code: null, signal: 'SIGKILL' });
    expect(cli.frames().some(({ type }) => type === 'result')).toBe(false);
  });

  it('leaves half a line if it dies in the middle of one', async () => {
    const half = { halfLine: '{"type":"assis' };
    const cli = start(oneShot, { turns: [[{ text: 'I begin.' }, half, { crash: 'SIGKILL' }]] });
    expect(await cli.exit).toEqual({ code: null, signal: 'SIGKILL' });
    expect(cli.stdout().endsWith('\n{"type":"assis')).toBe(true);
  });

  it('closes its stdin and keeps running', async () => {
    const cli = start(session, { turns: [[{ closeStdin: true }, { text: 'Done.' }]] });
    const failed = new Promise<NodeJS.ErrnoException>((resolve) =>
      cli.child.stdin.on('error', resolve),
    );
    cli.write(initialize);
    cli.write(prompt);
    await cli.seen('result');
    cli.write(prompt);
    expect(await failed).toMatchObject({ code: 'EPIPE' });
    expect(cli.child.exitCode).toBeNull();
    cli.child.kill('SIGTERM');
    expect(await cli.exit).toEqual({ code: 143, signal: null });
  });

  it('closes its stdout and keeps running', async () => {
    const cli = start(session, { turns: [[{ closeStdout: true }, { text: 'Never heard.' }]] });
    const closed = new Promise((resolve) => cli.child.stdout.on('end', resolve));
    cli.write(initialize);
    cli.write(prompt);
    await closed;
    expect(cli.stdout()).not.toContain('Never heard.');
    expect(cli.child.exitCode).toBeNull();
    cli.child.stdin.end();
    expect(await cli.exit).toEqual({ code: 0, signal: null });
  });

  it('leaves a descendant that holds its stdout for a while', async () => {
    const cli = start(oneShot, { faults: { holdsStdout: 1_000 } });
    let isOpen = true;
    cli.child.stdout.on('end', () => {
      isOpen = false;
    });
    await new Promise((resolve) => cli.child.on('exit', resolve));
    expect([isOpen, cli.frames().at(-1)?.type]).toEqual([true, 'result']);
    expect(await cli.exit).toEqual({ code: 0, signal: null });
    expect(isOpen).toBe(false);
  });

  it.each<[string, Scenario, unknown]>([
    [
      'closes its stdout',
      { turns: [[{ text: 'One.' }, { closeStdout: true }]], faults: { ignoreEndOfInput: true } },
      ['system', 'assistant', 'CleanExitNoResult'],
    ],
    ['leaves a holder', { faults: { holdsStdout: 5_000 } }, ['system', 'assistant', 'result']],
    [
      'dies in a line',
      { turns: [[{ halfLine: '{"ty' }, { crash: 'SIGKILL' }]] },
      ['system', 'ProcessError'],
    ],
  ])('ends a query of the library if it %s', async (_, scenario, told) => {
    const path = join(folder, 'told.json');
    writeFileSync(path, JSON.stringify(scenario));
    const options = {
      pathToClaudeCodeExecutable: fileURLToPath(build.url('testing/simulatedCli.js')),
      cwd: folder,
      envMode: 'replace' as const,
      env: { ...smallEnv, CLAUDE_ACTORS_SCENARIO: path },
    };
    const seen: string[] = [];
    try {
      for await (const item of query('go', { mode: 'oneShot', ...options }).items()) {
        seen.push(item.kind === 'message' ? item.message.type : codeOf(item));
      }
    } catch (error) {
      seen.push((error as { code: string }).code);
    }
    expect(seen).toEqual(told);
  });

  it('cannot fail to start, and says what can', async () => {
    const cli = start(oneShot, { faults: { failsToStart: 'ENOENT' } });
    expect(await cli.exit).toEqual({ code: 1, signal: null });
    expect(cli.stderr()).toContain('with fakeCli');
  });

  it('says on stderr why it exits', async () => {
    const cli = start(oneShot, 'crash');
    expect(await cli.exit).toEqual({ code: 70, signal: null });
    expect(cli.stderr()).toBe('fatal: out of luck\n');
  });

  it('sends its output in pieces that cut characters', async () => {
    const turns = [[{ text: 'Grüße, 世界' }]];
    const cli = start(oneShot, { turns, faults: { splitEvery: 1, slowOutput: 0 } });
    expect(await cli.exit).toEqual({ code: 0, signal: null });
    expect(cli.frames().at(-1)?.result).toBe('Grüße, 世界');
  });

  it('loads a scenario from a module', async () => {
    const path = join(folder, 'scenario.mjs');
    writeFileSync(path, "export default { turns: [[{ text: 'From a module.' }]] };");
    const cli = start(oneShot, path);
    await cli.exit;
    expect(cli.frames().at(-1)?.result).toBe('From a module.');
  });

  it('is a CLI to the library: a blocked tool, a permission, a tool of the host', async () => {
    const asked: string[] = [];
    const add = (message: { method?: string; id?: unknown }) => {
      asked.push(String(message.method));
      const result = {
        protocolVersion: '2025-06-18',
        capabilities: {},
        serverInfo: { name: 'calc', version: '1' },
        tools: [{ name: 'add', inputSchema: { type: 'object' } }],
        content: [{ type: 'text', text: '42' }],
      };
      return Promise.resolve({ jsonrpc: '2.0' as const, id: message.id as number, result });
    };
    const messages: Json[] = [];
    const run = query({
      prompt: 'go',
      options: {
        pathToClaudeCodeExecutable: fileURLToPath(build.url('testing/simulatedCli.js')),
        cwd: folder,
        envMode: 'replace',
        env: { ...smallEnv, CLAUDE_ACTORS_SCENARIO: 'demo' },
        hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [() => block('not here')] }] },
        canUseTool: (name, input) => {
          asked.push(name);
          return Promise.resolve({ behavior: 'allow', updatedInput: input });
        },
        mcpServers: { calc: { type: 'sdk', name: 'calc', instance: add } },
      },
    });
    for await (const message of run) messages.push(message as unknown as Json);
    expect(messages.at(-1)).toMatchObject({
      type: 'result',
      is_error: false,
      permission_denials: [{ tool_name: 'Bash' }],
    });
    expect(asked).toContain('tools/call');
    expect(asked.filter((name) => !name.includes('/') && name !== 'initialize')).toEqual([
      'Write',
      'mcp__calc__add',
    ]);
  });

  it('lists the scenarios if asked for an unknown one', async () => {
    const cli = start(oneShot, 'helo');
    expect(await cli.exit).toEqual({ code: 1, signal: null });
    expect(cli.stderr()).toMatch(/"helo".*hello, tools/);
  });
});
