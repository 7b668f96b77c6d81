import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { runCommandLine } from '../../src/cli/commandLine.js';
import type { PermissionResult } from '../../src/codec/permissions.js';
import { memoryPort } from '../../src/ffi/process/memoryPort.js';
import type { Options } from '../../src/options/types.js';
import { query } from '../../src/Query.js';
import { startSession } from '../../src/startSession.js';
import { fakeCli } from '../../src/testing/fakeCli.js';
import { record } from '../../src/testing/recording/record.js';
import { replay } from '../../src/testing/recording/replay.js';
import { memoryHost } from '../cli/support/memoryHost.js';
import { startCli } from '../support/startCli.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'claude-actors-recording-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const denial: PermissionResult = { behavior: 'deny', message: 'Not today.' };

/** An application with a hook and a permission. */
async function work(options: Options, text = 'Write it', answer = denial) {
  const asked: string[] = [];
  const session = await startSession({
    options: {
      ...options,
      hooks: { UserPromptSubmit: [{ hooks: [async () => ({ continue: true })] }] },
      canUseTool: async (tool) => {
        asked.push(tool);
        return answer;
      },
    },
  });
  const result = await session.send(text).result;
  await session.end();
  return { asked, result: result.subtype === 'success' ? result.result : result.subtype };
}

const cli = () =>
  fakeCli({
    turns: [
      [
        {
          tool: 'Write',
          input: { file_path: 'a.txt', content: 'api_key=sk-ant-api03-abcdefghijklmnop' },
        },
        { text: 'Understood.' },
      ],
    ],
  });

