import type { Message } from './codec/messages.js';
import type { ResultMessage } from './codec/results.js';
import type { ClaudeActorsError } from './errors.js';
import type {
  PublicState,
  SessionEmitted,
  SessionOutcome,
} from './machines/session/sessionTypes.js';
import { turnReport } from './machines/session/turnReport.js';
import type { UsageRow } from './machines/usage/usageTypes.js';
import type { ApprovalNotice } from './options/approvalTypes.js';
import type { Warning } from './options/runtimeTypes.js';
import { withoutSecrets } from './secrets/redactDeep.js';

/**
 * Something that happened to a session, apart from messages. The last event says how the session
 * ended.
 */
export type SessionEvent =
  | {
      type: 'stateChanged';
      /** The new state. */
      state: PublicState;
    }
  | {
      type: 'turn';
      /** The uuid of the message that the turn answers. */
      uuid: string;
      /** The new state. */
      state: 'queued' | 'started' | 'completed' | 'interrupted' | 'lost' | 'discarded' | 'refused';
      /** The result, once there is one. */
      result?: ResultMessage;
      /** Why it failed. */
      error?: ClaudeActorsError;
    }
  | {
      type: 'task';
      /** The id of the task. */
      id: string;
      /** The new state. */
      state: 'running' | 'completed' | 'failed' | 'stopped';
      /** What the task does. */
      description?: string;
    }
  | {
      type: 'permission';
      /** The id of the CLI's request. */
      id: string;
      /** Whether it waits for an answer. */
      state: 'open' | 'settled';
      /** The tool that it is about. */
      toolName?: string;
    }
  /** A tool call waits for an approval, or one that did has changed. */
  | ({ type: 'approval' } & ApprovalNotice)
  | ({ type: 'usage' } & UsageRow)
  | ({ type: 'warning' } & Warning)
  /** The CLI exited after `end()`, or by itself with code 0 and no turn open. */
  | { type: 'completed' }
  | {
      type: 'stopped';
      /** Whether you called `stop()` or a signal was aborted. */
      reason: 'stop' | 'abort';
    }
  | {
      type: 'failed';
      /** Why it failed. */
      error: ClaudeActorsError;
    };

/** The argument of a listener, by what you pass to `session.on()`. */
export type SessionEventMap = {
  [Type in SessionEvent['type']]: Extract<SessionEvent, { type: Type }>;
} & {
  /** A message of the CLI. */
  message: Message;
};

/** The public event for an event of the session machine; undefined for internal ones. */
export function eventOf(emitted: SessionEmitted): SessionEvent | undefined {
  switch (emitted.type) {
    case 'stateChanged':
    case 'task':
    case 'warning':
      return emitted;
    case 'permission':
      return withoutSecrets(emitted);
    case 'turn':
      return { type: 'turn', ...turnReport(emitted) };
    default:
      return undefined;
  }
}

/** The event that says how the session ended. */
export function lastEventOf({ kind: type, ...rest }: SessionOutcome) {
  return { type, ...rest } as Extract<SessionEvent, { type: SessionOutcome['kind'] }>;
}
