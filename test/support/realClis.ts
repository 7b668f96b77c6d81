import type { Command, Port } from '../../src/ffi/process/port.js';
import { type SpawnPortOptions, spawnPort } from '../../src/ffi/process/spawnPort.js';
import { endProcesses } from './processes.js';
import { type StartedCli, smallEnv, startCli } from './startCli.js';
import { until } from './until.js';

/** Starts real processes for a test, and ends them all after it. */
export function realClis() {
  const clis: StartedCli[] = [];
  const pids: number[] = [];
  const listenersBefore = process.listenerCount('exit');
  return {
    listenersBefore,
    /** Other processes that the test brought about; ended with the rest. */
    pids,
    start(command: Command, options?: SpawnPortOptions | Port): StartedCli {
      const port = options && 'start' in options ? options : spawnPort(options);
      const cli = startCli(port, command);
      clis.push(cli);
      return cli;
    },
    async endAll(): Promise<void> {
      for (const { handle } of clis.splice(0)) {
        handle.kill('SIGKILL');
        handle.release();
      }
      endProcesses(pids.splice(0));
      await until('the CLIs to go', () => process.listenerCount('exit') === listenersBefore);
    },
  };
}

export const sh = (script: string, more: Partial<Command> = {}): Command => ({
  file: '/bin/sh',
  args: ['-c', script],
  env: smallEnv,
  stdin: 'pipe',
  ...more,
});

export const output = ({ seen }: StartedCli, text: string) =>
  until(`the output ${text}`, () => seen.stdout().includes(text));

export const exit = ({ seen }: StartedCli) => until('the exit', () => seen.exit);

export const ended = ({ seen }: StartedCli) =>
  until('the end of stdout', () => seen.calls.includes('stdoutEnded'));

/** The outcome of a write: an error code, or `taken`. */
export const write = ({ handle }: StartedCli, line: string) =>
  new Promise<string>((resolve) => {
    handle.write(line, (error) => resolve(error?.code ?? 'taken'));
  });
