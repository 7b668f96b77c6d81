import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { customPort, type SpawnProcess } from '../../../src/actors/process/customPort.js';
import type { SpawnedProcess, SpawnOptions } from '../../../src/options/processTypes.js';
import { endProcesses, isAlive } from '../../support/processes.js';
import { puppet } from '../../support/puppet.js';
import { cliCommand, type StartedCli, smallEnv, startCli } from '../../support/startCli.js';
import { until } from '../../support/until.js';

// Real processes on a busy machine take their time.
jest.setTimeout(30_000);

const children: ChildProcess[] = [];
const cleanUps: Array<() => void> = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
  endProcesses(children.splice(0).flatMap(({ pid }) => pid ?? []));
});

function keep(child: ChildProcess): SpawnedProcess {
  children.push(child);
  return child as SpawnedProcess;
}

const spawnIt: SpawnProcess = ({ command, args, cwd, env }) =>
  keep(spawn(command, args, { cwd, env, stdio: 'pipe' }));

async function startPuppet(options: { stdin?: 'pipe' | 'ignore'; spawn?: SpawnProcess } = {}) {
  const { stdin = 'pipe', spawn: spawnProcess = spawnIt } = options;
  const strings = await puppet();
  cleanUps.push(strings.close);
  let given: SpawnOptions | undefined;
  const port = customPort((spawnOptions) => {
    given = spawnOptions;
    return spawnProcess(spawnOptions);
  });
  const cli = startCli(port, cliCommand('puppet.mjs', { args: [strings.port], stdin }));
  cleanUps.push(cli.handle.release);
  if (!given) throw new Error('The function was not called.');
  return { ...cli, strings, given };
}

/** More than any pipe and buffer holds. */
const huge = `${'x'.repeat(4 * 1024 * 1024)}\n`;

function write({ handle }: StartedCli, line: string) {
  const outcomes: string[] = [];
  handle.write(line, (error) => outcomes.push(error?.code ?? 'taken'));
  expect(outcomes).toEqual([]);
  return outcomes;
}

const settled = (outcomes: unknown[]) => until('the write to settle', () => outcomes.length > 0);
const spawned = (cli: StartedCli) => until('the spawn', () => cli.seen.calls.includes('spawned'));
const exited = (cli: StartedCli) => until('the exit', () => cli.seen.exit);

