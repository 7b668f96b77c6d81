import type { DoneActorEvent } from 'xstate';
import type { MessageFrame } from '../../codec/frames.js';
import type { ClaudeActorsError } from '../../errors.js';
import type { CallbackOutput, PermissionPending } from '../callbackChart.js';
import type { CliEvent } from '../cliEvents.js';
import type { ProcessOutput, ProcessReport } from '../processTypes.js';
import type { RequestOutcome, RequestOutput } from '../requestChart.js';
import type { MachineSettings, WatchedLaunch } from '../settings.js';
import type { TaskOutcome, TaskOutput } from '../taskChart.js';
import type { TurnOutcome, TurnOutput } from '../turnChart.js';
import type { VersionOutput } from '../versionChart.js';
import type { Stalled, WatchPhase } from '../watchdogChart.js';
import type { CallbackPool } from './callbackPool.js';
import type { CliState } from './isRunOver.js';
import type { RequestLedger } from './requestLedger.js';
import type { TaskLedger } from './taskLedger.js';
import type { TurnLedger } from './turnLedger.js';

export interface SessionInput {
  /** What to run and who answers its callbacks. The chart only reads `activity` and `facts`. */
  launch: WatchedLaunch;
  /** The `initialize` request, as JSON. */
  initialize: string;
  /** Messages to send first, in this order, once the session is running. */
  prompt?: readonly UserMessageOut[];
  settings?: Partial<MachineSettings>;
}

export interface UserMessageOut {
  uuid: string;
  /** The complete line, encoded. */
  line: string;
}

export interface ControlOperation {
  /** The caller's name for it. Its outcome is reported under this key. */
  key: string;
  subtype: string;
  /** The request, as JSON. */
  body: string;
  /** The caller's own timeout, from the call on. */
  timeoutMs?: number;
  /** The uuid of the message that it cancels, if the CLI agrees. */
  cancelsMessage?: string;
}

/** An operation that came before the session was running. */
export type QueuedOperation =
  | ({ kind: 'send' } & UserMessageOut)
  | ({ kind: 'request' } & ControlOperation)
  | { kind: 'end' };

/** How the session ends, once its process has exited. */
export type SessionOutcome =
  | { kind: 'completed' }
  | { kind: 'stopped'; reason: 'stop' | 'abort' }
  | { kind: 'failed'; error: ClaudeActorsError };

export interface SessionContext {
  launch: SessionInput['launch'];
  initialize: string;
  prompt: readonly UserMessageOut[];
  settings: MachineSettings;
  queue: readonly QueuedOperation[];
  requests: RequestLedger;
  callbacks: CallbackPool;
  turns: TurnLedger;
  tasks: TaskLedger;
  cliState?: CliState;
  /** The version of the CLI, once known. */
  version?: string;
  /** The ids of the requests that interrupt the open turn. Those that failed are removed. */
  interrupts: readonly string[];
  /** The last result that answered one of our messages came after an interrupt. */
  lastInterrupted: boolean;
  /** A message could not be written, so an exit that follows is a failure. */
  messageLost: boolean;
  /** How many tools are running, as far as the messages show. */
  openTools: number;
  /** Whether a frame has come since the last message was sent. */
  frameReceived: boolean;
  /** The phase that the watchdog is in. */
  watch: WatchPhase;
  outcome: SessionOutcome;
}

/** What the user of a session can tell it to do. */
export type SessionOrder =
  | ({ type: 'op.send' } & UserMessageOut)
  | ({ type: 'op.request' } & ControlOperation)
  | { type: 'op.cancel'; key: string }
  | { type: 'op.end' }
  | { type: 'op.stop'; reason: 'stop' | 'abort' };

export type ChildOutput = RequestOutput | CallbackOutput | TurnOutput | TaskOutput;

export type SessionMachineEvent =
  | SessionOrder
  | CliEvent
  | ProcessReport
  | PermissionPending
  | Stalled
  /** Raised by the session itself, after all queued operations have been raised. */
  | { type: 'queue.flushed' }
  /** Raised by the session itself, when the caller's own timeout has passed. */
  | { type: 'op.expired'; key: string }
  | DoneActorEvent<ProcessOutput, 'process'>
  | DoneActorEvent<VersionOutput, 'version'>
  | DoneActorEvent<ChildOutput, `${'request' | 'callback' | 'turn' | 'task'}#${string}`>;

/** The state of a session, as `session.state` and the event `stateChanged` report it. */
export type PublicState = 'starting' | 'initSent' | 'running' | 'stopping' | 'stopped' | 'failed';

export type OperationOutcome =
  | Exclude<RequestOutcome, { kind: 'cancelled' }>
  | { kind: 'cancelled'; reason: 'caller' }
  | { kind: 'refused'; error: ClaudeActorsError };

export interface MessagesEmitted {
  type: 'messages';
  frames: readonly MessageFrame[];
  /** The size of all frames together, if it is known and all of them are tokens. */
  tokenBytes?: number | undefined;
}

/** What the session emits. */
export type SessionEmitted =
  | MessagesEmitted
  | { type: 'stateChanged'; state: PublicState }
  | { type: 'initialization'; response: object }
  /** The session runs, but the answer to the handshake did not come in time. */
  | { type: 'initializationMissing'; error: ClaudeActorsError }
  /** `requestId` is absent if the request was never written. */
  | { type: 'settled'; key: string; outcome: OperationOutcome; requestId?: string | undefined }
  | { type: 'turn'; uuid: string; state: 'queued' | 'started' }
  | {
      type: 'turn';
      uuid: string;
      state: TurnOutcome['kind'] | 'refused';
      outcome?: TurnOutcome;
      error?: ClaudeActorsError;
    }
  | { type: 'task'; id: string; state: 'running' | TaskOutcome; description?: string }
  | { type: 'permission'; id: string; state: 'open' | 'settled'; toolName?: string }
  | { type: 'warning'; code: string; message: string; context: Readonly<Record<string, unknown>> }
  /** A response came after its request had been settled. */
  | { type: 'lateAnswer'; requestId: string }
  | { type: 'runOver' };
