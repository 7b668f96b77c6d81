import type { ApprovalsOptions } from '../Approvals.js';
import type { Approval } from '../codec/approvals.js';
import type { UserContent } from '../codec/blocks.js';
import type { Message } from '../codec/messages.js';
import type { ConversationRow, MailOutcome } from '../machines/fleet/conversationTypes.js';
import type { UsageRow, UsageTotals } from '../machines/usage/usageTypes.js';
import type { ApprovalChange } from '../options/approvalTypes.js';
import type { Options } from '../options/types.js';
import type { Engine, FleetClock } from './engineTypes.js';
import type { FleetStore } from './storeTypes.js';

/** Which conversation a worker needs options for. */
export interface ConversationFacts {
  /** The id that you gave the conversation. */
  id: string;
  /** Whose conversation it is. */
  tenant: string;
  /** The working directory that you gave it. */
  cwd: string | undefined;
}

/** How many processes a worker runs. */
export interface FleetPoolOptions {
  /** How many processes a worker may run at once. Default: 8. */
  max?: number;
  /** How many processes one tenant may have, on all workers together. Default: no limit. */
  perTenant?: number;
  /** How long a process may be idle, in milliseconds, before it is parked. Default: 5 minutes. */
  idleMs?: number;
  /**
   * How many started processes a worker keeps ready for new conversations. A spare has the options of a
   * recent conversation, and only serves conversations with equal options. Functions in them are equal
   * only if they are the same function. Default: 0.
   */
  warm?: number;
  /** Park a process that uses more memory than this, in MiB, once it is idle. */
  maxRssMb?: number;
}

/** What happens after a turn was cut off. */
export interface FleetRecovery {
  /**
   * `wait`, the default: the conversation waits for the next message, or for `chat.resume()`.
   * `continue`: the model is told about the interruption, and continues.
   */
  interrupted?: 'wait' | 'continue';
  /** How often a conversation continues by itself. Default: 3 times within 10 minutes. */
  restarts?: { max?: number; withinMs?: number };
}

/** Options of `createFleet`. */
export interface FleetOptions {
  /** Wakes workers and hands out leases. Default: `embedded()`. */
  engine?: Engine;
  /** Keeps what must not be lost. Default: `fileStore('.claude-fleet')`. */
  store?: FleetStore;
  /**
   * The options of each session, or a function that returns them. They must hold on any machine. The
   * fleet sets `resume`, `sessionId` and `sessionStore` itself.
   */
  options?: Options | ((facts: ConversationFacts) => Options | Promise<Options>);
  /** How many processes a worker runs. */
  pool?: FleetPoolOptions;
  /** Which tools need approval, and how long a process waits for an answer to a call that cannot be deferred. */
  approvals?: Pick<ApprovalsOptions, 'tools' | 'holdMs'>;
  /** What happens after a turn was cut off. */
  recovery?: FleetRecovery;
  /**
   * The return value of `openTelemetry()` from `claude-actors/opentelemetry`, for the sessions of this
   * worker. A message carries the active span of its sender, and the span of its turn becomes a child.
   */
  telemetry?: NonNullable<Options['telemetry']>;
  /** The name of this worker, unique in the fleet. Default: the host name, the pid and a number. */
  worker?: string;
  /** The clock, such as a `simulatedClock()`. Default: real time. */
  clock?: FleetClock;
}

/** How to send a message. */
export interface SendSettings {
  /** The message is stored once by its id, however often you send it. Default: a new one. */
  id?: string;
  /** Smaller numbers come first, if conversations have to wait for a worker. Default: 0. */
  priority?: number;
  /**
   * The trace that the message belongs to, as in W3C Trace Context. Default: that of the active span, if
   * the fleet has the option `telemetry`.
   */
  traceparent?: string;
}

/** What became of a message that was sent. */
export interface SendReceipt {
  /** Its id. */
  id: string;
  /** `seen`: a message with this id was stored before, and this one was not. */
  outcome: 'stored' | 'seen';
}

/** What a row of a conversation says. */
export type FleetRowData =
  | Exclude<ConversationRow, { type: 'interrupted' | 'settled' | 'posted' }>
  | {
      type: 'posted';
      /** The id of the message that was sent. */
      id: string;
      /** The message. */
      content: UserContent;
      /** When it was stored, in milliseconds since 1970. */
      at: number;
    }
  | {
      type: 'settled';
      /** The id of the message. Every message has exactly one such row. */
      id: string;
      /**
       * `answered`; `failed`, because no process could be started; `interrupted`, so nobody knows how far
       * it got; or `discarded`, because it was taken back or the conversation was stopped.
       */
      outcome: MailOutcome;
      /** When, in milliseconds since 1970. */
      at: number;
      /** Why it failed. */
      error?: string;
    }
  | {
      type: 'interrupted';
      /** What ended: the worker, the process, or the turn, because the conversation was stopped. */
      reason: 'workerLost' | 'processLost' | 'stopped';
      /** The messages that were being answered. */
      messages: readonly string[];
      /** The tool calls whose outcome is unknown. */
      tools: readonly { id: string; name: string }[];
      /** When it was noticed, in milliseconds since 1970. */
      at: number;
    }
  | {
      type: 'message';
      /** A message of the CLI. */
      message: Message;
    }
  | {
      type: 'tokens';
      /** Text that the model has just written. It comes again in a `message`. */
      text: string;
      /** The tool call of the subagent that writes, or null. */
      parentToolUseId: string | null;
    }
  | {
      type: 'approval';
      /** What happened to it. */
      change: ApprovalChange;
      /** The approval as it is now. Answer it with `chat.answer(approval.id, …)`. */
      approval: Approval;
    }
  | {
      type: 'usage';
      /** What was used since the last row of this type. */
      usage: UsageRow;
    };

/** A row of a conversation. Pass the cursor of the last one as `after` to read on. */
export type FleetRow = FleetRowData & {
  /** Its place. Rows of the type `tokens` are not kept, and have the cursor of the row before them. */
  cursor: number;
};

/** A conversation as `fleet.conversations()` lists it. */
export interface ConversationInfo {
  /** Its id. */
  id: string;
  /** Whose it is. */
  tenant: string;
  /** `new`, `queued`, `leased.idle`, `leased.working`, `leased.awaitingApproval`, `parked`, `interrupted` or `closed`. */
  state: string;
  /** The worker that runs it, or ran it last. */
  worker: string | undefined;
  /** How many workers have owned it. */
  epoch: number;
  /** How many messages have no outcome yet. */
  messages: number;
  /** The ids of the approvals that it waits for. */
  approvals: readonly string[];
  /** When it changed last, in milliseconds since 1970. */
  at: number;
  /** What it has used. */
  usage: UsageTotals;
}
