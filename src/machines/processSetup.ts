import {
  type AnyActorRef,
  assertEvent,
  assign,
  enqueueActions,
  fromCallback,
  sendTo,
  setup,
} from 'xstate';
import { PersistentQueue } from '../util/PersistentQueue.js';
import type {
  OsOrder,
  ProcessContext,
  ProcessEvent,
  ProcessInput,
  ProcessOutput,
  ProcessReport,
} from './processTypes.js';
import { nextBatch, writeFailedReport } from './stdinLines.js';

const toOwner = ({ context }: { context: ProcessContext }): AnyActorRef => context.owner;

/** The delays, guards and actions of the process chart. */
export const processSetup = setup({
  types: {
    input: {} as ProcessInput,
    context: {} as ProcessContext,
    events: {} as ProcessEvent,
    output: {} as ProcessOutput,
    children: {} as { os: 'os' },
  },
  actors: {
    os: fromCallback<OsOrder, { launch: object; owner: AnyActorRef }>(() => {}),
  },
  delays: {
    writeTimeout: ({ context }) => context.writeTimeoutMs,
    terminateAfter: ({ context }) => context.timings.terminate,
    killAfter: ({ context }) => context.timings.kill - context.timings.terminate,
    outputAfterExit: ({ context }) => context.outputAfterExitMs,
    leftoverGrace: ({ context }) => context.leftoverGraceMs,
  },
  guards: {
    linesWait: ({ context }) => context.lines.length > 0,
    isStopping: ({ context }) => context.stopping,
    isEnding: ({ context }) => !context.stopping,
    isWorking: ({ event }) => event.type === 'process.stop' && event.working,
    outputEnded: ({ context }) => context.outputEnded,
    outputOpen: ({ context }) => !context.outputEnded,
    errorsEnded: ({ context }) => context.errorsEnded,
    allRead: ({ context }) => context.outputEnded && context.errorsEnded,
    foundNothing: ({ event }) => event.type === 'os.swept' && event.found.length === 0,
  },
  actions: {
    reportSpawned: sendTo(toOwner, ({ event }) => {
      assertEvent(event, 'os.spawned');
      return { type: 'process.spawned', pid: event.pid } satisfies ProcessReport;
    }),
    writeLine: sendTo('os', ({ event }) => {
      assertEvent(event, 'process.write');
      return { type: 'os.write', lines: [{ line: event.line, tag: event.tag }] };
    }),
    noteBlocked: assign({
      blockedTag: ({ event }) => {
        assertEvent(event, 'os.blocked');
        return event.tag;
      },
    }),
    queueLine: assign({
      lines: ({ context, event }) => {
        assertEvent(event, 'process.write');
        return context.lines.with({ line: event.line, tag: event.tag });
      },
    }),
    unqueueLine: assign({
      lines: ({ context, event }) => {
        assertEvent(event, 'process.unwrite');
        return context.lines.filter(({ tag }) => tag !== event.tag);
      },
    }),
    writeBatch: enqueueActions(({ context, enqueue }) => {
      const lines = nextBatch(context.lines);
      enqueue.assign({
        lines: context.lines.withoutFirst(lines.length),
        blockedTag: lines[0]?.tag ?? '',
      });
      enqueue.sendTo('os', { type: 'os.write', lines, notify: true });
    }),
    refuseLine: sendTo(toOwner, ({ event }) => {
      assertEvent(event, 'process.write');
      return writeFailedReport(event.tag);
    }),
    refuseLines: enqueueActions(({ context, enqueue }) => {
      for (const { tag } of context.lines) enqueue.sendTo(context.owner, writeFailedReport(tag));
      enqueue.assign({ lines: new PersistentQueue() });
    }),
    noteWriteFailed: assign({
      failedWrites: ({ context, event }) => {
        assertEvent(event, 'os.writeFailed');
        return [...context.failedWrites, { tag: event.tag, error: event.error }];
      },
    }),
    reportWritesFailed: enqueueActions(({ context, enqueue }) => {
      for (const { tag, error } of context.failedWrites) {
        enqueue.sendTo(context.owner, writeFailedReport(tag, error));
      }
      enqueue.assign({ failedWrites: [] });
    }),
    reportWriteTimedOut: sendTo(toOwner, ({ context }) => ({
      type: 'process.writeTimedOut',
      tag: context.blockedTag,
    })),
    flush: sendTo('os', { type: 'os.flush' }),
    closeInput: sendTo('os', { type: 'os.closeInput' }),
    interrupt: sendTo('os', { type: 'os.kill', signal: 'SIGINT' }),
    terminate: sendTo('os', { type: 'os.kill', signal: 'SIGTERM' }),
    kill: sendTo('os', { type: 'os.kill', signal: 'SIGKILL' }),
    noteSignalled: assign({ signalled: true }),
    pause: sendTo('os', { type: 'os.pause' }),
    resume: sendTo('os', { type: 'os.resume' }),
    useStopTimings: assign({ timings: ({ context }) => context.shutdown.stop, stopping: true }),
    noteOutputEnded: assign({ outputEnded: true }),
    noteErrorsEnded: assign({ errorsEnded: true }),
    reportOutputEnded: sendTo(toOwner, { type: 'process.outputEnded' }),
    noteExit: assign({
      exit: ({ event }) => {
        assertEvent(event, 'os.exited');
        return event.exit;
      },
    }),
    endLeftovers: sendTo('os', { type: 'os.sweep', signal: 'SIGTERM' }),
    killLeftovers: sendTo('os', { type: 'os.sweep', signal: 'SIGKILL' }),
    noteLeftovers: assign({
      leftovers: ({ event }) => {
        assertEvent(event, 'os.swept');
        return event.found;
      },
    }),
  },
});
