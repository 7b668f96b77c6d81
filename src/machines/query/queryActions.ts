import type { MessageFrame } from '../../codec/frames.js';
import { createWarning } from '../../warnings.js';
import { doneProcessOutput } from '../doneEvents.js';
import { knownOf, lastOutput } from '../exitErrors.js';
import { leftoversKilled } from '../leftovers.js';
import { taskChanged, trackedCount } from '../session/taskLedger.js';
import { processInput } from '../settings.js';
import { stallNotice, stallTimeout } from '../stalls.js';
import type { WatchPhase } from '../watchdogChart.js';
import {
  aborted,
  bufferOverflow,
  decodeError,
  exitFailure,
  tooManyDecodeErrors,
  unexpectedControl,
} from './queryErrors.js';
import { querySetup } from './querySetup.js';
import type { QueryContext, QueryEmitted, QueryItem } from './queryTypes.js';

type State = Extract<QueryEmitted, { type: 'stateChanged' }>['state'];
type Enqueue = Parameters<Parameters<typeof querySetup.enqueueActions>[0]>[0]['enqueue'];

const announce = (state: State) => querySetup.emit({ type: 'stateChanged', state });

export const announceStarting = announce('starting');
export const announceStreaming = announce('streaming');
export const announceResultReceived = announce('resultReceived');
export const announceClosed = announce('closed');
export const announceExited = announce('exited');

function warn(
  enqueue: Enqueue,
  code: string,
  message: string,
  context?: Record<string, unknown>,
): void {
  const warning = createWarning(code, message, context);
  enqueue.emit({ type: 'items', items: [{ kind: 'warning', warning }] });
}

function watchPhase(enqueue: Enqueue, phase: WatchPhase): void {
  enqueue.assign({ watch: phase });
  enqueue.sendTo('watchdog', { type: 'watchdog.phase', phase });
}

const watch = (phase: WatchPhase) =>
  querySetup.enqueueActions(({ enqueue }) => watchPhase(enqueue, phase));

export const watchStart = watch('start');
export const watchFirstFrame = watch('firstFrame');
export const watchNothing = watch('off');

export const reportStall = querySetup.enqueueActions(({ event, enqueue }) => {
  if (event.type !== 'watchdog.stalled') return;
  const { message, context } = stallNotice(event);
  warn(enqueue, 'Stalled', message, context);
});

export const failStall = querySetup.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'watchdog.stalled') return;
  enqueue.emit({ type: 'ended', error: stallTimeout(event, context.launch, 'query') });
});

/** Emits messages while the query waits for its result. */
export const deliver = querySetup.enqueueActions(({ context, event, enqueue }) => {
  const frames =
    event.type === 'cli.messages' ? event.frames : 'frame' in event ? [event.frame] : [];
  const items = frames.filter((frame) => frame.kind === 'message');
  enqueue.emit({ type: 'items', items });
  enqueue.assign({ decodeErrors: 0 });
  if (context.watch === 'firstFrame') watchPhase(enqueue, 'midTurn');
  if (event.type === 'cli.messages') enqueue.assign({ openTools: event.openTools });
  if (event.type === 'cli.task') {
    enqueue.assign({ tasks: taskChanged(context.tasks, event.task, context.settings.waitFor) });
  }
  if (event.type === 'cli.result') enqueue.assign({ lastResult: event.result });
});

const usualAfterResult: ReadonlySet<string> = new Set([
  'result',
  'system',
  'command_lifecycle',
  'prompt_suggestion',
]);

/** More results, state reports and anything from a background task may follow a result. */
function itemAfterResult(context: QueryContext, frame: MessageFrame): QueryItem {
  const { type } = frame.message;
  if (usualAfterResult.has(type) || trackedCount(context.tasks, context.settings.waitFor) > 0) {
    return frame;
  }
  const message = `Claude Code sent a message of type ${type} after the result.`;
  const warning = createWarning('UnexpectedMessageAfterResult', message, { type });
  return { kind: 'warning', warning: { ...warning, frame } };
}

export const deliverAfterResult = querySetup.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'cli.messages') return;
  const { drainWarnings: limit } = context.settings.limits;
  const room = limit - context.drainWarnings;
  const items: QueryItem[] = [];
  let warnings = 0;
  for (const frame of event.frames) {
    const item = itemAfterResult(context, frame);
    if (item.kind === 'warning') warnings += 1;
    items.push(item);
    if (warnings >= room) break;
  }
  enqueue.emit({ type: 'items', items });
  enqueue.assign({ drainWarnings: context.drainWarnings + warnings });
});

/** After the result, a line that is not a message is a warning, never an error. */
export const warnAfterResult = querySetup.enqueueActions(({ context, event, enqueue }) => {
  const cut =
    event.type === 'cli.undecodable'
      ? event.frame.cut
      : event.type === 'cli.oversize'
        ? event.head
        : event.type.replace('cli.', 'control frame: ');
  const message = 'Claude Code wrote a line that is not a message after the result.';
  warn(enqueue, 'UnexpectedMessageAfterResult', message, { line: cut });
  enqueue.assign({ drainWarnings: context.drainWarnings + 1 });
});

export const warnDrainLimit = querySetup.enqueueActions(({ context, enqueue }) => {
  const { drainWarnings: limit } = context.settings.limits;
  const message = `Claude Code caused ${limit} warnings after the result, so the rest of its output was not read.`;
  warn(enqueue, 'DrainLimit', message, { limit });
});

