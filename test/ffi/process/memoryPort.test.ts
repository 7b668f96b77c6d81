import { describe, expect, it } from '@jest/globals';
import { ClaudeActorsError } from '../../../src/errors.js';
import { memoryPort } from '../../../src/ffi/process/memoryPort.js';
import type { MemoryBehaviour } from '../../../src/ffi/process/memoryProcess.js';
import { cliCommand, startCli } from '../../support/startCli.js';

const command = cliCommand('any');

function start(behaviour?: MemoryBehaviour) {
  const port = memoryPort(behaviour);
  const started = startCli(port, command);
  const [process] = port.processes;
  if (!process) throw new Error('The port started nothing.');
  return { ...started, port, process };
}

/** Lets everything come about that is due by now. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('memoryPort', () => {
  it('keeps every command that was started, in order', () => {
    const port = memoryPort();
    const commands = ['a', 'b'].map((name) => cliCommand(name));
    for (const each of commands) startCli(port, each);
    expect(port.processes.map((process) => process.command)).toEqual(commands);
  });

  it('does nothing on its own', async () => {
    const { seen } = start();
    await turn();
    expect(seen.calls).toEqual([]);
  });

  it('shows signals in their order, pausing and release', () => {
    const { handle, process } = start();
    process.spawn();
    handle.kill('SIGINT');
    handle.kill('SIGTERM');
    handle.kill('SIGKILL');
    expect(process.signals).toEqual(['SIGINT', 'SIGTERM', 'SIGKILL']);
    handle.pauseOutput();
    expect(process.paused).toBe(true);
    handle.resumeOutput();
    expect(process.paused).toBe(false);
    expect(process.released).toBe(false);
    handle.release();
    expect(process.released).toBe(true);
  });

  it('ignores signals after its exit', () => {
    const { handle, process } = start();
    process.spawn();
    process.exit();
    handle.kill('SIGKILL');
    expect(process.signals).toEqual([]);
  });

  it('can fail writes while it is alive', async () => {
    const { handle, process } = start();
    process.spawn(5);
    process.writes = 'fail';
    const errors: Array<ClaudeActorsError | undefined> = [];
    handle.write('x\n', (error) => errors.push(error));
    await turn();
    expect(errors).toMatchObject([{ code: 'WriteFailed', details: { pid: 5 } }]);
    expect(process.written).toEqual([]);
  });

  it('keeps writes in order when held ones precede accepted ones', () => {
    const { handle, process } = start();
    process.spawn();
    process.writes = 'hold';
    handle.write('1\n', () => {});
    process.writes = 'accept';
    handle.write('2\n', () => {});
    handle.end();
    expect(process.written).toEqual([]);
    expect(process.ended).toBe(false);
    process.acceptHeld();
    expect(process.written).toEqual(['1\n', '2\n']);
    expect(process.ended).toBe(true);
  });

  it('exits normally, with a code, or by a signal', () => {
    const exits = [{}, { code: 1 }, { signal: 'SIGTERM' }] as const;
    const told = exits.map((exit) => {
      const { process, seen } = start();
      process.spawn();
      process.exit(exit);
      return seen.exit;
    });
    expect(told).toEqual([
      { code: 0, signal: null },
      { code: 1, signal: null },
      { code: null, signal: 'SIGTERM' },
    ]);
  });

  it('lets stdout outlive the process, as with a grandchild', () => {
    const { process, seen } = start();
    process.spawn();
    process.exit();
    process.stdout(Uint8Array.of(104, 105));
    process.endStdout();
    expect(seen.calls).toEqual(['spawned', 'exited', 'stdout', 'stdoutEnded']);
    expect(seen.stdout()).toBe('hi');
  });

  it('runs its behaviour, never from inside a call of its owner', async () => {
    const told: string[] = [];
    const { handle, seen, process } = start({
      started: (cli) => cli.spawn(1),
      wrote: (cli, line) => cli.stdout(`echo ${line}`),
      ended: (cli) => cli.endStdout(),
      killed(cli, signal) {
        told.push(signal);
        cli.exit({ signal });
      },
    });
    handle.write('hello\n', () => {});
    handle.end();
    handle.kill('SIGTERM');
    expect(seen.calls).toEqual([]);
    await turn();
    expect(seen.calls).toEqual(['spawned', 'stdout', 'stdoutEnded', 'exited']);
    expect(seen.stdout()).toBe('echo hello\n');
    expect(told).toEqual(process.signals);
  });

  it('throws if a test does what no process can do', () => {
    const { process } = start();
    expect(() => process.stdout('early')).toThrow('it is starting');
    expect(() => process.exit()).toThrow('it is starting');
    process.spawn();
    expect(() => process.spawn()).toThrow('it is alive');
    expect(() => process.fail(new ClaudeActorsError('SpawnFailed', 'x'))).toThrow('it is alive');
    process.endStdout();
    expect(() => process.endStdout()).toThrow('already ended');
    expect(() => process.stdout('late')).toThrow('has ended');
    process.exit();
    expect(() => process.exit()).toThrow('it is exited');
  });
});
