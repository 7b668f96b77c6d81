import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { query } from '../../../src/Query.js';
import { startSession } from '../../../src/startSession.js';
import { settle } from '../../support/simulated.js';
import { leave, observedRun, success } from './observedRun.js';

const directories: string[] = [];

afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true });
});

async function drain(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of items);
}

describe('what the logger receives', () => {
  it('names the path, the pid and the command when the CLI has started, without secrets or environment', async () => {
    const run = observedRun({
      env: { ANTHROPIC_API_KEY: 'sk-ant-very-secret', HARMLESS: 'not-to-be-listed' },
      extraArgs: { 'api-key': 'sk-other-secret' },
      model: 'sonnet',
      cwd: tmpdir(),
    });
    const session = await startSession({ options: run.options });
    await session.stop();
    const [line] = run.logged('info', 'CLI started');
    expect(line?.fields).toMatchObject({ pid: 7, cliPath: 'claude', cwd: tmpdir() });
    const argv = line?.fields.argv as string[];
    expect(argv.slice(0, 1)).toEqual(['claude']);
    expect(argv).toContain('--input-format');
    expect(argv.join(' ')).toContain('sonnet');
    const all = JSON.stringify(run.lines);
    for (const hidden of ['secret', 'not-to-be-listed']) expect(all).not.toContain(hidden);
  });

  it('names the path and the version of a CLI that was looked for', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'observer-'));
    directories.push(directory);
    const cli = join(directory, 'claude-2.1.325.mjs');
    writeFileSync(cli, `console.log('${JSON.stringify(success)}');\n`);
    const run = observedRun({
      port: undefined,
      clock: undefined,
      pathToClaudeCodeExecutable: cli,
      env: {},
      envMode: 'replace',
    });
    await drain(query('hello', { mode: 'oneShot', ...run.options }));
    const found = run.logged('debug', 'CLI found');
    expect(found.map(({ fields }) => fields)).toMatchObject([
      { cliPath: cli, trace: [{ path: cli, outcome: 'found' }] },
    ]);
    const [version] = run.logged('info', 'CLI version');
    expect(version?.fields).toMatchObject({ cliPath: cli, cliVersion: '2.1.325' });
    expect(run.measured('claude.discovery.duration')).toEqual([
      expect.objectContaining({ kind: 'duration', labels: { result: 'found' } }),
    ]);
  });

  it('tells the error of a CLI that is not there, and no exit', async () => {
    const run = observedRun({
      port: undefined,
      pathToClaudeCodeExecutable: '/home/dev/no-such-cli',
    });
    await expect(startSession({ options: run.options })).rejects.toMatchObject({
      code: 'CliNotFound',
    });
    await settle();
    const [line, ...more] = run.logged('error');
    expect(line?.fields).toMatchObject({ code: 'CliNotFound', category: 'start' });
    expect(line?.fields.trace).toHaveLength(1);
    expect(more).toEqual([]);
    expect(run.logged('info')).toEqual([]);
    expect(run.measured('claude.discovery.duration')).toEqual([
      expect.objectContaining({ labels: { result: 'CliNotFound' } }),
    ]);
  });

  it('tells the exit with its run time and counts', async () => {
    const run = observedRun();
    const session = await startSession({ options: run.options });
    const turn = session.send('hello');
    await settle();
    run.process().stderr('one\ntwo\n');
    run.say(success);
    await turn.result;
    await session.end();
    await settle();
    const [line, ...more] = run.logged('info', 'CLI exited');
    expect(more).toEqual([]);
    expect(line?.fields).toEqual({
      pid: 7,
      exitCode: 0,
      signal: null,
      runtimeMs: expect.any(Number),
      linesIn: 2,
      linesOut: 2,
      bytesIn: expect.any(Number),
      bytesOut: expect.any(Number),
      stderrLines: 2,
    });
    expect(line?.fields.bytesIn).toBeGreaterThan(100);
    expect(line?.fields.bytesOut).toBeGreaterThan(100);
  });

  it('tells the exit of a one-shot query once, with what was read', async () => {
    const run = observedRun();
    const stream = query('hello', { mode: 'oneShot', ...run.options });
    await settle();
    run.say(success);
    leave(run.process());
    await drain(stream);
    await stream.close();
    await settle();
    const exits = run.logged('info', 'CLI exited').map(({ fields }) => fields);
    expect(exits).toEqual([expect.objectContaining({ linesIn: 1, linesOut: 1, exitCode: 0 })]);
  });

  it('tells changes of state at debug, of sessions and of queries', async () => {
    const run = observedRun();
    const session = await startSession({ options: run.options });
    await session.stop();
    const states = run.logged('debug', 'state changed').map(({ fields }) => fields.state);
    expect(states).toEqual(['starting', 'initSent', 'running', 'stopping', 'stopped']);

    const other = observedRun();
    const stream = query('hello', { mode: 'oneShot', ...other.options });
    await settle();
    leave(other.process());
    await drain(stream);
    await stream.close();
    const after = other.logged('debug', 'state changed').map(({ fields }) => fields.state);
    expect(after).toEqual(['starting', 'streaming', 'closed', 'exited']);
  });

  it('tells a failed start with the fields of its error', async () => {
    const run = observedRun({}, { greets: false });
    const starting = startSession({ options: run.options });
    await settle();
    run.process().stderr('no key\n');
    leave(run.process(), 3);
    await expect(starting).rejects.toMatchObject({ code: 'ExitedDuringStart' });
    await settle();
    const errors = run.logged('error');
    expect(errors.map(({ fields }) => fields)).toEqual([
      expect.objectContaining({
        code: 'ExitedDuringStart',
        category: 'start',
        exitCode: 3,
        stderrTail: 'no key\n',
        pid: 7,
      }),
    ]);
  });

  it('tells a session that fails in the middle of a turn once, and its lost turn at debug', async () => {
    const run = observedRun();
    const session = await startSession({ options: run.options });
    const turn = session.send('hello');
    await settle();
    leave(run.process(), 1);
    await expect(turn.result).rejects.toMatchObject({ code: 'TurnLost' });
    await expect(session.end()).rejects.toMatchObject({ code: 'ProcessError' });
    await settle();
    expect(run.logged('error').map(({ fields }) => fields.code)).toEqual(['ProcessError']);
    const turns = run.logged('debug', 'turn').map(({ fields }) => fields);
    expect(turns).toEqual([
      { pid: 7, uuid: turn.uuid, state: 'queued' },
      { pid: 7, uuid: turn.uuid, state: 'lost' },
    ]);
  });

  it('tells errors that do not end a query, and the one that does', async () => {
    const run = observedRun();
    const stream = query('hello', { mode: 'oneShot', ...run.options });
    await settle();
    run.process().stdout('garbage\n{"no":"type"}\n');
    leave(run.process(), 2);
    await expect(drain(stream.items())).rejects.toMatchObject({ code: 'ProcessError' });
    expect(run.logged('error').map(({ fields }) => fields.code)).toEqual([
      'JsonDecodeError',
      'UnexpectedMessage',
      'ProcessError',
    ]);
    expect(run.logged('error')[0]?.fields.line).toBe('garbage');
  });

  it.each(['oneShot', 'session'] as const)('tells an abort at info (%s)', async (mode) => {
    const abortController = new AbortController();
    const run = observedRun({ abortController, mode });
    const stream = query('hello', { mode: 'oneShot', ...run.options });
    await settle();
    abortController.abort();
    await expect(drain(stream)).rejects.toMatchObject({ code: 'Aborted' });
    await stream.close();
    await settle();
    expect(run.logged('error')).toEqual([]);
    const told = run.logged('info').map(({ fields }) => fields.code);
    expect(told.filter((code) => code !== undefined)).toEqual(['Aborted']);
  });
});

