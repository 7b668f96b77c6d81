import type { ResultMessage } from '../../codec/results.js';
import type { ClaudeActorsError } from '../../errors.js';
import type { TurnOutcome } from '../turnChart.js';
import type { SessionEmitted } from './sessionTypes.js';

/** What users get to know about a turn that has changed its state. */
export interface TurnReport {
  /** The uuid of the message that the turn answers. */
  uuid: string;
  /** The new state. */
  state: 'queued' | 'started' | 'refused' | TurnOutcome['kind'];
  /** The result, once there is one. */
  result?: ResultMessage;
  /** Why it failed. */
  error?: ClaudeActorsError;
}

export function turnReport(emitted: Extract<SessionEmitted, { type: 'turn' }>): TurnReport {
  const { uuid, state } = emitted;
  if (!('outcome' in emitted || 'error' in emitted)) return { uuid, state };
  const { outcome, error } = emitted;
  const result = outcome && 'result' in outcome ? outcome.result : undefined;
  const why = error ?? (outcome?.kind === 'lost' ? outcome.error : undefined);
  return { uuid, state, ...(result && { result }), ...(why && { error: why }) };
}
