import type { AnyActorRef } from 'xstate';
import type { SlotPhase } from './poolLedger.js';

export interface PooledSessionSettings {
  /** How long a process may be idle, in milliseconds. Undefined: forever. */
  idleMs: number | undefined;
  /** How much memory a process may use, in MiB. Undefined: any amount. */
  maxRssMb: number | undefined;
  /** How often its memory is measured, in milliseconds. */
  memoryCheckMs: number;
  /** How long a resumed process has to come back to a deferred call, in milliseconds. */
  continueMs: number;
}

export interface PooledSessionInput {
  key: string;
  owner: AnyActorRef;
  /** The object that starts the process and sends the messages. The chart only passes it on. */
  host: object;
  settings: PooledSessionSettings;
}

export interface PooledSessionContext extends PooledSessionInput {
  spare: string | undefined;
  /** Park as soon as it is idle. */
  mustPark: boolean;
  /** Another conversation waits for its place. */
  isNeeded: boolean;
  /** Agents work in the background, so it may take long until it is idle. */
  hasAgents: boolean;
  /** A message or an answer came after the process was told to end. */
  isWanted: boolean;
  /** What the approvals of the conversation ask for. */
  approvals: ApprovalOutlook;
}

/**
 * What the approvals of a parked conversation ask for: to `wait` for the answer to a deferred call,
 * to `continue` with a deferred call before anything else, or nothing.
 */
export type ApprovalOutlook = 'none' | 'wait' | 'continue';

export type PooledSessionEvent =
  /** A message waits to be sent. */
  | { type: 'slot.message' }
  /** No message waits any more. */
  | { type: 'slot.withdrawn' }
  /** The pool grants a process. */
  | { type: 'slot.start'; spare?: string }
  /** Make room once the conversation is idle. */
  | { type: 'slot.park' }
  /** Whether another conversation waits for its place. */
  | { type: 'slot.needed'; isNeeded: boolean }
  /** End now. */
  | { type: 'slot.stop' }
  /** An approval was answered or withdrawn. */
  | { type: 'slot.approval' }
  | HostReport;

/** What the host reports about the conversation and its process. */
export type HostReport =
  | { type: 'host.found'; isNew: boolean; approvals?: ApprovalOutlook }
  | { type: 'host.started' }
  | { type: 'host.working' }
  | { type: 'host.idle' }
  /** The run ended because a call waits for an approval. Only a resume continues with it. */
  | { type: 'host.deferred' }
  /** The deferred call, and the run it belongs to, are over. */
  | { type: 'host.continued' }
  /** Whether agents work in the background. */
  | { type: 'host.background'; hasAgents: boolean }
  | { type: 'host.measured'; rssMb: number }
  /** There is no process any more, or it never started. */
  | { type: 'host.gone' };

/** What the chart tells the host. */
export type HostOrder =
  | { type: 'host.deliver' }
  | { type: 'host.end' }
  | { type: 'host.stop' }
  | { type: 'host.measure' }
  /** Tell the model about answers to calls that were recalled. */
  | { type: 'host.tellAnswers' }
  /** The same, if no deferred call will come back. */
  | { type: 'host.giveUp' };

/** What a conversation reports to its pool. */
export interface SlotReport {
  type: 'slot.changed';
  key: string;
  phase: SlotPhase;
  isNew?: boolean;
}

export interface PooledSessionOutput {
  key: string;
  /** `stopped`: the waiting messages were not sent. */
  outcome: 'parked' | 'stopped';
}

export interface HostInput {
  host: object;
  spare: string | undefined;
}