export const reportUndecodable = querySetup.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'cli.undecodable') return;
  const error = decodeError(event.frame);
  enqueue.emit({ type: 'items', items: [{ kind: 'error', error }] });
  if (error.code !== 'UnexpectedMessage') {
    enqueue.assign({ decodeErrors: context.decodeErrors + 1 });
  }
});

export const noteIncompleteLine = querySetup.assign({
  incompleteLine: ({ context, event }) =>
    event.type === 'cli.undecodable' ? event.frame.cut : context.incompleteLine,
});

export const reportUnexpected = querySetup.enqueueActions(({ event, enqueue }) => {
  const error = unexpectedControl(`a control frame (${event.type.replace('cli.', '')})`);
  enqueue.emit({ type: 'items', items: [{ kind: 'error', error }] });
});

export const warnLargeLine = querySetup.enqueueActions(({ event, enqueue }) => {
  if (event.type !== 'cli.largeLine') return;
  const { waiting } = event;
  const message = `Claude Code is writing a line that has more than ${waiting} bytes so far.`;
  warn(enqueue, 'LargeLine', message, { waiting });
});

export const failDecoding = querySetup.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'cli.undecodable') return;
  const { decodeErrors: limit } = context.settings.limits;
  const error = tooManyDecodeErrors(limit, event.frame, context.launch);
  enqueue.emit({ type: 'ended', error });
});

export const failOversize = querySetup.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'cli.oversize') return;
  const error = bufferOverflow(event.limit, event.head, context.launch);
  enqueue.emit({ type: 'ended', error });
});

export const failExit = querySetup.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'xstate.done.actor.process') return;
  enqueue.emit({ type: 'ended', error: exitFailure(event.output, context.launch) });
});

export const failVersion = querySetup.enqueueActions(({ event, enqueue }) => {
  if (event.type !== 'xstate.done.actor.version' || event.output.kind !== 'rejected') return;
  enqueue.emit({ type: 'ended', error: event.output.error });
});

export const reportVersion = querySetup.enqueueActions(({ event, enqueue }) => {
  if (event.type !== 'xstate.done.actor.version' || event.output.kind !== 'accepted') return;
  const { warnings = [] } = event.output;
  for (const { code, message, context } of warnings) warn(enqueue, code, message, context);
  enqueue.stopChild('version');
});

export const startProcess = querySetup.enqueueActions(({ context, enqueue, self }) => {
  enqueue.spawnChild('process', { id: 'process', input: processInput({ context, self }) });
});

export const warnNoResult = querySetup.enqueueActions(({ context, enqueue }) => {
  if (context.incompleteLine !== undefined) {
    const message =
      'The output of Claude Code ended in the middle of a line. It was probably killed: check for an out-of-memory kill or an external signal.';
    warn(enqueue, 'IncompleteLastLine', message, { line: context.incompleteLine });
  }
  const message =
    'Claude Code exited without an error and without a result. Check its stderr, and that the prompt is not empty.';
  warn(enqueue, 'CleanExitNoResult', message);
});

export const warnExitStatus = querySetup.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'xstate.done.actor.process' || event.output.kind !== 'exited') return;
  const { code, signal } = event.output;
  // It is normal for the CLI to exit with 1 after a result that is an error.
  const expected = context.lastResult?.is_error === true;
  const status = signal ? `was killed by ${signal}` : `exited with code ${code}`;
  const known = knownOf(context.launch);
  const message = `Claude Code ${status} after its result.${lastOutput(known)}`;
  const facts = { ...known, exitCode: code, signal, expected };
  warn(enqueue, 'NonZeroExitAfterResult', message, facts);
});

export const announceEnd = querySetup.emit({ type: 'ended' });

export const announceClose = querySetup.enqueueActions(({ event, enqueue }) => {
  const wasAborted = event.type === 'query.close' && event.reason === 'abort';
  enqueue.emit(wasAborted ? { type: 'ended', error: aborted() } : { type: 'ended' });
});

export const noteExit = querySetup.enqueueActions(({ event, enqueue }) => {
  enqueue.assign({ processExited: true });
  const output = doneProcessOutput(event);
  if (output?.kind !== 'exited' || output.leftovers.length === 0) return;
  const { message, context: left } = leftoversKilled(output.leftovers);
  warn(enqueue, 'OrphanProcessKilled', message, left);
});
export const endProcess = querySetup.sendTo('process', { type: 'process.end' });
/** After a result, only background agents can still be working. Without any, SIGINT is skipped. */
export const stopProcess = querySetup.sendTo('process', ({ context }) => ({
  type: 'process.stop',
  working:
    context.lastResult === undefined || trackedCount(context.tasks, context.settings.waitFor) > 0,
}));
export const interruptProcess = querySetup.sendTo('process', { type: 'process.interrupt' });
export const noteFull = querySetup.assign({ full: true });
export const noteDrained = querySetup.assign({ full: false });
export const pauseProcess = querySetup.sendTo('process', { type: 'process.pause' });
export const resumeProcess = querySetup.sendTo('process', { type: 'process.resume' });

/** XState would keep them in the last snapshot. */
export const stopChildren = querySetup.enqueueActions(({ enqueue }) => {
  for (const child of ['process', 'version', 'watchdog']) enqueue.stopChild(child);
});