describe('a process that spawnClaudeCodeProcess starts', () => {
  it('is started with the command, and a signal that is not aborted', () => {
    const asked: SpawnOptions[] = [];
    const port = customPort((options) => {
      asked.push(options);
      return spawnIt(options);
    });
    const command = cliCommand('hang.sh', { args: ['a'], cwd: '/' });
    cleanUps.push(startCli(port, command).handle.release);
    expect(asked).toEqual([
      {
        command: command.file,
        args: ['a'],
        cwd: '/',
        env: smallEnv,
        signal: expect.any(AbortSignal),
      },
    ]);
    expect(asked[0]?.signal.aborted).toBe(false);
    expect(asked[0]?.env).not.toBe(command.env);
  });

  it('is reported in order: spawned, output, end of output, exit', async () => {
    const cli = await startPuppet();
    expect(cli.early).toEqual([]);
    await spawned(cli);
    expect(cli.seen.pid).toBe(children[0]?.pid);
    await cli.strings.tell('stdout', 'a €\n');
    await until('the first line', () => cli.seen.stdout() === 'a €\n');
    await cli.strings.tell('stderr', 'oh\n');
    await until('the complaint', () => cli.seen.stderr() === 'oh\n');
    await cli.strings.tell('stdout', 'b\n');
    await until('the second line', () => cli.seen.stdout() === 'a €\nb\n');
    await cli.strings.tell('endStdout');
    await until('the end', () => cli.seen.calls.includes('stdoutEnded'));
    await cli.strings.tell('exit', 3);
    expect(await exited(cli)).toEqual({ code: 3, signal: null });
    expect(cli.seen.calls).toEqual([
      'spawned',
      'stdout',
      'stderr',
      'stdout',
      'stdoutEnded',
      'exited',
    ]);
    expect(cli.given.signal.aborted).toBe(false);
  });

  it('reads what is written, in order, and then the end; each write is confirmed once', async () => {
    const cli = await startPuppet();
    await spawned(cli);
    const outcomes = [huge, 'two\n', 'drei €\n'].map((line) => write(cli, line));
    cli.handle.end();
    const late = write(cli, 'late\n');
    await settled(late);
    expect([...outcomes, late]).toEqual([[], [], [], ['WriteFailed']]);
    await cli.strings.tell('read');
    await until('the end of input', cli.strings.inputEnded);
    await until('all the input', () => cli.strings.input() === `${huge}two\ndrei €\n`);
    expect(outcomes).toEqual([['taken'], ['taken'], ['taken']]);
  });

  it('fails the writes that its exit cuts off and those after it, and throws nothing', async () => {
    const cli = await startPuppet();
    await spawned(cli);
    const cut = write(cli, huge);
    await cli.strings.tell('exit', 0);
    await settled(cut);
    await exited(cli);
    const late = write(cli, 'x\n');
    cli.handle.end();
    cli.handle.kill('SIGKILL');
    await settled(late);
    expect([cut, late]).toEqual([['WriteFailed'], ['WriteFailed']]);
  });

  it('gets EOF at once if it is a one-shot CLI', async () => {
    const cli = await startPuppet({ stdin: 'ignore' });
    await spawned(cli);
    await cli.strings.tell('read');
    await until('the end of input', cli.strings.inputEnded);
    const outcomes = write(cli, 'x\n');
    await settled(outcomes);
    expect(outcomes).toEqual(['WriteFailed']);
    expect(cli.strings.input()).toBe('');
  });

  it('holds its output while paused, even after its exit', async () => {
    const cli = await startPuppet();
    await spawned(cli);
    cli.handle.pauseOutput();
    await cli.strings.tell('stdout', 'kept\n');
    await cli.strings.tell('exit', 0);
    await exited(cli);
    await settled(write(cli, 'x\n'));
    expect(cli.seen.calls).toEqual(['spawned', 'exited']);
    cli.handle.resumeOutput();
    await until('the end', () => cli.seen.calls.includes('stdoutEnded'));
    expect(cli.seen.stdout()).toBe('kept\n');
  });

  it('gets signals; the abort signal fires with SIGTERM and not with SIGINT', async () => {
    const cli = await startPuppet();
    await spawned(cli);
    await cli.strings.tell('stdout', 'up');
    await until('a sign of life', () => cli.seen.stdout() === 'up');
    const [child] = children;
    const signals: unknown[] = [];
    jest.spyOn(child as ChildProcess, 'kill').mockImplementationOnce((signal) => {
      signals.push(signal, cli.given.signal.aborted);
      return true;
    });
    cli.handle.kill('SIGINT');
    expect(signals).toEqual(['SIGINT', false]);
    expect(cli.given.signal.aborted).toBe(false);
    cli.handle.kill('SIGTERM');
    expect(cli.given.signal.aborted).toBe(true);
    expect(await exited(cli)).toEqual({ code: null, signal: 'SIGTERM' });
  });

  it("may be bound to the abort signal: Node's error for it is harmless", async () => {
    const cli = await startPuppet({
      spawn: ({ command, args, env, signal }) =>
        keep(spawn(command, args, { env, signal, killSignal: 'SIGKILL', stdio: 'pipe' })),
    });
    await spawned(cli);
    cli.handle.kill('SIGTERM');
    expect(await exited(cli)).toMatchObject({ code: null });
    expect(cli.seen.calls.filter((call) => call === 'exited')).toHaveLength(1);
  });

  it('may refuse a signal by throwing', async () => {
    const cli = await startPuppet();
    await spawned(cli);
    const [child] = children;
    jest.spyOn(child as ChildProcess, 'kill').mockImplementationOnce(() => {
      throw new Error('no');
    });
    cli.handle.kill('SIGTERM');
    cli.handle.kill('SIGKILL');
    await exited(cli);
  });

  it('reports nothing after its release, which aborts the signal if it is still alive', async () => {
    const cli = await startPuppet();
    await spawned(cli);
    const cut = write(cli, huge);
    cli.handle.release();
    cli.handle.release();
    expect(cli.given.signal.aborted).toBe(true);
    await settled(cut);
    expect(cut).toEqual(['WriteFailed']);
    await cli.strings.tell('exit', 0);
    const [child] = children;
    await until('the exit', () => child?.exitCode === 0);
    expect(cli.seen.calls).toEqual(['spawned']);
  });

  it('reports nothing at all if it is released at once', async () => {
    const cli = await startPuppet();
    cli.handle.release();
    await cli.strings.tell('exit', 0);
    await until('the exit', () => children[0]?.exitCode === 0);
    expect(cli.seen.calls).toEqual([]);
  });

  it.each([
    ['release, then exit', true],
    ['exit, then release', false],
  ])('keeps no listener of the port: %s', async (_, releaseFirst) => {
    const before = process.listenerCount('exit');
    const cli = await startPuppet();
    await spawned(cli);
    const [child] = children;
    const own = (child as ChildProcess).listenerCount('exit');
    if (releaseFirst) cli.handle.release();
    await cli.strings.tell('exit', 0);
    await until('the exit', () => child?.exitCode === 0);
    if (!releaseFirst) {
      await exited(cli);
      cli.handle.release();
    }
    expect(own).toBeGreaterThan(0);
    expect(child?.listenerCount('exit')).toBe(0);
    expect(child?.listenerCount('error')).toBe(0);
    await until('the listeners to go', () => process.listenerCount('exit') === before);
  });
});

