import type { Message } from './codec/messages.js';
import type { ResultMessage } from './codec/results.js';
import type { ClaudeActorsError } from './errors.js';
import type {
  PublicState,
  SessionEmitted,
  SessionOutcome,
} from './machines/session/sessionTypes.js';
import type { Warning } from './options/runtimeTypes.js';

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
    case 'turn': {
      if (!('outcome' in emitted || 'error' in emitted)) return emitted as SessionEvent;
      const { type, uuid, state, outcome, error } = emitted;
      const result = outcome && 'result' in outcome ? outcome.result : undefined;
      const why = error ?? (outcome?.kind === 'lost' ? outcome.error : undefined);
      return { type, uuid, state, ...(result && { result }), ...(why && { error: why }) };
    }
    default:
      return undefined;
  }
}

/** The event that says how the session ended. */
export function lastEventOf({ kind: type, ...rest }: SessionOutcome) {
  return { type, ...rest } as Extract<SessionEvent, { type: SessionOutcome['kind'] }>;
}
