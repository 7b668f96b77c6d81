import { ClaudeActorsError } from '../errors.js';
import type { OperationOutcome } from '../machines/session/sessionTypes.js';

/** Why a control operation has no answer. */
export function operationError(
  operation: string,
  outcome: Exclude<OperationOutcome, { kind: 'succeeded' }>,
): ClaudeActorsError {
  switch (outcome.kind) {
    case 'refused':
      return outcome.error;
    case 'rejected': {
      const { error, errorCode } = outcome;
      if (errorCode === 'WriteFailed') {
        return new ClaudeActorsError(errorCode, `${operation} was not sent. ${error}`, {
          operation,
        });
      }
      const message = `The CLI refused ${operation}: ${error}. Correct what was asked for, or update the CLI if it does not know this request.`;
      return new ClaudeActorsError('ControlRejected', message, { operation, errorCode });
    }
    case 'timedOut': {
      const { timeoutMs: limit } = outcome;
      const message = `The CLI did not answer ${operation} within ${limit} ms. Pass a longer timeoutMs, or stop the session if it is stuck.`;
      return new ClaudeActorsError('ControlTimeout', message, { operation, limit });
    }
    case 'cancelled': {
      if (outcome.reason === 'caller') {
        const message = `${operation} was given up by its caller's signal. Ask again without that signal if it is needed.`;
        return new ClaudeActorsError('Aborted', message, { operation });
      }
      const message = `The session has ended, so ${operation} has no answer. Start a new session, with resume to go on with the same conversation.`;
      return new ClaudeActorsError('SessionStopped', message, { operation });
    }
  }
}
