import type { CallbackOutput } from '../callbackChart.js';
import { admit, holds, leave } from './callbackPool.js';
import { endsRun } from './endsRun.js';
import { type Enqueue, unwrite, warn, write } from './enqueue.js';
import { openInterrupt } from './openRequest.js';
import { childOutput } from './sessionFacts.js';
import { sessionSetup } from './sessionSetup.js';
import type { SessionContext } from './sessionTypes.js';

export const admitCallback = sessionSetup.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'cli.callback') return;
  const { requestId, kind, label, hookEvent, toolName, timeoutMs, failureBody, job } = event;
  const { limits, timeouts } = context.settings;
  const { pool, verdict } = admit(context.callbacks, requestId, kind, limits);
  if (verdict === 'duplicate' || verdict === 'overflow') {
    const full = verdict === 'overflow';
    if (full)
      write(enqueue, { kind: 'answer', id: requestId, body: failureBody }, `answer#${requestId}`);
    const message = full
      ? `Too many ${kind} callbacks wait to run, so ${label} got the answer of a failure.`
      : `The CLI sent the request id ${requestId} twice; the second was dropped.`;
    const code = full ? 'CallbackOverflow' : 'CallbackFailed';
    warn(enqueue, code, message, { requestId, kind, label });
    return;
  }
  const admitted = verdict === 'run';
  const reminderMs = timeouts.permissionReminder;
  enqueue.assign({ callbacks: pool });
  enqueue.spawnChild('callback', {
    id: `callback#${requestId}`,
    input: {
      requestId,
      kind,
      label,
      hookEvent,
      toolName,
      timeoutMs,
      reminderMs,
      failureBody,
      admitted,
      job,
    },
  });
});

/** A child callback has ended: writes its answer, if any, and lets the next one run. */
export const settleCallback = sessionSetup.enqueueActions(({ context, event, enqueue }) => {
  const output = childOutput<CallbackOutput>(event, 'callback');
  if (!output) return;
  const { requestId, kind, label, hookEvent, toolName, outcome } = output;
  const details = { requestId, kind, label, hookEvent, toolName };
  // First, because the CLI waits for it.
  if (outcome.kind !== 'cancelled') {
    write(enqueue, { kind: 'answer', id: requestId, body: outcome.body }, `answer#${requestId}`);
  }
  const { pool, next } = leave(context.callbacks, requestId);
  enqueue.assign({ callbacks: pool });
  enqueue.stopChild(`callback#${requestId}`);
  // After the answer, for the CLI to take its reason from there.
  if (outcome.kind === 'answered' && outcome.stopSince !== undefined) {
    const ends = endsRun(context.version, outcome.stopSince);
    if (!ends) openInterrupt(enqueue, context, '@stopRun');
  }
  if (outcome.kind === 'answered' && outcome.warning) {
    warn(enqueue, outcome.warning.code, outcome.warning.message, details);
  }
  if (outcome.kind === 'timedOut') {
    const message = `The ${kind} callback for ${subjectOf(output)} gave no answer in time.`;
    warn(enqueue, 'CallbackTimedOut', message, details);
  }
  if (outcome.kind === 'crashed') {
    const message = `The ${kind} callback for ${subjectOf(output)} failed: ${outcome.reason}`;
    warn(enqueue, 'CallbackFailed', message, details);
  }
  if (next !== undefined) enqueue.sendTo(`callback#${next}`, { type: 'callback.run' });
});

export const cancelCallback = sessionSetup.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'cli.cancel') return;
  const { requestId } = event;
  if (!holds(context.callbacks, requestId)) unwrite(enqueue, `answer#${requestId}`);
  else enqueue.sendTo(`callback#${requestId}`, { type: 'callback.cancelled' });
});

/** The event and tool of a hook: its label, the id of its callback, says little. */
function subjectOf({ label, hookEvent, toolName }: CallbackOutput): string {
  return hookEvent ? [hookEvent, toolName].filter(Boolean).join(' ') : label;
}

/** An id that is being answered already: a second answer to it could say the opposite. */
function isTwin(context: SessionContext, enqueue: Enqueue, requestId: string): boolean {
  if (!holds(context.callbacks, requestId)) return false;
  const message = `The CLI sent the request id ${requestId} twice; the second was dropped.`;
  warn(enqueue, 'CallbackFailed', message, { requestId });
  return true;
}

export const answerBadCallback = sessionSetup.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'cli.badCallback' || isTwin(context, enqueue, event.requestId)) return;
  const { requestId, kind, label, hookEvent, toolName, failureBody, code, why } = event;
  write(enqueue, { kind: 'answer', id: requestId, body: failureBody }, `answer#${requestId}`);
  warn(enqueue, code, why, { requestId, kind, label, hookEvent, toolName });
});

export const answerUnanswerable = sessionSetup.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'cli.unanswerable' || isTwin(context, enqueue, event.requestId)) return;
  write(
    enqueue,
    { kind: 'error', id: event.requestId, error: event.why },
    `answer#${event.requestId}`,
  );
});

export const warnPermissionPending = sessionSetup.enqueueActions(({ event, enqueue }) => {
  if (event.type !== 'callback.pending') return;
  const { requestId, label } = event;
  const message = `Permission to use ${label} is still awaited: canUseTool has not answered.`;
  warn(enqueue, 'PermissionPending', message, { requestId, label });
});

/** Nothing can be answered any more: every abort signal fires. */
export const cancelCallbacks = sessionSetup.enqueueActions(({ context, enqueue }) => {
  for (const { id } of context.callbacks) {
    enqueue.sendTo(`callback#${id}`, { type: 'callback.cancelled' });
  }
});