describe('a process that breaks without an exit', () => {
  /** What a wrapper of a container or of another machine hands out. */
  function remote() {
    const streams = { stdin: new PassThrough(), stdout: new PassThrough() };
    const kill = jest.fn((_signal: string) => true);
    const child = Object.assign(new EventEmitter(), { ...streams, kill, exitCode: null });
    const cli = startCli(
      customPort(() => child as never),
      cliCommand('any'),
    );
    cleanUps.push(cli.handle.release);
    return { cli, child, kill };
  }

  it('because it reports an error after its first output, says that error', async () => {
    const { cli, child } = remote();
    child.stdout.write('a\n');
    await until('the output', () => cli.seen.stdout() === 'a\n');
    child.emit('error', new Error('connection lost'));
    expect((await exited(cli)).startFailure).toMatchObject({
      code: 'ProcessError',
      message: expect.stringMatching(/^Failed to spawn Claude Code process: connection lost\. /),
      cause: { message: 'connection lost' },
    });
  });

  it('because its stdin throws, is killed and gone', async () => {
    const { cli, child, kill } = remote();
    await spawned(cli);
    child.stdin.write = () => {
      throw new Error('not connected');
    };
    const outcomes = write(cli, 'x\n');
    expect((await exited(cli)).startFailure).toMatchObject({
      code: 'ProcessError',
      message: expect.stringMatching(/^Failed to write to process stdin: not connected\. /),
    });
    await settled(outcomes);
    expect(outcomes).toEqual(['WriteFailed']);
    expect(kill).toHaveBeenCalledWith('SIGKILL');
  });

  it('because its stdout does, says why, whatever signal ends it', async () => {
    const { cli, child } = remote();
    await spawned(cli);
    child.stdout.destroy(new Error('read ECONNRESET'));
    await until('the end', () => cli.seen.calls.includes('stdoutEnded'));
    child.emit('exit', null, 'SIGINT');
    expect((await exited(cli)).startFailure).toMatchObject({
      code: 'ProcessError',
      message: expect.stringMatching(/^read ECONNRESET\. /),
    });
  });
});

