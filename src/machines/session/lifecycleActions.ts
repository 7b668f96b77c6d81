import { doneChildOutput, doneProcessOutput } from '../doneEvents.js';
import { exitError, exitPhrase, knownOf, lastOutput } from '../exitErrors.js';
import { leftoversKilled } from '../leftovers.js';
import type { RequestOutput } from '../requestChart.js';
import { processInput } from '../settings.js';
import { stallNotice, stallTimeout } from '../stalls.js';
import type { WatchPhase } from '../watchdogChart.js';
import { initializeKey } from './requestLedger.js';
import { type Enqueue, warn } from './sessionEffects.js';
import {
  initializeFailed,
  initializeUnwritten,
  type Written,
  writeFailed,
  writeTimedOut,
} from './sessionErrors.js';
import { isBusy, phaseToWatch } from './sessionFacts.js';
import { sessionSetup } from './sessionSetup.js';
import type { PublicState, SessionContext } from './sessionTypes.js';
import { runConfirmed } from './taskLedger.js';
import { isOpen } from './turnLedger.js';

const announce = (state: PublicState) => sessionSetup.emit({ type: 'stateChanged', state });

export const announceStarting = announce('starting');
export const announceInitSent = announce('initSent');
export const announceRunning = announce('running');
export const announceStopping = announce('stopping');
export const announceStopped = announce('stopped');
export const announceFailed = announce('failed');
export const announceRunOver = sessionSetup.emit({ type: 'runOver' });

export const noteStop = sessionSetup.assign({
  outcome: ({ context, event }) =>
    event.type === 'op.stop' ? { kind: 'stopped', reason: event.reason } : context.outcome,
});

export const noteStall = sessionSetup.assign({
  outcome: ({ context, event }) =>
    event.type === 'watchdog.stalled'
      ? { kind: 'failed', error: stallTimeout(event, context.launch, 'session') }
      : context.outcome,
});

export const noteVersionRejected = sessionSetup.assign({
  outcome: ({ context, event }) =>
    event.type === 'xstate.done.actor.version' && event.output.kind === 'rejected'
      ? { kind: 'failed', error: event.output.error }
      : context.outcome,
});

export const noteInitializeFailed = sessionSetup.assign({
  outcome: ({ context, event }) => {
    const output = doneChildOutput<RequestOutput>(event, 'request');
    if (!output || output.outcome.kind === 'succeeded') return context.outcome;
    return { kind: 'failed', error: initializeFailed(output.outcome, context.launch, output.id) };
  },
});

export const noteWriteTimeout = sessionSetup.assign({
  outcome: ({ context, event }) =>
    event.type === 'process.writeTimedOut'
      ? { kind: 'failed', error: writeTimedOut(writtenWith(context, event.tag), context.launch) }
      : context.outcome,
});

/** The process exited before the session was running. */
export const noteStartFailure = sessionSetup.assign({
  outcome: ({ context, event }) => {
    const output = doneProcessOutput(event);
    if (!output) return context.outcome;
    // It did not exit by itself: it was ended because it takes no input.
    const wasEnded = output.kind === 'exited' && output.signalled;
    if (wasEnded && context.outcome.kind === 'failed') return context.outcome;
    const error =
      output.kind === 'spawnFailed'
        ? output.error
        : exitError('ExitedDuringStart', output, context.launch);
    return { kind: 'failed', error };
  },
});

/** The process exited although nobody asked it to, or while a message waited for its result. */
export const noteCrash = sessionSetup.assign({
  outcome: ({ context, event }) => {
    const output = doneProcessOutput(event);
    if (output?.kind !== 'exited') return context.outcome;
    return { kind: 'failed', error: exitError('ProcessError', output, context.launch) };
  },
});

export const reportExit = sessionSetup.enqueueActions(({ context, event, enqueue }) => {
  const output = doneProcessOutput(event);
  if (output?.kind !== 'exited') return;
  const { code, signal, signalled, leftovers } = output;
  if (code !== 0 && context.outcome.kind === 'completed') {
    // It is normal for the CLI to exit with 1 after a result that is an error.
    const expected = context.turns.lastResult?.is_error === true;
    const known = knownOf(context.launch);
    const why = expected ? ', as it does after a result that is an error' : '';
    const status = exitPhrase({ exitCode: code, signal });
    const message = `Claude Code process ${status}${why}.${lastOutput(known)}`;
    warn(enqueue, 'NonZeroExit', message, {
      ...known,
      exitCode: code,
      signal,
      expected,
      ...(signalled && { signalled }),
    });
  }
  if (leftovers.length > 0) {
    const { message, context: left } = leftoversKilled(leftovers);
    warn(enqueue, 'OrphanProcessKilled', message, left);
  }
});

export const reportVersion = sessionSetup.enqueueActions(({ event, enqueue }) => {
  if (event.type !== 'xstate.done.actor.version' || event.output.kind !== 'accepted') return;
  const { version, warnings = [] } = event.output;
  enqueue.assign({ version });
  for (const { code, message, context } of warnings) warn(enqueue, code, message, context);
  enqueue.stopChild('version');
});

