import type { CallbackOutput } from '../callbackChart.js';
import { doneChildOutput } from '../doneEvents.js';
import { admit, hasCallback, release } from './callbackPool.js';
import { type Enqueue, openInterrupt, unwrite, warn, write } from './sessionEffects.js';
import { hookAnswerEndsRun } from './sessionFacts.js';
import { sessionSetup } from './sessionSetup.js';
import type { SessionContext } from './sessionTypes.js';

function writeAnswer(enqueue: Enqueue, requestId: string, body: string): void {
  write(enqueue, { kind: 'answer', id: requestId, body }, `answer#${requestId}`);
}

function writeError(enqueue: Enqueue, requestId: string, error: string, errorCode?: string): void {
  write(enqueue, { kind: 'error', id: requestId, error, errorCode }, `answer#${requestId}`);
}

function announcePermission(
  enqueue: Enqueue,
  id: string,
  state: 'open' | 'settled',
  toolName: string | undefined,
): void {
  enqueue.emit({ type: 'permission', id, state, ...(toolName !== undefined && { toolName }) });
}

export const admitCallback = sessionSetup.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'cli.callback') return;
  const { requestId, kind, label, hookEvent, toolName, failureBody } = event;
  const { limits, timeouts } = context.settings;
  const { pool, verdict } = admit(context.callbacks, requestId, kind, limits);
  if (verdict === 'duplicate') {
    warnDuplicate(enqueue, requestId, { kind, label });
    return;
  }
  if (verdict === 'overflow') {
    writeAnswer(enqueue, requestId, failureBody);
    const message = `Too many ${kind} callbacks are waiting, so ${subjectOf(event)} got the answer for a failed callback. Make your callbacks faster, or raise \`limits.callbacks\`.`;
    warn(enqueue, 'CallbackOverflow', message, { requestId, kind, label, hookEvent, toolName });
    return;
  }
  const admitted = verdict === 'run';
  const reminderMs = timeouts.permissionReminder;
  enqueue.assign({ callbacks: pool });
  if (kind === 'permission') announcePermission(enqueue, requestId, 'open', toolName);
  enqueue.spawnChild('callback', {
    id: `callback#${requestId}`,
    input: {
      requestId,
      kind,
      label,
      hookEvent,
      toolName,
      timeoutMs: event.timeoutMs,
      reminderMs,
      failureBody,
      timeoutBody: event.timeoutBody,
      reportsFailure: event.reportsFailure,
      admitted,
      job: event.job,
    },
  });
});

/** A callback is done: writes its answer, if it has one, and lets the next callback run. */
export const settleCallback = sessionSetup.enqueueActions(({ context, event, enqueue }) => {
  const output = doneChildOutput<CallbackOutput>(event, 'callback');
  if (!output) return;
  const { requestId, kind, label, hookEvent, toolName, outcome } = output;
  const durationMs = 'durationMs' in outcome ? outcome.durationMs : undefined;
  const details = { requestId, kind, label, hookEvent, toolName, durationMs };
  // The answer goes first, because the CLI is waiting for it.
  if (outcome.kind === 'crashed' && outcome.body === undefined) {
    writeError(enqueue, requestId, outcome.reason);
  } else if (outcome.kind !== 'cancelled') {
    writeAnswer(enqueue, requestId, outcome.body as string);
  }
  const { pool, next } = release(context.callbacks, requestId);
  enqueue.assign({ callbacks: pool });
  enqueue.stopChild(`callback#${requestId}`);
  if (kind === 'permission') announcePermission(enqueue, requestId, 'settled', toolName);
  // The interrupt follows the answer, so that the CLI takes the reason from the answer.
  if (outcome.kind === 'answered' && outcome.stopSince !== undefined) {
    const endsRun = hookAnswerEndsRun(context.version, outcome.stopSince);
    if (!endsRun) openInterrupt(enqueue, context, '@stopRun');
  }
  if (outcome.kind === 'answered' && outcome.warning) {
    warn(enqueue, outcome.warning.code, outcome.warning.message, details);
  }
  if (outcome.kind === 'timedOut') {
    const message = `The ${kind} callback for ${subjectOf(output)} did not answer within ${durationMs} ms. Make it faster, or raise \`timeouts.${kind}\`.`;
    warn(enqueue, 'CallbackTimedOut', message, details);
  }
  if (outcome.kind === 'crashed') {
    const message = `The ${kind} callback for ${subjectOf(output)} failed after ${durationMs} ms: ${outcome.reason}`;
    warn(enqueue, 'CallbackFailed', message, details);
  }
  if (next !== undefined) enqueue.sendTo(`callback#${next}`, { type: 'callback.run' });
});

export const cancelCallback = sessionSetup.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'cli.cancel') return;
  const { requestId } = event;
  if (!hasCallback(context.callbacks, requestId)) unwrite(enqueue, `answer#${requestId}`);
  else enqueue.sendTo(`callback#${requestId}`, { type: 'callback.cancelled' });
});

/** A hook's label is only the id of its callback, so name its event and tool. */
function subjectOf({
  label,
  hookEvent,
  toolName,
}: Pick<CallbackOutput, 'label' | 'hookEvent' | 'toolName'>): string {
  return hookEvent ? [hookEvent, toolName].filter(Boolean).join(' ') : label;
}

function warnDuplicate(enqueue: Enqueue, requestId: string, about: object = {}): void {
  const message = `Claude Code sent the request id ${requestId} twice. The second request was dropped.`;
  warn(enqueue, 'CallbackFailed', message, { requestId, ...about });
}

/**
 * Whether a request was dropped because its id is being answered already. A second answer could
 * contradict the first.
 */
function dropDuplicate(context: SessionContext, enqueue: Enqueue, requestId: string): boolean {
  if (!hasCallback(context.callbacks, requestId)) return false;
  warnDuplicate(enqueue, requestId);
  return true;
}

export const answerBadCallback = sessionSetup.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'cli.badCallback' || dropDuplicate(context, enqueue, event.requestId)) return;
  const { requestId, kind, label, hookEvent, toolName, failureBody, code, why } = event;
  writeAnswer(enqueue, requestId, failureBody);
  warn(enqueue, code, why, { requestId, kind, label, hookEvent, toolName });
});

export const answerUnanswerable = sessionSetup.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'cli.unanswerable' || dropDuplicate(context, enqueue, event.requestId)) return;
  const { requestId, why, errorCode } = event;
  writeError(enqueue, requestId, why, errorCode);
});

export const warnPermissionPending = sessionSetup.enqueueActions(({ event, enqueue }) => {
  if (event.type !== 'callback.pending') return;
  const { requestId, label } = event;
  const message = `canUseTool has not answered yet whether Claude Code may use ${label}. Answer it, or set \`timeouts.permission\` to deny automatically.`;
  warn(enqueue, 'PermissionPending', message, { requestId, label });
});

/** No answer can be written any more, so every callback's abort signal fires. */
export const cancelCallbacks = sessionSetup.enqueueActions(({ context, enqueue }) => {
  for (const { id } of context.callbacks) {
    enqueue.sendTo(`callback#${id}`, { type: 'callback.cancelled' });
  }
});
