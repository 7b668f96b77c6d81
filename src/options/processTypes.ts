import type { Readable, Writable } from 'node:stream';

/** What `spawnClaudeCodeProcess` should start. */
export interface SpawnOptions {
  /** The program: the CLI, or the runtime that runs it. */
  command: string;
  /** The arguments of the program. */
  args: string[];
  /** The working directory. */
  cwd?: string;
  /** The complete environment. Do not add the variables of this process. */
  env: Record<string, string | undefined>;
  /**
   * Aborts when the process must go: with the SIGTERM, after it had time to exit by itself, or when
   * the run lets go of it. Use it to remove a container or close a connection.
   */
  signal: AbortSignal;
}

type ExitListener = (code: number | null, signal: NodeJS.Signals | null) => void;
type ErrorListener = (error: Error) => void;

/** A running process. Node's `ChildProcess` is one, if its stdio is `'pipe'`. */
export interface SpawnedProcess {
  /** Where the CLI reads its input. */
  stdin: Writable;
  /** Where the CLI writes its messages. */
  stdout: Readable;
  /** Where the CLI writes errors and debug output. Without it, errors cannot quote them. */
  stderr?: NodeJS.ReadableStream | null;
  /** The process id, if the process runs on this machine. */
  readonly pid?: number;
  /** Whether a signal has been sent. */
  readonly killed: boolean;
  /** The exit code; null while the process runs, or if a signal ended it. */
  readonly exitCode: number | null;
  /** The signal that ended the process, if one did. */
  readonly signalCode?: NodeJS.Signals | null;
  /** Sends a signal. Returns whether it could be sent. */
  kill(signal: NodeJS.Signals): boolean;
  /** `exit` is emitted once, when the process has ended; `error` if it could not be started. */
  on(event: 'exit', listener: ExitListener): void;
  on(event: 'error', listener: ErrorListener): void;
  /** Like `on`, for the next event only. */
  once(event: 'exit', listener: ExitListener): void;
  once(event: 'error', listener: ErrorListener): void;
  /** Removes a listener. */
  off(event: 'exit', listener: ExitListener): void;
  off(event: 'error', listener: ErrorListener): void;
}
