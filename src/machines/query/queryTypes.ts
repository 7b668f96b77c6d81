import type { DoneActorEvent } from 'xstate';
import type { MessageFrame } from '../../codec/frames.js';
import type { ResultMessage } from '../../codec/results.js';
import type { ClaudeActorsError } from '../../errors.js';
import type { CliEvent } from '../cliEvents.js';
import type { ProcessOutput, ProcessReport } from '../processTypes.js';
import type { TaskLedger } from '../session/taskLedger.js';
import type { MachineSettings, WatchedLaunch } from '../settings.js';
import type { VersionOutput } from '../versionChart.js';
import type { Stalled, WatchPhase } from '../watchdogChart.js';

export interface QueryInput {
  /** What to run. The chart only reads `activity` and `facts`. */
  launch: WatchedLaunch;
  settings?: Partial<MachineSettings>;
}

export interface QueryContext {
  launch: WatchedLaunch;
  settings: MachineSettings;
  /** How many lines in a row could not be decoded. */
  decodeErrors: number;
  /** How many warnings there were since the result. */
  drainWarnings: number;
  tasks: TaskLedger;
  lastResult?: ResultMessage;
  /** The start of a last line that had no newline and could not be decoded. */
  incompleteLine?: string;
  processExited: boolean;
  /** The consumer has too much to read, so stdout is paused. */
  full: boolean;
  /** How many tools run, which keeps the CLI silent. */
  openTools: number;
  /** The phase that the watchdog is in. */
  watch: WatchPhase;
}

export type QueryOrder =
  | { type: 'query.close'; reason: 'close' | 'abort' }
  | { type: 'query.interrupt' }
  | { type: 'query.full' }
  | { type: 'query.drained' };

export type QueryEvent =
  | QueryOrder
  | CliEvent
  | ProcessReport
  | DoneActorEvent<ProcessOutput, 'process'>
  | DoneActorEvent<VersionOutput, 'version'>
  | Stalled;

export interface StreamWarning {
  code: string;
  message: string;
  context: Readonly<Record<string, unknown>>;
  /** The message that the warning is about. The plain iterator yields it. */
  frame?: MessageFrame;
}

/** What the consumer gets per pull. */
export type QueryItem =
  | MessageFrame
  | { kind: 'warning'; warning: StreamWarning }
  /** Not terminal: the stream continues. */
  | { kind: 'error'; error: ClaudeActorsError };

export type QueryEmitted =
  | { type: 'items'; items: readonly QueryItem[] }
  /** The stream is over, with an error if it failed. */
  | { type: 'ended'; error?: ClaudeActorsError }
  | {
      type: 'stateChanged';
      state: 'starting' | 'streaming' | 'resultReceived' | 'closed' | 'exited';
    };
