import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ClaudeActorsError } from '../../src/errors.js';
import type {
  Command,
  Exit,
  Port,
  ProcessHandle,
  ProcessListener,
} from '../../src/ffi/process/port.js';

const fixtures = fileURLToPath(new URL('../fixtures', import.meta.url));

export const cliFixture = (name: string): string => join(fixtures, 'cli', name);
export const parentFixture = (name: string): string => join(fixtures, 'parents', name);

/** Enough to find `node`, `sh` and `sleep`, and nothing else of this machine. */
export const smallEnv = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };

export function cliCommand(name: string, options: Partial<Command> = {}): Command {
  return { file: cliFixture(name), args: [], env: smallEnv, stdin: 'pipe', ...options };
}

/** Everything that a port reported to its owner. */
export interface Seen {
  /** The names of the calls, in order. */
  readonly calls: ReadonlyArray<keyof ProcessListener>;
  readonly pid: number | undefined;
  readonly error: ClaudeActorsError | undefined;
  readonly stderrEnded: boolean;
  readonly exit: Exit | undefined;
  readonly chunks: readonly Uint8Array[];
  stdout(): string;
  stderr(): string;
}

export interface StartedCli {
  handle: ProcessHandle;
  seen: Seen;
  /** The calls that came before `start` had returned. */
  early: ReadonlyArray<keyof ProcessListener>;
}

export function startCli(port: Port, command: Command): StartedCli {
  const calls: Array<keyof ProcessListener> = [];
  const chunks: Uint8Array[] = [];
  const complaints: Uint8Array[] = [];
  let pid: number | undefined;
  let error: ClaudeActorsError | undefined;
  let exit: Exit | undefined;
  let stderrEnded = false;

  const handle = port.start(command, {
    spawned(number) {
      calls.push('spawned');
      pid = number;
    },
    failed(failure) {
      calls.push('failed');
      error = failure;
    },
    stdout(bytes) {
      calls.push('stdout');
      chunks.push(bytes);
    },
    stdoutEnded() {
      calls.push('stdoutEnded');
    },
    stderr(bytes) {
      calls.push('stderr');
      complaints.push(bytes);
    },
    // Not among the calls: it comes at any time around the exit.
    stderrEnded() {
      stderrEnded = true;
    },
    exited(how) {
      calls.push('exited');
      exit = how;
    },
  });
  const early = [...calls];
  return {
    handle,
    early,
    seen: {
      calls,
      chunks,
      get pid() {
        return pid;
      },
      get error() {
        return error;
      },
      get stderrEnded() {
        return stderrEnded;
      },
      get exit() {
        return exit;
      },
      stdout: () => Buffer.concat(chunks).toString(),
      stderr: () => Buffer.concat(complaints).toString(),
    },
  };
}
