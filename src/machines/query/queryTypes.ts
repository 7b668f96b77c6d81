import type { DoneActorEvent } from 'xstate';
import type { MessageFrame } from '../../codec/frames.js';
import type { ResultMessage } from '../../codec/results.js';
import type { ClaudeActorsError } from '../../errors.js';
import type { CliEvent } from '../cliEvents.js';
import type { ProcessOutput, ProcessReport } from '../processTypes.js';
import type { TaskLedger } from '../session/taskLedger.js';
import type { CommonSettings } from '../settings.js';
import type { VersionOutput } from '../versionChart.js';

export interface QuerySettings extends CommonSettings {
  /** Waits for the exit and lets its status decide, also after a result. */
  strictExitStatus: boolean;
}

export interface QueryInput {
  /** What to run; opaque to the chart. */
  launch: object;
  settings?: Partial<QuerySettings>;
}

export interface QueryContext {
  launch: object;
  settings: QuerySettings;
  /** Lines that did not decode, in a row. */
  decodeErrors: number;
  /** Warnings since the result. */
  drainWarnings: number;
  tasks: TaskLedger;
  lastResult?: ResultMessage;
  /** The start of a last line that had no newline and did not decode. */
  incomplete?: string;
  gone: boolean;
  /** Too much is unread, so stdout is held up. */
  full: boolean;
}

export type QueryOrder =
  /** The consumer asked for the next item and found none. */
  | { type: 'query.pulled' }
  | { type: 'query.close'; reason: 'close' | 'abort' }
  | { type: 'query.interrupt' }
  | { type: 'query.full' }
  | { type: 'query.drained' };

export type QueryEvent =
  | QueryOrder
  | CliEvent
  | ProcessReport
  | DoneActorEvent<ProcessOutput, 'process'>
  | DoneActorEvent<VersionOutput, 'version'>;

export interface StreamWarning {
  code: string;
  message: string;
  context: Readonly<Record<string, unknown>>;
  /** The message that the warning is about; the plain iterator yields it. */
  frame?: MessageFrame;
}

/** What one pull gives. */
export type QueryItem =
  | MessageFrame
  | { kind: 'warning'; warning: StreamWarning }
  /** Not terminal: the stream goes on. */
  | { kind: 'error'; error: ClaudeActorsError };

export type QueryEmitted =
  | { type: 'items'; items: readonly QueryItem[] }
  /** Nothing follows; with an error where the stream ends with one. */
  | { type: 'ended'; error?: ClaudeActorsError }
  | {
      type: 'stateChanged';
      state: 'streaming' | 'resultReceived' | 'pendingEnd' | 'closed' | 'exited';
    };
