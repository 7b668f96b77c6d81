import {
  type AnyActorRef,
  assertEvent,
  assign,
  enqueueActions,
  fromCallback,
  sendTo,
  setup,
} from 'xstate';
import { lazy } from '../util/lazy.js';
import { PersistentQueue } from '../util/PersistentQueue.js';
import { finalOutput } from './doneEvents.js';
import type {
  OsOrder,
  ProcessContext,
  ProcessEvent,
  ProcessInput,
  ProcessOutput,
  ProcessReport,
} from './processTypes.js';
import { startingProcessContext } from './settings.js';
import { nextBatch, writeFailedReport } from './stdinLines.js';

const toOwner = ({ context }: { context: ProcessContext }): AnyActorRef => context.owner;

/** One OS process: its start, what is written to its stdin, and its shutdown step by step. */
export const processChart = lazy(() =>
  setup({
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
    },
    guards: {
      linesWait: ({ context }) => context.lines.length > 0,
      isStopping: ({ context }) => context.stopping,
      isEnding: ({ context }) => !context.stopping,
      isWorking: ({ event }) => event.type === 'process.stop' && event.working,
      outputEnded: ({ context }) => context.outputEnded,
      errorsEnded: ({ context }) => context.errorsEnded,
      allRead: ({ context }) => context.outputEnded && context.errorsEnded,
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
      reportWriteFailed: sendTo(toOwner, ({ event }) => {
        assertEvent(event, 'os.writeFailed');
        return writeFailedReport(event.tag, event.error);
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
    },
  }).createMachine({
    id: 'process',
    context: ({ input }) => startingProcessContext(input),
    initial: 'spawning',
    output: ({ event }) => finalOutput<ProcessOutput>(event),
    invoke: {
      src: 'os',
      id: 'os',
      input: ({ context }) => ({ launch: context.launch, owner: context.owner }),
    },
    on: {
      'os.failed': '.spawnFailed',
      'os.outputEnded': { actions: ['noteOutputEnded', 'reportOutputEnded'] },
      'os.errorsEnded': { actions: 'noteErrorsEnded' },
      'os.exited': [
        { guard: 'allRead', target: '.exited', actions: 'noteExit' },
        { target: '.draining', actions: 'noteExit' },
      ],
      'process.write': { actions: 'refuseLine' },
      'process.interrupt': { actions: 'interrupt' },
      'process.pause': { actions: 'pause' },
      'process.resume': { actions: 'resume' },
      'process.stop': [
        { guard: 'isStopping' },
        { guard: 'isWorking', target: '.interrupting', actions: 'useStopTimings' },
        { target: '.ending', actions: 'useStopTimings' },
      ],
    },
    states: {
      spawning: {
        on: {
          'os.spawned': { target: 'alive', actions: 'reportSpawned' },
          'process.end': 'ending',
        },
      },
      alive: {
        type: 'parallel',
        on: { 'os.writeFailed': { actions: 'reportWriteFailed' } },
        states: {
          input: {
            initial: 'ready',
            states: {
              ready: {
                on: {
                  'process.write': { actions: 'writeLine' },
                  'process.end': { target: 'flushing', actions: 'flush' },
                  'os.blocked': { target: 'blocked', actions: 'noteBlocked' },
                },
              },
              blocked: {
                on: {
                  'process.write': { actions: 'queueLine' },
                  'process.unwrite': { actions: 'unqueueLine' },
                  'process.end': 'flushing',
                  'os.drained': [
                    {
                      guard: 'linesWait',
                      target: 'blocked',
                      reenter: true,
                      actions: 'writeBatch',
                    },
                    { target: 'ready' },
                  ],
                },
                after: { writeTimeout: { target: 'stuck', actions: 'reportWriteTimedOut' } },
              },
              /** stdin is closed once the pipe has taken the waiting lines. */
              flushing: {
                on: {
                  'process.unwrite': { actions: 'unqueueLine' },
                  'os.blocked': { actions: 'noteBlocked' },
                  'os.drained': [
                    {
                      guard: 'linesWait',
                      target: 'flushing',
                      reenter: true,
                      actions: 'writeBatch',
                    },
                    { target: '#process.ending' },
                  ],
                },
                after: {
                  writeTimeout: { target: '#process.ending', actions: 'reportWriteTimedOut' },
                },
              },
              stuck: {},
            },
          },
          output: {
            initial: 'open',
            states: {
              open: {
                on: {
                  'os.outputEnded': {
                    target: 'closed',
                    actions: ['noteOutputEnded', 'reportOutputEnded'],
                  },
                },
              },
              /** The exit usually follows at once. If not, this CLI will never answer anything. */
              closed: { after: { outputAfterExit: '#process.interrupting' } },
            },
          },
        },
      },
      ending: {
        entry: ['refuseLines', 'closeInput'],
        after: { terminateAfter: 'terminating' },
      },
      /** stdin stays open: on EOF, 2.1.197 treats an unanswered hook as allowed. */
      interrupting: {
        entry: ['refuseLines', 'interrupt'],
        after: { terminateAfter: 'terminating' },
      },
      terminating: {
        entry: 'terminate',
        initial: 'due',
        after: { killAfter: 'killing' },
        on: { 'process.stop': {} },
        states: {
          due: {
            on: {
              'process.stop': { guard: 'isEnding', target: 'hurried', actions: 'useStopTimings' },
            },
          },
          /** `stop` came during the longer timings of `end`: the earlier SIGKILL wins. */
          hurried: { after: { killAfter: '#process.killing' } },
        },
      },
      killing: { entry: 'kill', on: { 'process.stop': {} } },
      /** The last output is still being read, or a descendant keeps a pipe open. */
      draining: {
        on: {
          'os.outputEnded': [
            { guard: 'errorsEnded', target: 'exited' },
            { actions: 'noteOutputEnded' },
          ],
          'os.errorsEnded': [
            { guard: 'outputEnded', target: 'exited' },
            { actions: 'noteErrorsEnded' },
          ],
          'process.stop': {},
        },
        after: { outputAfterExit: 'exited' },
      },
      exited: {
        type: 'final',
        output: ({ context, event }): ProcessOutput => ({
          kind: 'exited',
          // The exit that leads here directly is not in the context yet.
          ...(event.type === 'os.exited' ? event.exit : context.exit),
        }),
      },
      spawnFailed: {
        type: 'final',
        output: ({ event }): ProcessOutput => {
          assertEvent(event, 'os.failed');
          return { kind: 'spawnFailed', error: event.error };
        },
      },
    },
  }),
);