describe('reports about warnings', () => {
  it('tells the logger and onWarning of what the options, the chart and the CLI bring', async () => {
    const run = observedRun({ systemPrompt: 'a', appendSystemPrompt: 'b' });
    const session = await startSession({ options: run.options });
    run.process().stdout('garbage\n');
    await session.stop();
    expect(run.warnings.map(({ code }) => code)).toEqual(['OptionIgnored', 'UndecodableLine']);
    expect(run.warnings[1]).toEqual({
      code: 'UndecodableLine',
      message: expect.stringContaining('could not be read'),
      context: { reason: 'notJson', line: 'garbage' },
    });
    expect(run.logged('warn')).toEqual(
      run.warnings.map(({ code, message, context }) => ({
        level: 'warn',
        message,
        fields: code === 'OptionIgnored' ? { code, context } : { pid: 7, code, context },
      })),
    );
  });

  it('tells of silence, which is a warning of health', async () => {
    const run = observedRun();
    const session = await startSession({ options: run.options });
    session.send('hello');
    await settle();
    run.clock.increment(120_000);
    expect(run.logged('warn').map(({ fields }) => fields.code)).toEqual(['Stalled']);
    await session.stop();
  });

  it('gives onWarning what items() gives, with the message that it is about', async () => {
    const run = observedRun();
    const stream = query('hello', { mode: 'oneShot', ...run.options });
    await settle();
    run.say(success, { type: 'assistant', message: { content: [] } });
    leave(run.process());
    const given: unknown[] = [];
    for await (const item of stream.items()) if (item.kind === 'warning') given.push(item.warning);
    expect(run.warnings).toEqual(given);
    expect(run.warnings).toEqual([
      expect.objectContaining({
        code: 'UnexpectedMessageAfterResult',
        context: { type: 'assistant', message: { type: 'assistant', message: { content: [] } } },
      }),
    ]);
    expect(run.logged('warn')[0]?.fields.context).toEqual({ type: 'assistant' });
  });
});
