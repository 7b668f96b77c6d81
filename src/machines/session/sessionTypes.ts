import type { DoneActorEvent } from 'xstate';
import type { MessageFrame } from '../../codec/frames.js';
import type { ClaudeActorsError } from '../../errors.js';
import type { CallbackOutput, PermissionPending } from '../callbackChart.js';
import type { CliEvent } from '../cliEvents.js';
import type { ProcessOutput, ProcessReport } from '../processTypes.js';
import type { RequestOutcome, RequestOutput } from '../requestChart.js';
import type { CommonSettings } from '../settings.js';
import type { TaskOutcome, TaskOutput } from '../taskChart.js';
import type { TurnOutcome, TurnOutput } from '../turnChart.js';
import type { VersionOutput } from '../versionChart.js';
import type { Activity, Stalled, WatchPhase } from '../watchdogChart.js';
import type { CallbackPool } from './callbackPool.js';
import type { RequestLedger } from './requestLedger.js';
import type { CliState } from './runOver.js';
import type { TaskLedger } from './taskLedger.js';
import type { TurnLedger } from './turnLedger.js';

export interface StallSettings {
  start: number;
  firstFrame: number;
  midTurn: number;
  action: 'warn' | 'interrupt' | 'stop';
}

export interface SessionSettings extends CommonSettings {
  stall: StallSettings;
}

export interface SessionInput {
  /** What to run and who answers its callbacks; opaque to the chart but for its signs of life. */
  launch: { readonly activity: Activity };
  /** The `initialize` request, as JSON. */
  initialize: string;
  /** Sent first, in this order, once the session runs. */
  prompt?: readonly UserMessageOut[];
  settings?: Partial<SessionSettings>;
}

export interface UserMessageOut {
  uuid: string;
  /** The whole line, encoded. */
  line: string;
}

export interface ControlOperation {
  /** The caller's name for it: its outcome is told under it. */
  key: string;
  subtype: string;
  /** The request, as JSON. */
  body: string;
  /** The caller's own limit, counted from the moment of asking. */
  timeoutMs?: number;
  /** The uuid of the message that it takes back, where the CLI agrees. */
  takesBack?: string;
}

/** Asked for before the session runs. */
export type QueuedOperation =
  | ({ kind: 'send' } & UserMessageOut)
  | ({ kind: 'request' } & ControlOperation)
  | { kind: 'end' };

/** How the session ends, once its process is gone. */
export type SessionOutcome =
  | { kind: 'completed' }
  | { kind: 'stopped'; reason: 'stop' | 'abort' }
  | { kind: 'failed'; error: ClaudeActorsError };

export interface SessionContext {
  launch: SessionInput['launch'];
  initialize: string;
  prompt: readonly UserMessageOut[];
  settings: SessionSettings;
  queue: readonly QueuedOperation[];
  requests: RequestLedger;
  callbacks: CallbackPool;
  turns: TurnLedger;
  tasks: TaskLedger;
  cliState?: CliState;
  /** The version of the CLI, once it is known. */
  version?: string;
  /** The requests that interrupt the turn which is open now, but for those that failed. */
  interrupts: readonly string[];
  /** The last result that answered a message of ours came after an interrupt. */
  lastInterrupted: boolean;
  /** A message could not be written: an exit that follows is a failure. */
  messageLost: boolean;
  openTools: number;
  /** Whether a frame has come since the last message was sent. */
  heard: boolean;
  watch: WatchPhase;
  outcome: SessionOutcome;
}

/** What a user of the session asks for. */
export type SessionOrder =
  | ({ type: 'op.send' } & UserMessageOut)
  | ({ type: 'op.request' } & ControlOperation)
  | { type: 'op.cancel'; key: string }
  | { type: 'op.end' }
  | { type: 'op.stop'; reason: 'stop' | 'abort' };

export type ChildOutput = RequestOutput | CallbackOutput | TurnOutput | TaskOutput;

export type SessionEvent =
  | SessionOrder
  | CliEvent
  | ProcessReport
  | PermissionPending
  | Stalled
  /** Raised by the session itself: all that waited for it has been asked for again. */
  | { type: 'queue.flushed' }
  /** Raised by the session itself: the caller's own limit has passed since it was asked. */
  | { type: 'op.expired'; key: string }
  | DoneActorEvent<ProcessOutput, 'process'>
  | DoneActorEvent<VersionOutput, 'version'>
  | DoneActorEvent<ChildOutput, `${'request' | 'callback' | 'turn' | 'task'}#${string}`>;

/** The state of a session, as `session.state` and the event `stateChanged` report it. */
export type PublicState = 'starting' | 'initSent' | 'running' | 'stopping' | 'stopped' | 'failed';

export type OperationOutcome = RequestOutcome | { kind: 'refused'; error: ClaudeActorsError };

export interface MessagesEmitted {
  type: 'messages';
  frames: readonly MessageFrame[];
  /** The size of all of them, where that is known and all are tokens. */
  tokenBytes?: number | undefined;
}

/** What the session says to whoever listens. */
export type SessionEmitted =
  | MessagesEmitted
  | { type: 'stateChanged'; state: PublicState }
  | { type: 'initialization'; response: unknown }
  | { type: 'settled'; key: string; outcome: OperationOutcome }
  | { type: 'turn'; uuid: string; state: 'queued' | 'started' }
  | {
      type: 'turn';
      uuid: string;
      state: TurnOutcome['kind'] | 'refused';
      outcome?: TurnOutcome;
      error?: ClaudeActorsError;
    }
  | { type: 'task'; id: string; state: 'running' | TaskOutcome; description?: string }
  | { type: 'warning'; code: string; message: string; context: Readonly<Record<string, unknown>> }
  /** For a request that had been settled without it. */
  | { type: 'lateAnswer'; requestId: string }
  | { type: 'runOver' };
