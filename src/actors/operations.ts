import type { ActorOptions, AnyActorLogic } from 'xstate';
import { ClaudeActorsError } from '../errors.js';
import type { OperationOutcome, SessionOutcome } from '../machines/session/sessionTypes.js';
import type { TurnOutcome } from '../machines/turnChart.js';
import { checkMilliseconds } from '../options/checks/checkFields.js';
import { deferred } from '../util/deferred.js';
import { onAbort } from '../util/onAbort.js';

/** A timeout and a signal for one control request. */
export interface OperationSettings {
  /** Aborting it gives up on the request. */
  signal?: AbortSignal;
  /** How long to wait for the answer, in milliseconds. Default: `timeouts.control`. */
  timeoutMs?: number;
}

type Clock = NonNullable<ActorOptions<AnyActorLogic>['clock']>;

/** Waits for a promise no longer than the caller's timeout and signal allow. */
export function waitWithin<Value>(
  promise: Promise<Value>,
  operation: string,
  { signal, timeoutMs }: OperationSettings = {},
  clock: Clock,
): Promise<Value> {
  if (timeoutMs !== undefined) checkMilliseconds('timeoutMs', timeoutMs);
  const answer = deferred<Value>();
  const giveUp = (why: Parameters<typeof operationError>[1]) =>
    void answer.reject(operationError(operation, why));
  const cancel = () => giveUp({ kind: 'cancelled', reason: 'caller' });
  const removeListener = signal && onAbort(signal, cancel);
  const timer =
    timeoutMs && clock.setTimeout(() => giveUp({ kind: 'timedOut', timeoutMs }), timeoutMs);
  if (signal?.aborted) cancel();
  promise.then(answer.resolve, (error: unknown) => void answer.reject(error));
  return answer.promise.finally(() => {
    removeListener?.();
    if (timer !== undefined) clock.clearTimeout(timer);
  });
}

/** The uuid of the message this control request cancels, if it is a cancel request. */
export function cancelledMessageUuid(subtype: string, fields: object): string | undefined {
  if (subtype !== 'cancel_async_message') return undefined;
  const { message_uuid: uuid } = fields as { message_uuid?: unknown };
  return typeof uuid === 'string' ? uuid : undefined;
}

/** The CLI's answer to a cancel request: it has started the message, so it cannot be cancelled. */
export function alreadyStarted(answer: unknown): boolean {
  return (answer as { cancelled?: unknown } | undefined)?.cancelled === false;
}

/** Why a control request has no answer. */
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
        return new ClaudeActorsError(errorCode, `\`${operation}\` was not sent. ${error}`, {
          operation,
        });
      }
      const message = `Claude Code refused \`${operation}\`: ${error}. Check the arguments, or update Claude Code if it does not know this request.`;
      return new ClaudeActorsError('ControlRejected', message, { operation, errorCode });
    }
    case 'timedOut': {
      const { timeoutMs: limit } = outcome;
      const message = `Claude Code did not answer \`${operation}\` within ${limit} ms. Pass a longer \`timeoutMs\`, or stop the session if it is stuck.`;
      return new ClaudeActorsError('ControlTimeout', message, { operation, limit });
    }
    case 'cancelled': {
      if (outcome.reason === 'caller') {
        const message = `\`${operation}\` was aborted by its signal. Call it again without that signal if you still need it.`;
        return new ClaudeActorsError('Aborted', message, { operation });
      }
      return sessionEnded(`\`${operation}\``, operation);
    }
  }
}

/** The session ended before this was answered, or before it was asked for. */
export function sessionEnded(what: string, operation = what): ClaudeActorsError {
  const message = `The session has ended, so ${what} will not be answered. Start a new session; pass \`resume\` to continue the conversation.`;
  return new ClaudeActorsError('SessionStopped', message, { operation });
}

/** Why a session that ended without an error of its own never started. */
export function neverStarted(outcome: SessionOutcome): ClaudeActorsError {
  if (outcome.kind !== 'stopped' || outcome.reason !== 'abort') return sessionEnded('initialize');
  return new ClaudeActorsError(
    'Aborted',
    'The session was aborted by its signal. Start another one with a signal that is not aborted.',
  );
}

export function turnError(outcome: TurnOutcome | undefined): ClaudeActorsError {
  if (outcome?.kind === 'lost') return outcome.error;
  const why = outcome?.kind === 'discarded' ? outcome.why : 'discarded';
  const message = `Claude Code did not process the message (${why}). Send it again if you still need it.`;
  return new ClaudeActorsError('TurnDiscarded', message);
}

/** A machine threw: a bug in ours, or in one that the caller changed with `provide()`. */
export function machineFailed(what: 'session' | 'query', cause: unknown): ClaudeActorsError {
  const message = `The ${what} failed because of a bug in claude-actors, and its process was killed. Please report it together with the cause.`;
  return new ClaudeActorsError('ProcessError', message, {}, { cause });
}
