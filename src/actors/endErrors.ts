import { ClaudeActorsError } from '../errors.js';
import type { SessionOutcome } from '../machines/session/sessionTypes.js';
import type { TurnOutcome } from '../machines/turnChart.js';
import { operationError } from './operationError.js';

/** Asked for, or still waiting, when the session was over. */
export function stopped(operation: string): ClaudeActorsError {
  return operationError(operation, { kind: 'cancelled', reason: 'session' });
}

export function notStarted(outcome: SessionOutcome): ClaudeActorsError {
  if (outcome.kind !== 'stopped' || outcome.reason !== 'abort') return stopped('the handshake');
  const message = 'The session was aborted by its signal. Start another if it is still wanted.';
  return new ClaudeActorsError('Aborted', message);
}

export function turnError(outcome: TurnOutcome | undefined): ClaudeActorsError {
  if (outcome?.kind === 'lost') return outcome.error;
  const why = outcome?.kind === 'discarded' ? outcome.why : 'discarded';
  const message = `The CLI did not take up the message (${why}). Send it again if it still matters.`;
  return new ClaudeActorsError('TurnDiscarded', message);
}

export function brokenChart(what: 'session' | 'query', cause: unknown): ClaudeActorsError {
  const message = `The ${what} broke by a fault of claude-actors itself; its process was killed. Please report it with the cause.`;
  return new ClaudeActorsError('ProcessError', message, {}, { cause });
}
