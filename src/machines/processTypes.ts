import type { AnyActorRef } from 'xstate';
import type { Shutdown, ShutdownTimings } from '../defaults.js';
import type { ClaudeActorsError, ErrorDetails } from '../errors.js';
import type { PersistentQueue } from '../util/PersistentQueue.js';
import type { Outgoing } from './cliEvents.js';

export interface ProcessInput {
  /** What to start. Opaque, so that no secret is in a context that inspectors are shown. */
  launch: object;
  /** Gets the CLI's frames, without a detour through this chart. */
  owner: AnyActorRef;
  shutdown: Shutdown;
  writeTimeoutMs: number;
  outputAfterExitMs: number;
}

export interface ProcessContext extends ProcessInput {
  /** When SIGTERM and SIGKILL come, once the shutdown has begun. */
  timings: ShutdownTimings;
  /** Shutting down because of `stop()`, an abort or a failure. */
  stopping: boolean;
  /** Lines that wait because the pipe is full. */
  lines: PersistentQueue<WaitingLine>;
  /** The oldest line that the full pipe has not taken. */
  blockedTag: string;
  outputEnded: boolean;
  errorsEnded: boolean;
  exit: ProcessExit;
}

export interface WaitingLine {
  line: Outgoing;
  /** Names the operation in failure reports and when the line is withdrawn. */
  tag: string;
}

export interface ProcessExit {
  code: number | null;
  signal: string | null;
  orphansKilled: number;
  /** Read when it is asked for: what was said last may come after the exit. */
  readonly stderrTail: string;
  /** It ended at once because it could not really be started. */
  startFailure?: ClaudeActorsError;
  /** What else an error about it tells. A function, so that inspectors are not shown it. */
  facts?(): ErrorDetails;
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

/** What the operating system's side reports. */
export type OsReport =
  | { type: 'os.spawned'; pid: number | undefined }
  | { type: 'os.failed'; error: ClaudeActorsError }
  /** The pipe is full: the line of this tag, and later ones, have not been taken. */
  | { type: 'os.blocked'; tag: string }
  /** After `os.blocked`, or for a write that asked: the pipe has taken everything, or never will. */
  | { type: 'os.drained' }
  | { type: 'os.writeFailed'; error: ClaudeActorsError; tag: string }
  | { type: 'os.outputEnded' }
  | { type: 'os.errorsEnded' }
  | { type: 'os.exited'; exit: ProcessExit };

/** What the operating system's side is told. */
export type OsOrder =
  /** `notify`: report `os.drained` for it. */
  | { type: 'os.write'; lines: readonly WaitingLine[]; notify?: boolean }
  /** Report `os.drained`; if the pipe has not taken everything yet, `os.blocked` first. */
  | { type: 'os.flush' }
  | { type: 'os.closeInput' }
  | { type: 'os.kill'; signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL' }
  | { type: 'os.pause' }
  | { type: 'os.resume' };

/** What the owner is told besides the end, which is this chart's output. */
export type ProcessReport =
  | { type: 'process.spawned'; pid: number | undefined }
  | { type: 'process.outputEnded' }
  | { type: 'process.writeFailed'; tag: string; error: ClaudeActorsError }
  | { type: 'process.writeTimedOut'; tag: string };

export type ProcessOutput =
  | ({ kind: 'exited' } & ProcessExit)
  | { kind: 'spawnFailed'; error: ClaudeActorsError };

export type ProcessEvent = ProcessOrder | OsReport;
