import type { ClaudeActorsError } from '../../errors.js';

export interface Command {
  file: string;
  args: readonly string[];
  cwd?: string;
  /** The whole environment of the child; nothing is inherited. */
  env: Readonly<Record<string, string>>;
  /** A one-shot CLI waits 3 s for input if its stdin is left open, so it gets none. */
  stdin: 'pipe' | 'ignore';
}

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Descendants in groups of their own that outlived the process and were killed. */
  orphansKilled: number;
  /** Why it never ran as a CLI, where that only showed in how it exited. */
  startFailure?: ClaudeActorsError;
}

/** What a process tells its owner; never from inside `start`, nothing after `release`. */
export interface ProcessListener {
  spawned(pid: number | undefined): void;
  /** Nothing was started; no other call follows. */
  failed(error: ClaudeActorsError): void;
  stdout(bytes: Uint8Array): void;
  stdoutEnded(): void;
  stderr(bytes: Uint8Array): void;
  /** All that was said on stderr has been told; what was said last explains an exit. */
  stderrEnded?(): void;
  /** The process is gone. Its stdout may still be held open by a descendant. */
  exited(exit: Exit): void;
}

export type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGKILL';

export interface ProcessHandle {
  /** `done` is called once, never from inside `write`: the pipe took the bytes, or never will. */
  write(line: string, done: (error?: ClaudeActorsError) => void): void;
  /** Closes stdin after what was written. */
  end(): void;
  kill(signal: StopSignal): void;
  pauseOutput(): void;
  resumeOutput(): void;
  /** Lets go of the pipes, so that a descendant that holds them holds nobody up. */
  release(): void;
}

/** All that the runtime needs of an operating system. */
export interface Port {
  /** It starts commands on this system just as they are, so that a CLI is looked for as without it. */
  readonly plain?: true;
  start(command: Command, listener: ProcessListener): ProcessHandle;
}
