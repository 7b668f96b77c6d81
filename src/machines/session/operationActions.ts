import type { ClaudeActorsError } from '../../errors.js';
import { longestTimeout } from '../../util/longestTimeout.js';
import { doneChildOutput } from '../doneEvents.js';
import type { RequestOutput } from '../requestChart.js';
import {
  classifyResponse,
  idOf,
  initializeKey,
  type PendingRequest,
  pendingCount,
  requestSettled,
} from './requestLedger.js';
import { type Enqueue, openInterrupt, openRequest, unwrite, warn } from './sessionEffects.js';
import {
  initializeFailed,
  initQueueOverflow,
  notInitialized,
  sessionStopped,
  tooManyPending,
} from './sessionErrors.js';
import { sessionSetup } from './sessionSetup.js';
import type {
  ControlOperation,
  OperationOutcome,
  QueuedOperation,
  SessionContext,
} from './sessionTypes.js';

export const sendInitialize = sessionSetup.enqueueActions(({ context, enqueue }) => {
  openRequest(enqueue, context, {
    key: initializeKey,
    subtype: 'initialize',
    body: context.initialize,
  });
  enqueue.assign({ initialize: '' });
});

export const sendRequest = sessionSetup.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'op.request') return;
  const limit = context.settings.limits.pendingRequests;
  // `initialize` may still be pending after a hook confirmed it. It does not count.
  const initialize = idOf(context.requests, initializeKey) === undefined ? 0 : 1;
  if (pendingCount(context.requests) - initialize >= limit) {
    refuse(enqueue, event, tooManyPending(limit, event.subtype));
    return;
  }
  openRequest(enqueue, context, event);
});

/** Interrupts a CLI that stalls. */
export const sendInterrupt = sessionSetup.enqueueActions(({ context, enqueue }) => {
  openInterrupt(enqueue, context, '@stall');
});

/** Raises the queued operations in order, so that each is handled like a new one. */
export const flushQueue = sessionSetup.enqueueActions(({ context, enqueue }) => {
  for (const operation of context.queue) {
    if (operation.kind === 'send') enqueue.raise({ type: 'op.send', ...operation });
    else if (operation.kind === 'request') enqueue.raise({ type: 'op.request', ...operation });
    else enqueue.raise({ type: 'op.end' });
  }
  enqueue.assign({ queue: [] });
  enqueue.raise({ type: 'queue.flushed' });
});

export const cancelRequest = sessionSetup.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'op.cancel') return;
  const id = idOf(context.requests, event.key);
  if (id === undefined) return;
  enqueue.sendTo(`request#${id}`, { type: 'request.cancelled', reason: 'caller' });
});

export const queueOperation = sessionSetup.enqueueActions(({ context, event, enqueue }) => {
  const limit = context.settings.limits.queuedOperations;
  if (event.type === 'op.end') {
    enqueue.assign({ queue: [...context.queue, { kind: 'end' }] });
    return;
  }
  if (event.type !== 'op.send' && event.type !== 'op.request') return;
  if (context.queue.filter((operation) => operation.kind !== 'end').length >= limit) {
    refuse(enqueue, event, initQueueOverflow(limit));
    return;
  }
  const { type, ...operation } = event;
  const kind = type === 'op.send' ? 'send' : 'request';
  enqueue.assign({ queue: [...context.queue, { kind, ...operation } as never] });
  if (event.type !== 'op.request' || event.timeoutMs === undefined) return;
  // The timer also runs after the request has been written, so time in the queue counts too.
  const delay = Math.min(event.timeoutMs, longestTimeout);
  const { key } = event;
  enqueue.raise({ type: 'op.expired', key }, { id: `expiry#${key}`, delay });
});

function refuse(
  enqueue: Enqueue,
  operation: { uuid: string } | { key: string },
  error: ClaudeActorsError,
): void {
  if ('uuid' in operation) {
    enqueue.emit({ type: 'turn', uuid: operation.uuid, state: 'refused', error });
  } else {
    emitSettled(enqueue, operation.key, { kind: 'refused', error });
  }
}

function emitSettled(
  enqueue: Enqueue,
  key: string,
  outcome: OperationOutcome,
  requestId?: string,
): void {
  enqueue.cancel(`expiry#${key}`);
  enqueue.emit({ type: 'settled', key, outcome, requestId });
}

function queuedRequest(
  queue: readonly QueuedOperation[],
  key: string,
): ControlOperation | undefined {
  return queue.find((operation) => operation.kind === 'request' && operation.key === key) as
    | ControlOperation
    | undefined;
}

function queueWithout(queue: readonly QueuedOperation[], key: string): readonly QueuedOperation[] {
  return queue.filter((operation) => operation.kind !== 'request' || operation.key !== key);
}

export const unqueueOperation = sessionSetup.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'op.cancel') return;
  const { key } = event;
  if (!queuedRequest(context.queue, key)) return;
  enqueue.assign({ queue: queueWithout(context.queue, key) });
  emitSettled(enqueue, key, { kind: 'cancelled', reason: 'caller' });
});

