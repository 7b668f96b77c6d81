import type { ClaudeActorsError } from '../../errors.js';

/** A process to start. */
export interface Command {
  /** The program: a path, or a name that is looked up in the `PATH` of `env`. */
  file: string;
  args: readonly string[];
  /** The working directory. The default is the one of this process. */
  cwd?: string;
  /** The complete environment. The child inherits nothing else. */
  env: Readonly<Record<string, string>>;
  /** `ignore` if the process reads nothing, as with `--version`. */
  stdin: 'pipe' | 'ignore';
  /** What happens to processes that outlive this one, unless it crashed. Default: `kill`. */
  leftovers?: 'kill' | 'keep';
  /**
   * Set if the process must not see the end of its stdin when this process is killed. Ports that
   * have no guard ignore it.
   */
  holdStdin?: true;
}

/** How a process ended. */
export interface Exit {
  /** The exit code, or null if a signal killed the process. */
  code: number | null;
  /** The signal that killed the process, or null if it exited. */
  signal: NodeJS.Signals | null;
  /** Set if the process never ran as a CLI, and only its exit showed that. */
  startFailure?: ClaudeActorsError;
}

/** A process that outlived the one that started it. */
export interface Leftover {
  pid: number;
  /** Its command line. Empty if it cannot be read. */
  command: string;
}

/** A warning of a port, for the users of the run. */
export interface PortWarning {
  /** One of `warningCodes`. */
  code: string;
  /** What happened and what to do, for people to read. */
  message: string;
  /** Details, by code. */
  context: Readonly<Record<string, unknown>>;
}

/** Receives the events of a process. Never called from inside `start`, nor after `release`. */
export interface ProcessListener {
  /** The process is running. */
  spawned(pid: number | undefined): void;
  /** The process could not be started. No other call follows. */
  failed(error: ClaudeActorsError): void;
  /** Bytes from stdout, in order. */
  stdout(bytes: Uint8Array): void;
  /** Stdout is closed. */
  stdoutEnded(): void;
  /** Bytes from stderr, in order. */
  stderr(bytes: Uint8Array): void;
  /** Stderr is closed. Its last output often explains an exit. */
  stderrEnded?(): void;
  /** The process has exited. A descendant may still keep its stdout open. */
  exited(exit: Exit): void;
  /** Something is off that does not concern the process, such as a recording of it. */
  warn?(warning: PortWarning): void;
}

/** The signals that stop a process, the gentlest first. */
export type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGKILL';

/** Controls a started process. */
export interface ProcessHandle {
  /**
   * Writes to stdin: a line, or a whole prompt. Calls `done` once, never from inside `write`:
   * without an error when the pipe has accepted the bytes, with one if it never will.
   */
  write(line: string, done: (error?: ClaudeActorsError) => void): void;
  /** Closes stdin after everything that was written. */
  end(): void;
  /** Sends a signal to the process and what it started. */
  kill(signal: StopSignal): void;
  /** Stops reading stdout, so that a full pipe slows the process down. */
  pauseOutput(): void;
  /** Reads stdout again. */
  resumeOutput(): void;
  /**
   * Call it once the process has exited. Signals everything that it left running, and calls `done`
   * once with what that was; with SIGKILL, when it is gone. Absent if the port cannot tell.
   */
  sweep?(signal: 'SIGTERM' | 'SIGKILL', done: (found: readonly Leftover[]) => void): void;
  /** Closes our ends of the pipes, so that a descendant that keeps them open blocks nobody. */
  release(): void;
}

/** Starts processes. The library reaches the operating system only through a port. */
export interface Port {
  /**
   * Set if this port runs commands unchanged on this machine. Then the CLI is searched for on this
   * machine as usual; for any other port, it is assumed to be wherever the port runs commands.
   */
  readonly plain?: true;
  /**
   * Set if the version of this port's CLI should be checked, by starting it with `--version`. Only
   * for ports that are not `plain`: their CLI is checked anyway.
   */
  readonly answersVersion?: true;
  /** Starts a process and reports what happens to it. Never throws. */
  start(command: Command, listener: ProcessListener): ProcessHandle;
}
