import { longestTimeout } from '../../util/longestTimeout.js';
import type { RequestOutput } from '../requestChart.js';
import { type Enqueue, unwrite, warn } from './enqueue.js';
import { openInterrupt, openRequest } from './openRequest.js';
import { queuedRequest, queueWithout } from './operationQueue.js';
import { answerStanding, idOf, pendingCount, requestSettled } from './requestLedger.js';
import {
  initQueueOverflow,
  notInitialized,
  sessionStopped,
  tooManyPending,
} from './sessionErrors.js';
import { childOutput } from './sessionFacts.js';
import { sessionSetup } from './sessionSetup.js';
import type { OperationOutcome } from './sessionTypes.js';

/** The key under which the handshake itself is pending. */
export const initializeKey = '@initialize';

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
  // The handshake may still be pending after an implicit yes; it takes nobody's place.
  const handshake = idOf(context.requests, initializeKey) === undefined ? 0 : 1;
  if (pendingCount(context.requests) - handshake >= limit) {
    refuse(enqueue, event, tooManyPending(limit, event.subtype));
    return;
  }
  openRequest(enqueue, context, event);
});

/** What a silence that is to be interrupted does. */
export const sendInterrupt = sessionSetup.enqueueActions(({ context, enqueue }) => {
  openInterrupt(enqueue, context, '@stall');
});

/** Raised, so that each takes the same way as one that is asked for now, in order. */
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
  if (context.queue.filter((one) => one.kind !== 'end').length >= limit) {
    refuse(enqueue, event, initQueueOverflow(limit));
    return;
  }
  const { type, ...operation } = event;
  const kind = type === 'op.send' ? 'send' : 'request';
  enqueue.assign({ queue: [...context.queue, { kind, ...operation } as never] });
  if (event.type !== 'op.request' || event.timeoutMs === undefined) return;
  // It outlives the queue: what the caller has waited here is not given again to the request.
  const delay = Math.min(event.timeoutMs, longestTimeout);
  const { key } = event;
  enqueue.raise({ type: 'op.expired', key }, { id: `expiry#${key}`, delay });
});

function refuse(
  enqueue: Enqueue,
  operation: { uuid: string } | { key: string },
  error: ReturnType<typeof sessionStopped>,
): void {
  if ('uuid' in operation) {
    enqueue.emit({ type: 'turn', uuid: operation.uuid, state: 'refused', error });
  } else {
    tellSettled(enqueue, operation.key, { kind: 'refused', error });
  }
}

function tellSettled(enqueue: Enqueue, key: string, outcome: OperationOutcome): void {
  enqueue.cancel(`expiry#${key}`);
  enqueue.emit({ type: 'settled', key, outcome });
}

export const unqueueOperation = sessionSetup.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'op.cancel') return;
  const { key } = event;
  if (!queuedRequest(context.queue, key)) return;
  enqueue.assign({ queue: queueWithout(context.queue, key) });
  tellSettled(enqueue, key, { kind: 'cancelled', reason: 'caller' });
});

/** The caller's own limit has passed, whether the request has been written or not. */
export const expireOperation = sessionSetup.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'op.expired') return;
  const { key } = event;
  const { timeoutMs } = queuedRequest(context.queue, key) ?? {};
  const id = idOf(context.requests, key);
  if (timeoutMs !== undefined) {
    enqueue.assign({ queue: queueWithout(context.queue, key) });
    tellSettled(enqueue, key, { kind: 'timedOut', timeoutMs });
  } else if (id !== undefined) enqueue.sendTo(`request#${id}`, { type: 'request.expired' });
});

/** Operations that are asked for too late. */
export const refuseOperation = sessionSetup.enqueueActions(({ event, enqueue }) => {
  if (event.type === 'op.send') refuse(enqueue, event, sessionStopped('the message'));
  if (event.type === 'op.request') refuse(enqueue, event, sessionStopped(event.subtype));
});

/** The session did not get as far as these. */
export const failQueue = sessionSetup.enqueueActions(({ context, enqueue }) => {
  for (const operation of context.queue) {
    if (operation.kind === 'send') refuse(enqueue, operation, notInitialized('the message'));
    if (operation.kind === 'request') {
      refuse(enqueue, operation, notInitialized(operation.subtype));
    }
  }
  enqueue.assign({ queue: [] });
});

export const takeResponse = sessionSetup.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'cli.response') return;
  const { requestId, outcome } = event;
  const standing = answerStanding(context.requests, requestId);
  if (standing === 'pending') {
    enqueue.sendTo(
      `request#${requestId}`,
      outcome.ok
        ? { type: 'request.succeeded', response: outcome.response }
        : { type: 'request.rejected', error: outcome.error, errorCode: outcome.errorCode },
    );
  } else if (standing === 'late') {
    enqueue.emit({ type: 'lateAnswer', requestId });
  } else {
    const message = `The CLI answered a control request that was never sent: ${requestId}.`;
    warn(enqueue, 'OrphanResponse', message, { requestId });
  }
});

/** A child request has ended: tells its caller, and forgets it. */
export const settleRequest = sessionSetup.enqueueActions(({ context, event, enqueue }) => {
  const output = childOutput<RequestOutput>(event, 'request');
  if (!output) return;
  const { id, outcome } = output;
  const request = context.requests.pending[id];
  enqueue.assign({ requests: requestSettled(context.requests, id) });
  enqueue.stopChild(`request#${id}`);
  if (request) tellSettled(enqueue, request.key, outcome);
  // Nobody waits for its answer any more, so it need not be asked.
  const isGivenUp = outcome.kind === 'cancelled' && outcome.reason === 'caller';
  if (isGivenUp || outcome.kind === 'timedOut') unwrite(enqueue, `request#${id}`);
  if (outcome.kind !== 'succeeded') {
    enqueue.assign({ interrupts: context.interrupts.filter((one) => one !== id) });
  }
});

export const takeInitialization = sessionSetup.enqueueActions(({ event, enqueue }) => {
  const output = childOutput<RequestOutput>(event, 'request');
  if (output?.outcome.kind !== 'succeeded') return;
  const { response } = output.outcome;
  enqueue.emit({ type: 'initialization', response });
  const parts = typeof response === 'object' && response !== null ? Object.keys(response) : [];
  const missing = ['commands', 'models', 'account'].filter((part) => !parts.includes(part));
  if (missing.length > 0) {
    const message = `The CLI's answer to initialize lacks ${missing.join(', ')}. The session goes on without.`;
    warn(enqueue, 'ThinInitialize', message, { missing });
  }
});

export const warnLateInitialize = sessionSetup.enqueueActions(({ enqueue }) => {
  const message =
    'The CLI never answered the initialize request, but it calls hooks, so the session goes on.';
  warn(enqueue, 'InitializeUnanswered', message);
});

/** Nothing will be answered any more. */
export const cancelRequests = sessionSetup.enqueueActions(({ context, enqueue }) => {
  for (const id of Object.keys(context.requests.pending)) {
    enqueue.sendTo(`request#${id}`, { type: 'request.cancelled', reason: 'session' });
  }
});
