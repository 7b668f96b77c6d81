import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { ClaudeActorsError } from '../../../src/errors.js';
import { memoryPort } from '../../../src/ffi/process/memoryPort.js';
import { spawnPort } from '../../../src/ffi/process/spawnPort.js';
import { puppet } from '../../support/puppet.js';
import { cliCommand, type StartedCli, startCli } from '../../support/startCli.js';
import { until } from '../../support/until.js';

// Real processes on a busy machine take their time.
jest.setTimeout(30_000);

/** The process's side, however it is brought about. */
interface Cli extends StartedCli {
  say(text: string): Promise<void>;
  complain(text: string): Promise<void>;
  endStdout(): Promise<void>;
  exit(code: number): Promise<void>;
  /** Until then it reads nothing. */
  startReading(): Promise<void>;
  input(): string;
  inputEnded(): boolean;
}

interface Driver {
  prepare(): Promise<(stdin: 'pipe' | 'ignore') => Cli>;
  startInVain(): StartedCli;
}

const cleanUps: Array<() => void> = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

const real: Driver = {
  async prepare() {
    const strings = await puppet();
    cleanUps.push(strings.close);
    return (stdin) => {
      const command = cliCommand('puppet.mjs', { args: [strings.port], stdin });
      const started = startCli(spawnPort(), command);
      cleanUps.push(() => {
        started.handle.kill('SIGKILL');
        started.handle.release();
      });
      return {
        ...started,
        say: (text) => strings.tell('stdout', text),
        complain: (text) => strings.tell('stderr', text),
        endStdout: () => strings.tell('endStdout'),
        exit: (code) => strings.tell('exit', code),
        startReading: () => strings.tell('read'),
        input: strings.input,
        inputEnded: strings.inputEnded,
      };
    };
  },
  startInVain: () => startCli(spawnPort(), cliCommand('no-such-cli')),
};

const inMemory: Driver = {
  prepare: async () => (stdin) => {
    const port = memoryPort({ started: (process) => process.spawn(4242) });
    const started = startCli(port, cliCommand('any', { stdin }));
    const process = port.processes[0];
    if (!process) throw new Error('The port started nothing.');
    process.writes = 'hold';
    let open = true;
    const endStdout = async () => {
      if (open) process.endStdout();
      open = false;
    };
    return {
      ...started,
      say: async (text) => process.stdout(text),
      complain: async (text) => process.stderr(text),
      endStdout,
      async exit(code) {
        await endStdout();
        process.exit({ code });
      },
      async startReading() {
        process.writes = 'accept';
        process.acceptHeld();
      },
      input: () => process.written.join(''),
      inputEnded: () => process.ended,
    };
  },
  startInVain() {
    const error = new ClaudeActorsError('CliNotFound', 'There is none.');
    const port = memoryPort({ started: (process) => process.fail(error) });
    return startCli(port, cliCommand('any'));
  },
};

/** More than any pipe and buffer holds. */
const huge = `${'x'.repeat(4 * 1024 * 1024)}\n`;

/** Writes and keeps what became of it. */
function write(cli: StartedCli, line: string) {
  const outcomes: Array<string | undefined> = [];
  cli.handle.write(line, (error) => outcomes.push(error?.code ?? 'taken'));
  expect(outcomes).toEqual([]);
  return outcomes;
}

const settled = (outcomes: unknown[]) => until('the write to settle', () => outcomes.length > 0);
const spawned = (cli: StartedCli) => until('the spawn', () => cli.seen.calls.includes('spawned'));
const exited = (cli: StartedCli) => until('the exit', () => cli.seen.exit);

