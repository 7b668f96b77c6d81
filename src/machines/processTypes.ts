import type { AnyActorRef } from 'xstate';
import type { Shutdown, ShutdownTimings } from '../defaults.js';
import type { ClaudeActorsError, ErrorDetails } from '../errors.js';
import type { Outgoing } from './cliEvents.js';
import type { LineQueue } from './LineQueue.js';

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
  timings: ShutdownTimings;
  /** On the second ladder, by `stop()`, an abort or a failure. */
  stopping: boolean;
  /** Lines that the pipe has not taken yet. */
  lines: LineQueue<WaitingLine>;
  /** How many of them, from the first, are being written. */
  inPipe: number;
  outputEnded: boolean;
  errorsEnded: boolean;
  exit: ProcessExit;
}

export interface WaitingLine {
  line: Outgoing;
  /** Names the operation, in a report of failure and where the line is taken back. */
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
  /** Takes a line back that the pipe has not got yet. */
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
  | { type: 'os.written' }
  /** `taken`: how many of the lines were taken before. */
  | { type: 'os.writeFailed'; error: ClaudeActorsError; taken: number }
  | { type: 'os.outputEnded' }
  | { type: 'os.errorsEnded' }
  | { type: 'os.exited'; exit: ProcessExit };

/** What the operating system's side is told. */
export type OsOrder =
  | { type: 'os.write'; lines: readonly Outgoing[] }
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