export const startProcess = sessionSetup.enqueueActions(({ context, enqueue, self }) => {
  enqueue.spawnChild('process', { id: 'process', input: processInput({ context, self }) });
});

export const endProcess = sessionSetup.sendTo('process', { type: 'process.end' });

/** Even if the CLI reports `idle`, its background agents may be working and calling hooks. */
export const stopProcess = sessionSetup.enqueueActions(({ context, enqueue }) => {
  const working = isBusy(context) || context.tasks.open.length > 0 || context.callbacks.length > 0;
  enqueue.sendTo('process', { type: 'process.stop', working });
});

/** The kind and the id in the tag of a line. */
function splitTag(tag: string): [kind: string, id: string] {
  const separator = tag.indexOf('#');
  return [tag.slice(0, separator), tag.slice(separator + 1)];
}

function writtenWith({ requests }: SessionContext, tag: string): Written {
  const [kind, id] = splitTag(tag);
  if (kind === 'turn') return { operation: 'the message' };
  if (kind === 'answer') return { operation: 'an answer', requestId: id };
  return { operation: requests.pending[id]?.subtype ?? tag, requestId: id };
}

export const handleWriteFailure = sessionSetup.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'process.writeFailed') return;
  const [kind, id] = splitTag(event.tag);
  if (kind === 'request' && Object.hasOwn(context.requests.pending, id)) {
    const written = writtenWith(context, event.tag);
    if (context.requests.pending[id]?.key === initializeKey) {
      // If the CLI is dying at its start, its exit says why. If it lives on, it has to be ended.
      const error = initializeUnwritten(event.error, written, context.launch);
      enqueue.assign({ outcome: { kind: 'failed', error } });
      enqueue.sendTo('process', { type: 'process.stop', working: false });
      return;
    }
    const error = writeFailed(event.error, written, context.launch);
    enqueue.sendTo(event.tag, { type: 'request.unwritten', error });
  } else if (kind === 'turn' && isOpen(context.turns, id)) {
    enqueue.assign({ messageLost: true });
    const error = writeFailed(event.error, writtenWith(context, event.tag), context.launch);
    enqueue.sendTo(event.tag, { type: 'turn.lost', error });
  }
});

export const reportUndecodable = sessionSetup.enqueueActions(({ event, enqueue }) => {
  if (event.type === 'cli.undecodable') {
    const { reason, detail, cut, rawBytes } = event.frame;
    const message = `A line from Claude Code could not be read: ${detail}`;
    warn(enqueue, 'UndecodableLine', message, { reason, line: cut, ...(rawBytes && { rawBytes }) });
  } else if (event.type === 'cli.oversize') {
    const message = `Claude Code wrote a line of more than ${event.limit} bytes, and it was dropped. Raise \`limits.lineBytes\` to receive such lines.`;
    warn(enqueue, 'LineDropped', message, { limit: event.limit, line: event.head });
  } else if (event.type === 'cli.largeLine') {
    const message = `Claude Code is writing a line that has more than ${event.waiting} bytes so far.`;
    warn(enqueue, 'LargeLine', message, { waiting: event.waiting });
  }
});

export const reportStall = sessionSetup.enqueueActions(({ event, enqueue }) => {
  if (event.type !== 'watchdog.stalled') return;
  const { message, context } = stallNotice(event);
  warn(enqueue, 'Stalled', message, context);
});

export const confirmRun = sessionSetup.assign({
  tasks: ({ context }) => runConfirmed(context.tasks),
});

export const warnUnconfirmed = sessionSetup.enqueueActions(({ context, enqueue }) => {
  if (context.tasks.confirmed) return;
  const message =
    'A background task ended, but the turn that usually follows did not come. The run counts as finished.';
  warn(enqueue, 'RunOverUnconfirmed', message);
});

function watchPhase(enqueue: Enqueue, phase: WatchPhase): void {
  enqueue.assign({ watch: phase });
  enqueue.sendTo('watchdog', { type: 'watchdog.phase', phase });
}

/** Moves the watchdog to another phase if needed. The start is one phase, whatever happens. */
export const watch = sessionSetup.enqueueActions(({ context, enqueue }) => {
  const phase = phaseToWatch(context);
  if (phase !== context.watch && context.watch !== 'start') watchPhase(enqueue, phase);
});

export const watchTurns = sessionSetup.enqueueActions(({ context, enqueue }) => {
  watchPhase(enqueue, phaseToWatch(context));
});

export const watchStart = sessionSetup.enqueueActions(({ enqueue }) =>
  watchPhase(enqueue, 'start'),
);

export const watchNothing = sessionSetup.enqueueActions(({ enqueue }) =>
  watchPhase(enqueue, 'off'),
);

/** XState would keep them in the last snapshot. */
export const stopChildren = sessionSetup.enqueueActions(({ enqueue }) => {
  for (const child of ['process', 'version', 'watchdog']) enqueue.stopChild(child);
});
