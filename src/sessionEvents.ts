import type { Message } from './codec/messages.js';
import type { ResultMessage } from './codec/results.js';
import type { ClaudeActorsError } from './errors.js';
import type { PublicState, SessionEmitted } from './machines/session/sessionTypes.js';
import type { Warning } from './options/runtimeTypes.js';

/** What happens to a session, apart from its messages. The last one says how it ended. */
export type SessionEvent =
  | { type: 'stateChanged'; state: PublicState }
  | {
      type: 'turn';
      uuid: string;
      state: 'queued' | 'started' | 'completed' | 'interrupted' | 'lost' | 'discarded' | 'refused';
      result?: ResultMessage;
      error?: ClaudeActorsError;
    }
  | {
      type: 'task';
      id: string;
      state: 'running' | 'completed' | 'failed' | 'stopped';
      description?: string;
    }
  | ({ type: 'warning' } & Warning)
  /** The CLI exited after `end()`, or by itself with no turn open. */
  | { type: 'completed' }
  | { type: 'stopped'; reason: 'stop' | 'abort' }
  | { type: 'failed'; error: ClaudeActorsError };

export type SessionEventMap = {
  [Type in SessionEvent['type']]: Extract<SessionEvent, { type: Type }>;
} & { message: Message };

/** What users hear of an event of the session's chart; of most that is inside, nothing. */
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