/** The caller's own timeout has passed. The request may be queued or already written. */
export const expireOperation = sessionSetup.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'op.expired') return;
  const { key } = event;
  const { timeoutMs } = queuedRequest(context.queue, key) ?? {};
  const id = idOf(context.requests, key);
  if (timeoutMs !== undefined) {
    enqueue.assign({ queue: queueWithout(context.queue, key) });
    emitSettled(enqueue, key, { kind: 'timedOut', timeoutMs });
  } else if (id !== undefined) enqueue.sendTo(`request#${id}`, { type: 'request.expired' });
});

/** Rejects operations that come too late. */
export const refuseOperation = sessionSetup.enqueueActions(({ context, event, enqueue }) => {
  if (event.type === 'op.send') refuse(enqueue, event, sessionStopped('the message', context));
  if (event.type === 'op.request') refuse(enqueue, event, sessionStopped(event.subtype, context));
});

/** Rejects queued operations, because the session never got to them. */
export const failQueue = sessionSetup.enqueueActions(({ context, enqueue }) => {
  for (const operation of context.queue) {
    if (operation.kind === 'send')
      refuse(enqueue, operation, notInitialized('the message', context));
    if (operation.kind === 'request') {
      refuse(enqueue, operation, notInitialized(operation.subtype, context));
    }
  }
  enqueue.assign({ queue: [] });
});

export const handleResponse = sessionSetup.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'cli.response') return;
  const { requestId, outcome } = event;
  const match = classifyResponse(context.requests, requestId);
  if (match === 'pending') {
    enqueue.sendTo(
      `request#${requestId}`,
      outcome.ok
        ? { type: 'request.succeeded', response: outcome.response }
        : { type: 'request.rejected', error: outcome.error, errorCode: outcome.errorCode },
    );
  } else if (match === 'late') {
    enqueue.emit({ type: 'lateAnswer', requestId });
  } else {
    const message = `Claude Code answered a control request that was never sent: ${requestId}.`;
    warn(enqueue, 'OrphanResponse', message, { requestId });
  }
});

/** If the session has ended, the caller learns why. */
function reportedOutcome(
  context: SessionContext,
  { subtype }: PendingRequest,
  { id, outcome }: RequestOutput,
): OperationOutcome {
  if (outcome.kind !== 'cancelled') return outcome;
  if (outcome.reason === 'caller') return { kind: 'cancelled', reason: 'caller' };
  const error = sessionStopped(subtype, context, 'will not be answered', id);
  return { kind: 'refused', error };
}

/** A request is done: reports its outcome to the caller and removes it. */
export const settleRequest = sessionSetup.enqueueActions(({ context, event, enqueue }) => {
  const output = doneChildOutput<RequestOutput>(event, 'request');
  if (!output) return;
  const { id, outcome } = output;
  const request = context.requests.pending[id];
  enqueue.assign({ requests: requestSettled(context.requests, id) });
  enqueue.stopChild(`request#${id}`);
  if (request) emitSettled(enqueue, request.key, reportedOutcome(context, request, output), id);
  // Nobody waits for the response any more, so a request that is still unwritten is withdrawn.
  const cancelledByCaller = outcome.kind === 'cancelled' && outcome.reason === 'caller';
  if (cancelledByCaller || outcome.kind === 'timedOut') unwrite(enqueue, `request#${id}`);
  if (outcome.kind !== 'succeeded') {
    enqueue.assign({ interrupts: context.interrupts.filter((interrupt) => interrupt !== id) });
  }
});

export const handleInitialization = sessionSetup.enqueueActions(({ event, enqueue }) => {
  const output = doneChildOutput<RequestOutput>(event, 'request');
  if (output?.outcome.kind !== 'succeeded') return;
  const { response: answer } = output.outcome;
  const response = typeof answer === 'object' && answer !== null ? answer : {};
  enqueue.emit({ type: 'initialization', response });
  const fields = Object.keys(response);
  const missing = ['commands', 'models', 'account'].filter((field) => !fields.includes(field));
  if (missing.length > 0) {
    const message = `Claude Code's answer to initialize has no ${missing.join(', ')}. The session works without them. Update Claude Code if you need them.`;
    warn(enqueue, 'ThinInitialize', message, { missing });
  }
});

export const warnLateInitialize = sessionSetup.enqueueActions(({ context, event, enqueue }) => {
  const message =
    'Claude Code never answered the initialize request, but it calls hooks, so the session continues.';
  warn(enqueue, 'InitializeUnanswered', message);
  const output = doneChildOutput<RequestOutput>(event, 'request');
  if (output?.outcome.kind !== 'timedOut') return;
  const error = initializeFailed(output.outcome, context.launch, output.id);
  enqueue.emit({ type: 'initializationMissing', error });
});

/** No response will come any more. */
export const cancelRequests = sessionSetup.enqueueActions(({ context, enqueue }) => {
  for (const id of Object.keys(context.requests.pending)) {
    enqueue.sendTo(`request#${id}`, { type: 'request.cancelled', reason: 'session' });
  }
});
