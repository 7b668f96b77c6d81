import type { ApprovalHold } from '../../codec/approvals.js';
import type { UserContent } from '../../codec/blocks.js';
import type { UsageRow, UsageTotals } from '../usage/usageTypes.js';

/** A tool call without a result. */
export interface OpenTool {
  /** The id of the tool call. */
  id: string;
  /** The name of the tool. */
  name: string;
}

/** A message that has no outcome yet. */
export interface Mail {
  /** The sender's id, or one of ours for what the fleet itself tells the model. */
  id: string;
  /** The uuid under which the CLI gets it. */
  uuid: string;
  content: UserContent;
  /** When it was posted, in milliseconds since 1970. */
  at: number;
  priority: number;
  /** The trace that it belongs to, as in W3C Trace Context. */
  traceparent?: string;
  /** Not a message: it makes a process continue with an approval that was answered. */
  resumes?: true;
  /** `handed`: a process has it, or may have it. */
  state: 'waiting' | 'handed';
}

/**
 * What became of a message. `failed`: no process could be started. `interrupted`: its turn was cut off.
 * `discarded`: it was never answered, because it was taken back or the conversation was stopped.
 */
export type MailOutcome = 'answered' | 'failed' | 'interrupted' | 'discarded';

/** An approval that the conversation waits for. */
export interface WaitingApproval {
  id: string;
  held: ApprovalHold;
  isAnswered: boolean;
}

/** What the owner was asked to do. */
export interface ConversationCommand {
  /** Counts the commands, so that each is carried out once. */
  number: number;
  kind: 'interrupt' | 'stop' | 'close';
}

/** What happens after a turn was cut off. */
export interface RecoverySettings {
  /** `wait` for the next message, or tell the model and `continue`. */
  interrupted: 'wait' | 'continue';
  /** How often to continue without a new message. */
  max: number;
  /** Within which time, in milliseconds. */
  withinMs: number;
}

/** What is kept of a conversation between two owners. Plain JSON. */
export interface ConversationContext {
  id: string;
  tenant: string;
  cwd: string | undefined;
  /** The id in the CLI, if it is not the one made from `id`. */
  sessionId?: string;
  /** Counts the owners. A write with another epoch is refused. */
  epoch: number;
  /** Who owns it, or owned it last. */
  worker?: string;
  /** The messages without an outcome, in order. */
  mail: readonly Mail[];
  /** The tool calls without a result. */
  tools: readonly OpenTool[];
  /** Tool calls that were cut off. The next message tells the model that their outcome is unknown. */
  doubt?: readonly OpenTool[];
  approvals: readonly WaitingApproval[];
  command?: ConversationCommand;
  /** How many commands there were. */
  commands: number;
  /** When turns were cut off lately. */
  interruptions: readonly number[];
  usage: UsageTotals;
  /** Usage up to this time is accounted for. */
  usageAt: number;
  /** A worker died during a turn, and what that turn used is not recorded yet. */
  lostTurn?: { toolCalls: number };
  /** When it changed last, in milliseconds since 1970. */
  at: number;
  /** Rows that this step adds to the log. Empty in the store. */
  rows: readonly ConversationRow[];
}

/** What a step writes to the log of the conversation. */
export type ConversationRow =
  | { type: 'posted'; id: string; content: UserContent; at: number }
  | { type: 'settled'; id: string; outcome: MailOutcome; at: number; error?: string }
  | {
      type: 'interrupted';
      reason: 'workerLost' | 'processLost' | 'stopped';
      messages: readonly string[];
      tools: readonly OpenTool[];
      at: number;
    };

export interface ConversationInput {
  id: string;
  tenant: string;
  cwd: string | undefined;
  at: number;
}

/** Events of an owner carry its epoch; all others may come from anywhere. */
export type ConversationEvent =
  | { type: 'message.posted'; mail: Mail; at: number }
  /** Continue after an interruption, without a new message. */
  | { type: 'op.resume'; at: number }
  | { type: 'op.interrupt'; at: number }
  /** End what runs, and drop what waits. */
  | { type: 'op.stop'; at: number }
  | { type: 'op.close'; at: number }
  /** An approval was answered. `resume`: no process waits for the answer, so one has to be started. */
  | { type: 'approval.answered'; id: string; resume?: Mail; at: number }
  /** Nobody needs an answer any more. */
  | { type: 'approval.withdrawn'; id: string; at: number }
  /** A worker has got the lease from the engine, and becomes the owner. */
  | { type: 'lease.taken'; worker: string; recovery: RecoverySettings; at: number }
  | { type: 'turn.handed'; epoch: number; id: string; at: number }
  | {
      type: 'turn.settled';
      epoch: number;
      id: string;
      outcome: MailOutcome;
      error?: string;
      at: number;
    }
  /** No process got the message. It waits again. */
  | { type: 'turn.returned'; epoch: number; id: string; at: number }
  /** The CLI has written something. */
  | {
      type: 'output';
      epoch: number;
      tools?: readonly OpenTool[];
      usage?: UsageRow;
      sessionId?: string;
      at: number;
    }
  | { type: 'approval.noted'; epoch: number; id: string; held: ApprovalHold; at: number }
  | { type: 'approval.settled'; epoch: number; id: string; at: number }
  /** An interrupt was sent to the CLI. */
  | { type: 'command.done'; epoch: number; number: number; at: number }
  /** The process died, or was stopped, with the turn unfinished. */
  | {
      type: 'process.lost';
      epoch: number;
      reason: 'processLost' | 'stopped';
      recovery: RecoverySettings;
      at: number;
    }
  /** There is no process any more, and the owner gives the conversation back. */
  | { type: 'lease.released'; epoch: number; at: number };