describe('record and replay', () => {
  it('keep an exchange, hide its secrets, and play it to the same application', async () => {
    const file = join(folder, 'deny.ndjson');
    const key = 'sk-ant-api03-0123456789abcdef';
    const first = await work({
      port: record(file, { port: cli().port }),
      env: { ANTHROPIC_API_KEY: key },
    });
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain('abcdefghijklmnop');
    expect(text).not.toContain(key);
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).dir as string);
    expect(lines[0]).toBe('argv');
    expect(lines.at(-1)).toBe('exit');
    expect(new Set(lines)).toEqual(new Set(['argv', 'in', 'out', 'exit']));

    const again = await replay(file);
    expect(await work({ port: again.port })).toEqual(first);
    expect(first).toEqual({ asked: ['Write'], result: 'Understood.' });
    again.check();

    const host = memoryHost();
    expect(await runCommandLine(['replay', file], host)).toBe(0);
    expect(host.out()).toContain('Understood.');
  });

  it('report an application that writes something else, and where', async () => {
    const file = join(folder, 'deny.ndjson');
    await work({ port: record(file, { port: cli().port }) });
    const other = await replay(file);
    const working = work({ port: other.port }, 'Write it', { behavior: 'deny', message: 'Never.' });
    await expect(working).rejects.toMatchObject({ code: 'TurnLost' });
    expect(() => other.check()).toThrow(
      /what was recorded in line \d+ of .*deny\.ndjson \(answer to [\w-]+\):\n {2}recorded .*Not today.*\n {2}wrote {4}.*Never/s,
    );
    const text = await replay(file);
    await expect(work({ port: text.port }, 'Read it')).rejects.toMatchObject({ code: 'TurnLost' });
    expect(() => text.check()).toThrow(/recorded .*Write it.*\n.*Read it/);
  });

  it('report an application that stops too early, or never starts', async () => {
    const file = join(folder, 'deny.ndjson');
    await work({ port: record(file, { port: cli().port }) });
    const idle = await replay(file);
    expect(() => idle.check()).toThrow('was not played: no CLI was started');
    const session = await startSession({ options: { port: idle.port } });
    await session.stop();
    expect(() => idle.check()).toThrow(/was played only up to line \d+, .*: user\./);
  });

  it('give each process a file of its own, and play a one-shot query', async () => {
    const file = join(folder, 'one.ndjson');
    const port = record(file, { port: fakeCli({ turns: [[{ text: 'Hello.' }]] }).port });
    const ask = async (options: Options) => {
      const types: string[] = [];
      for await (const { type } of query('Hi', { mode: 'oneShot', ...options })) types.push(type);
      return types;
    };
    const types = await ask({ port });
    await ask({ port });
    expect(readdirSync(folder).sort()).toEqual(['one.2.ndjson', 'one.ndjson']);
    const again = await replay(file);
    expect(await ask({ port: again.port })).toEqual(types);
    again.check();
  });

  it('compare what was said without its secrets', async () => {
    const file = join(folder, 'secret.ndjson');
    const text = 'Use sk-ant-api03-0123456789abcdef for it';
    const first = await work({ port: record(file, { port: cli().port }) }, text);
    expect(readFileSync(file, 'utf8')).not.toContain('0123456789abcdef');
    const again = await replay(file);
    expect(await work({ port: again.port }, text)).toEqual(first);
    again.check();
    const other = await replay(file);
    const working = work({ port: other.port }, text.replace('Use', 'Hide'));
    await expect(working).rejects.toMatchObject({ code: 'TurnLost' });
    expect(() => other.check()).toThrow(/recorded .*Use \[hidden\].*wrote .*Hide \[hidden\]/s);
  });

  it('compare the prompt of a one-shot query, also of a later process', async () => {
    const file = join(folder, 'two.ndjson');
    const port = record(file, { port: fakeCli({ turns: [[{ text: 'To {prompt}' }]] }).port });
    const ask = async (prompt: string, options: Options) => {
      for await (const message of query(prompt, { mode: 'oneShot', ...options })) {
        if (message.type === 'result' && message.subtype === 'success') return message.result;
      }
      return undefined;
    };
    const key = 'key sk-ant-api03-0123456789abcdef';
    await ask('one', { port });
    await ask(key, { port });
    const again = await replay(file);
    expect(await ask('one', { port: again.port })).toBe('To one');
    expect(await ask(key, { port: again.port })).toBe('To key [hidden]');
    again.check();
    const other = await replay(file);
    await expect(ask('two', { port: other.port })).rejects.toMatchObject({ code: 'ProcessError' });
    expect(() => other.check()).toThrow(/line 2 of .*two\.ndjson \(prompt\).*"one".*"two"/s);
  });

  it.each(['session-permission-deny', 'session-two-turns'])(
    'play what a real CLI said: %s',
    async (name) => {
      const recordings = new URL('../fixtures/recordings/cli-2.1.325/', import.meta.url);
      const file = fileURLToPath(new URL(`${name}.ndjson`, recordings));
      const entries = readFileSync(file, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      const texts: string[] = entries.flatMap(({ dir, message }) =>
        dir === 'in' && message?.type === 'user' ? [message.message.content] : [],
      );
      const real = await replay(file);
      const session = await startSession({
        options: {
          port: real.port,
          canUseTool: async () => ({ behavior: 'deny', message: 'not allowed by policy' }),
        },
      });
      for (const text of texts) expect((await session.send(text).result).is_error).toBe(false);
      await session.end();
      real.check();
    },
  );

  const entriesIn = (file: string) =>
    readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));

  it.each([
    ['half a line', { halfLine: '{"type":"assis' }, { text: '{"type":"assis', unended: true }],
    [
      'a message without its line end',
      { halfLine: '{"type":"system","subtype":"status"}' },
      { message: { type: 'system', subtype: 'status' }, unended: true },
    ],
  ] as const)('keep lines that are not messages, and %s at a crash', async (_, half, kept) => {
    const file = join(folder, 'half.ndjson');
    const turns = [
      [
        { garbage: 'oops, and here comes what is no frame: key sk-ant-api03-0123456789abcdef' },
        half,
        { crash: 'SIGKILL' as const },
      ],
    ];
    const live = async (options: Options) => {
      const [told, said]: [string[], string[]] = [[], []];
      const onWarning = ({ code, message }: { code: string; message: string }) =>
        told.push(`${code}: ${message}`);
      const session = await startSession({ options: { ...options, onWarning } });
      session.on('message', ({ type }) => said.push(type));
      await expect(session.send('Go').result).rejects.toMatchObject({ code: 'TurnLost' });
      await expect(session.end()).rejects.toMatchObject({ code: 'ProcessError' });
      return { told, said };
    };
    const first = await live({ port: record(file, { port: fakeCli({ turns }).port }) });
    expect(first.told.length).toBeGreaterThan(0);
    const entries = entriesIn(file);
    expect(entries.slice(-3)).toMatchObject([
      { dir: 'out', text: 'oops, and here comes what is no frame: key [hidden]' },
      { dir: 'out', ...kept },
      { dir: 'exit', signal: 'SIGKILL' },
    ]);
    const again = await replay(file);
    expect(await live({ port: again.port })).toEqual(first);
    again.check();

    const host = memoryHost();
    expect(await runCommandLine(['replay', file, '--json'], host)).toBe(0);
    const warnings = host
      .out()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ kind }) => kind === 'warning');
    expect(warnings.map(({ code, message }) => `${code}: ${message}`)).toEqual(first.told);
  });

  it('keep what comes after the exit, and end if a descendant holds the output', async () => {
    const file = join(folder, 'late.ndjson');
    const status = { type: 'system', subtype: 'status' };
    const port = memoryPort();
    const { handle } = startCli(record(file, { port }), {
      file: 'claude',
      args: ['--print', '--', 'Hi'],
      env: {},
      stdin: 'ignore',
    });
    const [process] = port.processes;
    process?.spawn(1);
    process?.exit({ code: 0 });
    process?.stdout(`${JSON.stringify(status)}\nand`);
    handle.release();
    expect(entriesIn(file)).toMatchObject([
      { dir: 'argv' },
      { dir: 'out', message: status },
      { dir: 'out', text: 'and', unended: true },
      { dir: 'exit', code: 0 },
    ]);
    await replay(file);
  });

  it('refuse a file that is not a recording', async () => {
    const file = join(folder, 'x.ndjson');
    writeFileSync(file, '{"dir":"up"}\n');
    await expect(replay(file)).rejects.toMatchObject({ code: 'InvalidOption' });
    await expect(replay(join(folder, 'none'))).rejects.toThrow('cannot be read (ENOENT)');
  });
});