describe('a spawnClaudeCodeProcess that starts nothing', () => {
  const inVain = (spawnProcess: SpawnProcess, options = {}) => {
    const cli = startCli(customPort(spawnProcess), cliCommand('any', options));
    expect(cli.early).toEqual([]);
    return until('the failure', () => cli.seen.error).then((error) => ({ ...cli, error }));
  };

  it('because it throws, gives its error as the cause', async () => {
    const cause = new Error('no such container');
    const cli = await inVain(() => {
      throw cause;
    });
    expect(cli.error).toMatchObject({
      code: 'SpawnFailed',
      message: expect.stringMatching(/^`spawnClaudeCodeProcess` threw: no such container\. /),
      details: { stage: 'spawn', cliPath: cliCommand('any').file },
    });
    expect(cli.error.cause).toBe(cause);
    const outcomes = write(cli, 'x\n');
    cli.handle.end();
    cli.handle.kill('SIGKILL');
    cli.handle.pauseOutput();
    cli.handle.resumeOutput();
    await settled(outcomes);
    cli.handle.release();
    expect(outcomes).toEqual(['WriteFailed']);
    expect(cli.seen.calls).toEqual(['failed']);
  });

  it("because Node cannot, gives Node's error without its command line", async () => {
    const env = { ...smallEnv, API_KEY: 'sesame-open-now' };
    const { error } = await inVain(
      ({ env, args }) => keep(spawn('/no/such/cli', args, { env, stdio: 'pipe' })),
      { env, args: ['--x=sesame-open-now'], cwd: '/home/dev' },
    );
    expect(error).toMatchObject({
      code: 'SpawnFailed',
      message: expect.stringContaining('ENOENT'),
      details: { cwd: '/home/dev' },
      cause: { code: 'ENOENT' },
    });
    expect(inspect(error, { depth: 9 })).not.toContain('sesame');
  });

  it.each([
    ['undefined', () => undefined, 'undefined'],
    ['null', () => null, 'null'],
    ['a text', () => 'pid 7', 'pid 7'],
    ['an object of another kind', () => ({}), 'without on()'],
    ['a promise that rejects', () => Promise.reject(new Error('late')), 'a promise'],
  ])('because it returns %s, says what it must return', async (_, returns, named) => {
    const { error } = await inVain(returns as never);
    expect(error.code).toBe('SpawnFailed');
    expect(error.message).toContain('must return the process itself');
    expect(error.message).toContain(named);
  });

  it.each([
    ['without pipes', (child: ChildProcess) => child, 'stdin'],
    ['as a promise', (child: ChildProcess) => Promise.resolve(child), 'a promise'],
    ['with a stream of the web', (child: ChildProcess) => fakeStdout(child), 'stdout'],
  ])('because it returns a process %s, ends that process', async (_, wrap, named) => {
    const stdio = named === 'stdin' ? 'ignore' : 'pipe';
    const { error } = await inVain(({ env }) => {
      const child = spawn('sleep', ['60'], { env, stdio });
      children.push(child);
      return wrap(child) as never;
    });
    expect(error.message).toContain(named);
    const pid = children[0]?.pid ?? 0;
    await until('its end', () => !isAlive(pid));
  });

  it('reports nothing if it is released at once', async () => {
    const cli = startCli(
      customPort(() => undefined as never),
      cliCommand('any'),
    );
    cli.handle.release();
    await new Promise((resolve) => setImmediate(resolve));
    expect(cli.seen.calls).toEqual([]);
  });
});

function fakeStdout(child: ChildProcess): unknown {
  return Object.assign(child, { stdout: new ReadableStream() });
}
