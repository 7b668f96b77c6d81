import type { ActorOptions, AnyActorLogic } from 'xstate';
import { ClaudeActorsError } from '../errors.js';
import { knownOf, lastOutput } from '../machines/exitErrors.js';
import type { KnowsProcess } from '../machines/processTypes.js';
import { type EndOfSession, sessionStopped } from '../machines/session/sessionErrors.js';
import type { OperationOutcome, PublicState } from '../machines/session/sessionTypes.js';
import type { TurnOutcome } from '../machines/turnChart.js';
import { checkMilliseconds } from '../options/checks/checkFields.js';
import { deferred } from '../util/deferred.js';
import { onAbort } from '../util/onAbort.js';
import { withoutFullStop } from '../util/withoutFullStop.js';

/** A timeout and a signal for one control request. */
export type OperationSettings = {
  /** Aborting it gives up on the request. */
  signal?: AbortSignal;
  /** How long to wait for the answer, in milliseconds. Default: `timeouts.control`. */
  timeoutMs?: number;
};

type Clock = NonNullable<ActorOptions<AnyActorLogic>['clock']>;

/** Waits for a promise no longer than the caller's timeout and signal allow. */
export function waitWithin<Value>(
  promise: Promise<Value>,
  facts: OperationFacts,
  { signal, timeoutMs }: OperationSettings = {},
  clock: Clock,
): Promise<Value> {
  if (timeoutMs !== undefined) checkMilliseconds('timeoutMs', timeoutMs);
  const answer = deferred<Value>();
  const giveUp = (why: Parameters<typeof operationError>[1]) =>
    void answer.reject(operationError(facts, why));
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

/** What an error about a control request says besides its reason. */
export interface OperationFacts {
  operation: string;
  /** Absent if the request was never written. */
  requestId?: string | undefined;
  launch: KnowsProcess;
}

/** Why a control request has no answer. */
export function operationError(
  { operation, requestId, launch }: OperationFacts,
  outcome: Exclude<OperationOutcome, { kind: 'succeeded' }>,
): ClaudeActorsError {
  const about = { operation, ...(requestId !== undefined && { requestId }) };
  switch (outcome.kind) {
    case 'refused':
    case 'unwritten':
      return outcome.error;
    case 'rejected': {
      const { error, errorCode } = outcome;
      const message = `Claude Code refused \`${operation}\`: ${withoutFullStop(error)}. Check the arguments, or update Claude Code if it does not know this request.`;
      const details = { ...knownOf(launch), ...about, errorCode };
      return new ClaudeActorsError('ControlRejected', message, details, {
        cause: new Error(error),
      });
    }
    case 'timedOut': {
      const { timeoutMs: limit } = outcome;
      const known = knownOf(launch);
      const message = `Claude Code did not answer \`${operation}\` within ${limit} ms.${lastOutput(known)} Pass a longer \`timeoutMs\`, or stop the session if it is stuck.`;
      return new ClaudeActorsError('ControlTimeout', message, { ...known, ...about, limit });
    }
    case 'cancelled': {
      const message = `\`${operation}\` was aborted by its signal. Call it again without that signal if you still need it.`;
      return new ClaudeActorsError('Aborted', message, about);
    }
  }
}

/** The session ended before this was answered, or before it was asked for. */
export function sessionEnded(operation: string, end: EndOfSession): ClaudeActorsError {
  return sessionStopped(operation, end, 'will not be answered');
}

/** Why a session that ended without an error of its own never started. */
export function neverStarted(end: EndOfSession): ClaudeActorsError {
  const { outcome } = end;
  if (outcome.kind === 'failed') return outcome.error;
  if (outcome.kind !== 'stopped' || outcome.reason !== 'abort') {
    return sessionEnded('initialize', end);
  }
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

/** A control request to a CLI that takes none. */
export function controlUnavailable(operation: string): ClaudeActorsError {
  return new ClaudeActorsError(
    'ControlUnavailable',
    `${operation} needs a session, but this query runs in one-shot mode. Pass \`mode: 'session'\`.`,
    { operation },
  );
}

/** The state of a session, as users see it. `hasEnded`: its promises have been settled. */
export function publicState(
  { status, value }: { status: string; value: unknown },
  hasEnded: boolean,
): PublicState {
  if (status === 'error') return 'failed';
  if (status === 'stopped' || (status === 'active' && hasEnded)) return 'stopped';
  return (typeof value === 'string' ? value : Object.keys(value as object)[0]) as PublicState;
}