describe.each([
  { name: 'spawnPort', driver: real },
  { name: 'memoryPort', driver: inMemory },
])('$name, as a port,', ({ driver }) => {
  const start = async (stdin: 'pipe' | 'ignore' = 'pipe') => (await driver.prepare())(stdin);

  it('calls nothing from inside start, and spawned first', async () => {
    const cli = await start();
    expect(cli.early).toEqual([]);
    await spawned(cli);
    await cli.say('hello');
    await until('the output', () => cli.seen.stdout() === 'hello');
    expect(cli.seen.calls).toEqual(['spawned', 'stdout']);
    expect(cli.seen.pid).toBeGreaterThan(0);
  });

  it('only calls failed, and later, if nothing was started', async () => {
    const cli = driver.startInVain();
    expect(cli.early).toEqual([]);
    await until('the failure', () => cli.seen.error);
    expect(cli.seen.error?.code).toBe('CliNotFound');
    const outcomes = write(cli, 'x\n');
    cli.handle.end();
    cli.handle.kill('SIGKILL');
    cli.handle.pauseOutput();
    cli.handle.resumeOutput();
    await settled(outcomes);
    expect(outcomes).toEqual(['WriteFailed']);
    cli.handle.release();
    expect(cli.seen.calls).toEqual(['failed']);
  });

  it('delivers output in order, then its end, then the exit with its code', async () => {
    const cli = await start();
    await spawned(cli);
    await cli.say('a\n');
    await until('the first line', () => cli.seen.stdout() === 'a\n');
    await cli.complain('oh\n');
    await until('the complaint', () => cli.seen.stderr() === 'oh\n');
    await cli.say('b\n');
    await until('the second line', () => cli.seen.stdout() === 'a\nb\n');
    await cli.endStdout();
    await until('the end', () => cli.seen.calls.includes('stdoutEnded'));
    await cli.exit(3);
    expect(await exited(cli)).toEqual({ code: 3, signal: null });
    expect(cli.seen.calls).toEqual([
      'spawned',
      'stdout',
      'stderr',
      'stdout',
      'stdoutEnded',
      'exited',
    ]);
  });

  it('writes in order, calls back once and later for each write, and then closes', async () => {
    const cli = await start();
    await spawned(cli);
    const outcomes = ['one\n', 'two\n', 'drei €\n'].map((line) => write(cli, line));
    cli.handle.end();
    cli.handle.end();
    await cli.startReading();
    await until('the end of input', cli.inputEnded);
    await until('all the input', () => cli.input() === 'one\ntwo\ndrei €\n');
    expect(outcomes).toEqual([['taken'], ['taken'], ['taken']]);
  });

  it('does not call back before the pipe has accepted the write', async () => {
    const cli = await start();
    await spawned(cli);
    const outcomes = write(cli, huge);
    await cli.say('still here');
    await until('a sign of life', () => cli.seen.stdout() === 'still here');
    expect(outcomes).toEqual([]);
    await cli.startReading();
    await settled(outcomes);
    await until('all the input', () => cli.input() === huge);
    expect(outcomes).toEqual(['taken']);
  });

  it('fails every write that the exit cuts off', async () => {
    const cli = await start();
    await spawned(cli);
    const first = write(cli, huge);
    const second = write(cli, 'x\n');
    await cli.exit(0);
    await settled(second);
    await settled(first);
    expect([first, second]).toEqual([['WriteFailed'], ['WriteFailed']]);
  });

  it('fails a write after end, and keeps the writes before it', async () => {
    const cli = await start();
    await spawned(cli);
    const before = write(cli, huge);
    cli.handle.end();
    const after = write(cli, 'too late\n');
    await settled(after);
    expect(after).toEqual(['WriteFailed']);
    await cli.startReading();
    await until('the end of input', cli.inputEnded);
    await until('all the input', () => cli.input() === huge);
    expect(before).toEqual(['taken']);
  });

  it('fails a write after the exit, and ignores end and signals', async () => {
    const cli = await start();
    await spawned(cli);
    await cli.exit(0);
    await exited(cli);
    const outcomes = write(cli, 'x\n');
    cli.handle.end();
    cli.handle.kill('SIGTERM');
    cli.handle.kill('SIGKILL');
    await settled(outcomes);
    expect(outcomes).toEqual(['WriteFailed']);
  });

  it('fails a write to a process without stdin', async () => {
    const cli = await start('ignore');
    await spawned(cli);
    const outcomes = write(cli, 'x\n');
    cli.handle.end();
    await settled(outcomes);
    expect(outcomes).toEqual(['WriteFailed']);
  });

  it('buffers output while paused, even past the exit, and then delivers all of it', async () => {
    const cli = await start();
    await spawned(cli);
    cli.handle.pauseOutput();
    await cli.say('kept\n');
    await cli.exit(0);
    await exited(cli);
    // A round trip of another kind, in which output that was let go would arrive.
    await settled(write(cli, 'x\n'));
    expect(cli.seen.calls).toEqual(['spawned', 'exited']);
    cli.handle.resumeOutput();
    await until('the end', () => cli.seen.calls.includes('stdoutEnded'));
    expect(cli.seen.stdout()).toBe('kept\n');
    expect(cli.seen.calls).toEqual(['spawned', 'exited', 'stdout', 'stdoutEnded']);
  });

  it('calls nothing after release, and fails the pending writes', async () => {
    const cli = await start();
    await spawned(cli);
    const outcomes = write(cli, huge);
    cli.handle.release();
    cli.handle.release();
    const later = write(cli, 'x\n');
    cli.handle.pauseOutput();
    cli.handle.resumeOutput();
    cli.handle.end();
    await settled(outcomes);
    await settled(later);
    expect([outcomes, later]).toEqual([['WriteFailed'], ['WriteFailed']]);
    await cli.complain('anyone?');
    await cli.exit(0);
    expect(cli.seen.calls).toEqual(['spawned']);
  });

  it('calls nothing if it is released before anything happened', async () => {
    const startPrepared = await driver.prepare();
    const clis = [startPrepared('pipe'), driver.startInVain()];
    for (const cli of clis) cli.handle.release();
    for (const cli of clis) await settled(write(cli, 'x\n'));
    expect(clis.map(({ seen }) => seen.calls)).toEqual([[], []]);
  });
});
