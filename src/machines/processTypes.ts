import type { AnyActorRef } from 'xstate';
import type { Shutdown, ShutdownTimings } from '../defaults.js';
import type { ClaudeActorsError, ErrorDetails, ToolInDoubt } from '../errors.js';
import type { PersistentQueue } from '../util/PersistentQueue.js';
import type { Outgoing } from './cliEvents.js';

export interface ProcessInput {
  /** What to start. Opaque, so that inspectors see no secrets in the context. */
  launch: object;
  /** Gets the CLI's frames directly, not through this chart. */
  owner: AnyActorRef;
  shutdown: Shutdown;
  writeTimeoutMs: number;
  outputAfterExitMs: number;
  /** How long processes that outlive the CLI have to react to SIGTERM. */
  leftoverGraceMs: number;
}

export interface ProcessContext extends ProcessInput {
  /** When SIGTERM and SIGKILL come, once the shutdown has begun. */
  timings: ShutdownTimings;
  /** Shutting down because of `stop()`, an abort or a failure. */
  stopping: boolean;
  /** Lines that wait because the pipe is full. */
  lines: PersistentQueue<WaitingLine>;
  /** The tag of the oldest line that the full pipe has not taken. */
  blockedTag: string;
  outputEnded: boolean;
  errorsEnded: boolean;
  exit: ProcessExit;
  /** The shutdown has sent a signal. */
  signalled: boolean;
  leftovers: readonly LeftoverProcess[];
  /** Lines that the pipe did not take. They are reported unless the process exits. */
  failedWrites: readonly FailedWrite[];
}

/** A process that outlived the CLI, and was ended. */
export interface LeftoverProcess {
  pid: number;
  command: string;
}

export interface WaitingLine {
  line: Outgoing;
  /** Names the operation in failure reports and when the line is withdrawn. */
  tag: string;
}

export interface ProcessExit {
  code: number | null;
  signal: string | null;
  /** We sent a signal to end it. */
  signalled?: boolean;
  /** Set if it exited at once because it could not really be started. */
  startFailure?: ClaudeActorsError;
}

/** What is known about the process. Read when an error is made, because the last output comes late. */
export interface KnownFacts {
  /** Who it is, how long it has been running, how it ended, and what it said last. */
  details(): ErrorDetails;
  /** The CLI has sent something valid, so it is not the start that failed. */
  readonly hasSentFrames: boolean;
  /** The tool calls that have no result. */
  toolsInDoubt(): readonly ToolInDoubt[];
}

/** What a chart reads of a launch to make its errors. Models run without facts. */
export interface KnowsProcess {
  readonly facts?: KnownFacts | undefined;
}

export interface FailedWrite {
  tag: string;
  error: ClaudeActorsError;
}

/** Orders from the owner. */
export type ProcessOrder =
  | ({ type: 'process.write' } & WaitingLine)
  /** Withdraws a line that still waits for a full pipe. */
  | { type: 'process.unwrite'; tag: string }
  | { type: 'process.end' }
  | { type: 'process.stop'; working: boolean }
  | { type: 'process.interrupt' }
  | { type: 'process.pause' }
  | { type: 'process.resume' };

/** Reports from the `os` actor, which owns the real process. */
export type OsReport =
  | { type: 'os.spawned'; pid: number | undefined }
  | { type: 'os.failed'; error: ClaudeActorsError }
  /** The pipe is full. It has not taken the line with this tag, nor any later line. */
  | { type: 'os.blocked'; tag: string }
  /** Follows `os.blocked` or a write with `notify`: the pipe took everything, or never will. */
  | { type: 'os.drained' }
  | ({ type: 'os.writeFailed' } & FailedWrite)
  | { type: 'os.outputEnded' }
  | { type: 'os.errorsEnded' }
  | { type: 'os.exited'; exit: ProcessExit }
  /** Answers `os.sweep`. */
  | { type: 'os.swept'; found: readonly LeftoverProcess[] };

/** Orders to the `os` actor. */
export type OsOrder =
  /** `notify`: report `os.drained` for it. */
  | { type: 'os.write'; lines: readonly WaitingLine[]; notify?: boolean }
  /** Report `os.drained`; if the pipe has not taken everything yet, `os.blocked` first. */
  | { type: 'os.flush' }
  | { type: 'os.closeInput' }
  | { type: 'os.kill'; signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL' }
  /** Signal what the CLI has left running. */
  | { type: 'os.sweep'; signal: 'SIGTERM' | 'SIGKILL' }
  | { type: 'os.pause' }
  | { type: 'os.resume' };

/** Reports to the owner. The exit is not among them: it is this chart's output. */
export type ProcessReport =
  | { type: 'process.spawned'; pid: number | undefined }
  | { type: 'process.outputEnded' }
  | { type: 'process.writeFailed'; tag: string; error: ClaudeActorsError }
  | { type: 'process.writeTimedOut'; tag: string };

export type ProcessOutput =
  | ({ kind: 'exited'; leftovers: readonly LeftoverProcess[] } & ProcessExit)
  | { kind: 'spawnFailed'; error: ClaudeActorsError };

export type ProcessEvent = ProcessOrder | OsReport;
