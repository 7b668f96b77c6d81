import type { ActorOptions, AnyActorLogic } from 'xstate';
import { checkMilliseconds } from '../options/checks/checkFields.js';
import { deferred } from './deferred.js';
import { onAbort } from './onAbort.js';
import { operationError } from './operationError.js';

/** A timeout and a signal for one control request. */
export interface OperationSettings {
  /** Aborting it gives up on the request. */
  signal?: AbortSignal;
  /** How long to wait for the answer, in milliseconds. Default: `timeouts.control`. */
  timeoutMs?: number;
}

type Clock = NonNullable<ActorOptions<AnyActorLogic>['clock']>;

/** What the promise gives, awaited for no longer than the caller wants. */
export function bounded<Value>(
  awaited: Promise<Value>,
  operation: string,
  { signal, timeoutMs }: OperationSettings = {},
  clock: Clock,
): Promise<Value> {
  if (timeoutMs !== undefined) checkMilliseconds('timeoutMs', timeoutMs);
  const answer = deferred<Value>();
  const giveUp = (why: Parameters<typeof operationError>[1]) =>
    void answer.reject(operationError(operation, why));
  const cancel = () => giveUp({ kind: 'cancelled', reason: 'caller' });
  const unlisten = signal && onAbort(signal, cancel);
  const timer =
    timeoutMs && clock.setTimeout(() => giveUp({ kind: 'timedOut', timeoutMs }), timeoutMs);
  if (signal?.aborted) cancel();
  awaited.then(answer.resolve, (error: unknown) => void answer.reject(error));
  return answer.promise.finally(() => {
    unlisten?.();
    if (timer !== undefined) clock.clearTimeout(timer);
  });
}
