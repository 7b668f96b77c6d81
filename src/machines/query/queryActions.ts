import type { MessageFrame } from '../../codec/frames.js';
import { taskChanged, trackedCount } from '../session/taskLedger.js';
import {
  aborted,
  bufferOverflow,
  decodeError,
  exitFailure,
  tooManyDecodeErrors,
  unexpectedControl,
} from './queryErrors.js';
import { querySetup } from './querySetup.js';
import type { QueryContext, QueryEmitted, QueryItem, StreamWarning } from './queryTypes.js';

type State = Extract<QueryEmitted, { type: 'stateChanged' }>['state'];
type Enqueue = Parameters<Parameters<typeof querySetup.enqueueActions>[0]>[0]['enqueue'];

const announce = (state: State) => querySetup.emit({ type: 'stateChanged', state });

export const announceStreaming = announce('streaming');
export const announceResultReceived = announce('resultReceived');
export const announcePendingEnd = announce('pendingEnd');
export const announceClosed = announce('closed');
export const announceExited = announce('exited');

function warn(
  enqueue: Enqueue,
  code: string,
  message: string,
  context: Record<string, unknown> = {},
): void {
  const warning: StreamWarning = { code, message, context };
  enqueue.emit({ type: 'items', items: [{ kind: 'warning', warning }] });
}

/** Hands on what came while the result is still awaited. */
export const deliver = querySetup.enqueueActions(({ context, event, enqueue }) => {
  const frames =
    event.type === 'cli.messages' ? event.frames : 'frame' in event ? [event.frame] : [];
  const items = frames.filter((frame) => frame.kind === 'message');
  enqueue.emit({ type: 'items', items });
  enqueue.assign({ decodeErrors: 0 });
  if (event.type === 'cli.task') {
    enqueue.assign({ tasks: taskChanged(context.tasks, event.task, context.settings.waitFor) });
  }
  if (event.type === 'cli.result') enqueue.assign({ lastResult: event.result });
});

const usual: ReadonlySet<string> = new Set([
  'result',
  'system',
  'command_lifecycle',
  'prompt_suggestion',
]);

/** What may follow a result: more results, reports of state, and all that a background task does. */
function itemAfterResult(context: QueryContext, frame: MessageFrame): QueryItem {
  const { type } = frame.message;
  if (usual.has(type) || trackedCount(context.tasks, context.settings.waitFor) > 0) {
    return frame;
  }
  const message = `A message of type ${type} came after the result.`;
  const warning = { code: 'UnexpectedMessageAfterResult', message, context: { type }, frame };
  return { kind: 'warning', warning };
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

/** A line after the result that is no message: a warning, never an error. */
export const warnAfterResult = querySetup.enqueueActions(({ context, event, enqueue }) => {
  const cut =
    event.type === 'cli.undecodable'
      ? event.frame.cut
      : event.type === 'cli.oversize'
        ? event.head
        : event.type.replace('cli.', 'control frame: ');
  const message = 'A line that is no message came after the result.';
  warn(enqueue, 'UnexpectedMessageAfterResult', message, { line: cut });
  enqueue.assign({ drainWarnings: context.drainWarnings + 1 });
});

export const warnDrainLimit = querySetup.enqueueActions(({ context, enqueue }) => {
  const { drainWarnings: limit } = context.settings.limits;
  const message = `${limit} warnings came after the result; the rest of the output is not read.`;
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

export const noteIncomplete = querySetup.assign({
  incomplete: ({ context, event }) =>
    event.type === 'cli.undecodable' ? event.frame.cut : context.incomplete,
});

export const reportUnexpected = querySetup.enqueueActions(({ event, enqueue }) => {
  const error = unexpectedControl(event.type.replace('cli.', 'a control frame: '));
  enqueue.emit({ type: 'items', items: [{ kind: 'error', error }] });
});

export const warnLargeLine = querySetup.enqueueActions(({ event, enqueue }) => {
  if (event.type !== 'cli.largeLine') return;
  const { waiting } = event;
  const message = `A line from the CLI has passed ${waiting} bytes and goes on.`;
  warn(enqueue, 'LargeLine', message, { waiting });
});

export const failDecoding = querySetup.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'cli.undecodable') return;
  const error = tooManyDecodeErrors(context.settings.limits.decodeErrors, event.frame);
  enqueue.emit({ type: 'ended', error });
});

export const failOversize = querySetup.enqueueActions(({ event, enqueue }) => {
  if (event.type !== 'cli.oversize') return;
  enqueue.emit({ type: 'ended', error: bufferOverflow(event.limit, event.head) });
});

export const failExit = querySetup.enqueueActions(({ event, enqueue }) => {
  if (event.type !== 'xstate.done.actor.process') return;
  enqueue.emit({ type: 'ended', error: exitFailure(event.output) });
});

export const failVersion = querySetup.enqueueActions(({ event, enqueue }) => {
  if (event.type !== 'xstate.done.actor.version' || event.output.kind !== 'rejected') return;
  enqueue.emit({ type: 'ended', error: event.output.error });
});

export const reportVersion = querySetup.enqueueActions(({ event, enqueue }) => {
  if (event.type !== 'xstate.done.actor.version' || event.output.kind !== 'accepted') return;
  const { warnings = [] } = event.output;
  for (const { code, message } of warnings) warn(enqueue, code, message);
  enqueue.stopChild('version');
});

export const warnNoResult = querySetup.enqueueActions(({ context, enqueue }) => {
  if (context.incomplete !== undefined) {
    const message = 'The last line of the output had no newline and could not be decoded.';
    warn(enqueue, 'IncompleteLastLine', message, { line: context.incomplete });
  }
  const message =
    'The CLI ended without an error and without a result. Check its stderr, and that the prompt was not empty.';
  warn(enqueue, 'CleanExitNoResult', message);
});

export const warnExitStatus = querySetup.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'xstate.done.actor.process' || event.output.kind !== 'exited') return;
  const { code, signal } = event.output;
  // The CLI exits with 1 after a result that is an error: the rule, not an anomaly.
  const expected = context.lastResult?.is_error === true;
  const message = `The CLI exited with ${signal ?? code} after its result.`;
  warn(enqueue, 'NonZeroExitAfterResult', message, { exitCode: code, signal, expected });
});

export const announceEnd = querySetup.emit({ type: 'ended' });

export const announceClose = querySetup.enqueueActions(({ event, enqueue }) => {
  const wasAborted = event.type === 'query.close' && event.reason === 'abort';
  enqueue.emit(wasAborted ? { type: 'ended', error: aborted() } : { type: 'ended' });
});

export const noteGone = querySetup.assign({ gone: true });
export const endProcess = querySetup.sendTo('process', { type: 'process.end' });
/** After a result nothing works any more but background agents, so else nothing is interrupted. */
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

/** XState keeps a root's invoked children in the last snapshot; none is to be left. */
export const stopChildren = querySetup.enqueueActions(({ enqueue }) => {
  for (const child of ['process', 'version']) enqueue.stopChild(child);
});
