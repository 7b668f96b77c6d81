import {
  type AnyActorRef,
  assertEvent,
  assign,
  enqueueActions,
  fromCallback,
  sendTo,
  setup,
} from 'xstate';
import { failedLine } from './failedLine.js';
import { LineQueue } from './LineQueue.js';
import { later } from './later.js';
import { oneWrite } from './oneWrite.js';
import { outputOf } from './outputOf.js';
import { startingContext } from './processContext.js';
import type {
  OsOrder,
  ProcessContext,
  ProcessEvent,
  ProcessInput,
  ProcessOutput,
  ProcessReport,
} from './processTypes.js';

/** One OS process: its start, its input, one write at a time, and the ladder on which it ends. */
export const processChart = later(() =>
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
      moreLines: ({ context }) => context.lines.length > context.inPipe,
      isStopping: ({ context }) => context.stopping,
      isEnding: ({ context }) => !context.stopping,
      isWorking: ({ event }) => event.type === 'process.stop' && event.working,
      outputEnded: ({ context }) => context.outputEnded,
      errorsEnded: ({ context }) => context.errorsEnded,
      allRead: ({ context }) => context.outputEnded && context.errorsEnded,
    },
    actions: {
      tellSpawned: sendTo(
        ({ context }) => context.owner,
        ({ event }) => {
          assertEvent(event, 'os.spawned');
          return { type: 'process.spawned', pid: event.pid } satisfies ProcessReport;
        },
      ),
      queueLine: assign({
        lines: ({ context, event }) => {
          assertEvent(event, 'process.write');
          return context.lines.with({ line: event.line, tag: event.tag });
        },
      }),
      /** Those that are being written stay. */
      unqueueLine: assign({
        lines: ({ context, event }) => {
          assertEvent(event, 'process.unwrite');
          const { lines, inPipe } = context;
          return lines.filter(({ tag }, index) => index < inPipe || tag !== event.tag);
        },
      }),
      writeLines: enqueueActions(({ context, enqueue }) => {
        const lines = oneWrite(context.lines);
        enqueue.assign({ inPipe: lines.length });
        enqueue.sendTo('os', { type: 'os.write', lines });
      }),
      dropLines: assign({
        lines: ({ context }) => context.lines.withoutFirst(context.inPipe),
        inPipe: 0,
      }),
      refuseLine: sendTo(
        ({ context }) => context.owner,
        ({ event }) => {
          assertEvent(event, 'process.write');
          return failedLine(event.tag);
        },
      ),
      /** All but those that are being written, or that have been reported. */
      refuseLines: enqueueActions(({ context, enqueue }) => {
        for (const { tag } of context.lines.withoutFirst(context.inPipe))
          enqueue.sendTo(context.owner, failedLine(tag));
        enqueue.assign({ lines: new LineQueue(), inPipe: 0 });
      }),
      tellWriteFailed: enqueueActions(({ context, event, enqueue }) => {
        assertEvent(event, 'os.writeFailed');
        for (const { tag } of [...context.lines].slice(event.taken, context.inPipe))
          enqueue.sendTo(context.owner, failedLine(tag, event.error));
      }),
      tellWriteTimedOut: enqueueActions(({ context, enqueue }) => {
        const { tag = '' } = context.lines.first ?? {};
        enqueue.sendTo(context.owner, { type: 'process.writeTimedOut', tag });
      }),
      closeInput: sendTo('os', { type: 'os.closeInput' }),
      interrupt: sendTo('os', { type: 'os.kill', signal: 'SIGINT' }),
      terminate: sendTo('os', { type: 'os.kill', signal: 'SIGTERM' }),
      kill: sendTo('os', { type: 'os.kill', signal: 'SIGKILL' }),
      pause: sendTo('os', { type: 'os.pause' }),
      resume: sendTo('os', { type: 'os.resume' }),
      useStopTimings: assign({ timings: ({ context }) => context.shutdown.stop, stopping: true }),
      noteOutputEnded: assign({ outputEnded: true }),
      noteErrorsEnded: assign({ errorsEnded: true }),
      tellOutputEnded: sendTo(({ context }) => context.owner, { type: 'process.outputEnded' }),
      noteExit: assign({
        exit: ({ event }) => {
          assertEvent(event, 'os.exited');
          return event.exit;
        },
      }),
    },
  }).createMachine({
    id: 'process',
    context: ({ input }) => startingContext(input),
    initial: 'spawning',
    output: ({ event }) => outputOf<ProcessOutput>(event),
    invoke: {
      src: 'os',
      id: 'os',
      input: ({ context }) => ({ launch: context.launch, owner: context.owner }),
    },
    on: {
      'os.failed': '.spawnFailed',
      'os.outputEnded': { actions: ['noteOutputEnded', 'tellOutputEnded'] },
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
          'os.spawned': { target: 'alive', actions: 'tellSpawned' },
          'process.end': 'ending',
        },
      },
      alive: {
        type: 'parallel',
        states: {
          input: {
            initial: 'ready',
            states: {
              ready: {
                on: {
                  'process.write': { target: 'writing', actions: ['queueLine', 'writeLines'] },
                  'process.end': '#process.ending',
                },
              },
              writing: {
                on: {
                  'process.write': { actions: 'queueLine' },
                  'process.unwrite': { actions: 'unqueueLine' },
                  'process.end': 'flushing',
                  'os.written': [
                    {
                      guard: 'moreLines',
                      target: 'writing',
                      reenter: true,
                      actions: ['dropLines', 'writeLines'],
                    },
                    { target: 'ready', actions: 'dropLines' },
                  ],
                  'os.writeFailed': [
                    {
                      guard: 'moreLines',
                      target: 'writing',
                      reenter: true,
                      actions: ['tellWriteFailed', 'dropLines', 'writeLines'],
                    },
                    { target: 'ready', actions: ['tellWriteFailed', 'dropLines'] },
                  ],
                },
                after: { writeTimeout: { target: 'stuck', actions: 'tellWriteTimedOut' } },
              },
              flushing: {
                on: {
                  'process.unwrite': { actions: 'unqueueLine' },
                  'os.written': [
                    {
                      guard: 'moreLines',
                      target: 'flushing',
                      reenter: true,
                      actions: ['dropLines', 'writeLines'],
                    },
                    { target: '#process.ending', actions: 'dropLines' },
                  ],
                  'os.writeFailed': {
                    target: '#process.ending',
                    actions: ['tellWriteFailed', 'dropLines'],
                  },
                },
                after: {
                  writeTimeout: { target: '#process.ending', actions: 'tellWriteTimedOut' },
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
                    actions: ['noteOutputEnded', 'tellOutputEnded'],
                  },
                },
              },
              /** The exit usually follows at once. A CLI that lives on will never answer anything. */
              closed: { after: { outputAfterExit: '#process.interrupting' } },
            },
          },
        },
      },
      ending: {
        entry: ['refuseLines', 'closeInput'],
        after: { terminateAfter: 'terminating' },
      },
      /** Its input stays open: at its end an old CLI would run the tools whose hooks have not answered. */
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
          /** Stopped on the longer timings: whichever comes first. */
          hurried: { after: { killAfter: '#process.killing' } },
        },
      },
      killing: { entry: 'kill', on: { 'process.stop': {} } },
      /** What it said last is still to be read, or a descendant holds a pipe. */
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
