import { assertEvent } from 'xstate';
import { lazy } from '../util/lazy.js';
import { finalOutput } from './doneEvents.js';
import { addLeftovers } from './leftovers.js';
import { processSetup } from './processSetup.js';
import type { ProcessOutput } from './processTypes.js';
import { startingProcessContext } from './settings.js';

/** One OS process: its start, what is written to its stdin, and its shutdown step by step. */
export const processChart = lazy(() =>
  processSetup.createMachine({
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
        { guard: 'allRead', target: '.sweeping', actions: 'noteExit' },
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
          writes: {
            initial: 'intact',
            states: {
              intact: {
                on: { 'os.writeFailed': { target: 'failing', actions: 'noteWriteFailed' } },
              },
              /**
               * A pipe usually breaks because the CLI is exiting, and the exit says why. With stdout
               * closed as well, the exit is certain to come.
               */
              failing: {
                on: { 'os.writeFailed': { actions: 'noteWriteFailed' } },
                after: {
                  outputAfterExit: {
                    guard: 'outputOpen',
                    target: 'intact',
                    actions: 'reportWritesFailed',
                  },
                },
              },
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
        entry: ['reportWritesFailed', 'refuseLines', 'closeInput'],
        after: { terminateAfter: 'terminating' },
      },
      /**
       * stdin stays open: on EOF, 2.1.197 treats an unanswered hook as allowed. Lines that failed or
       * wait are not reported, because the exit will say why.
       */
      interrupting: {
        entry: ['interrupt', 'noteSignalled'],
        after: { terminateAfter: 'terminating' },
      },
      terminating: {
        entry: ['terminate', 'noteSignalled'],
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
      /**
       * The last output is still being read, or a descendant keeps a pipe open. Lines are dropped:
       * the exit is reported soon, and settles everything that waits.
       */
      draining: {
        on: {
          'os.outputEnded': [
            { guard: 'errorsEnded', target: 'sweeping', actions: 'noteOutputEnded' },
            { actions: 'noteOutputEnded' },
          ],
          'os.errorsEnded': [
            { guard: 'outputEnded', target: 'sweeping', actions: 'noteErrorsEnded' },
            { actions: 'noteErrorsEnded' },
          ],
          'process.stop': {},
          'process.write': {},
        },
        after: { outputAfterExit: 'sweeping' },
      },
      /** What the CLI left running is ended too, before its exit counts. */
      sweeping: {
        initial: 'asking',
        on: { 'process.stop': {}, 'process.write': {} },
        states: {
          asking: {
            entry: 'endLeftovers',
            on: {
              'os.swept': [
                { guard: 'foundNothing', target: '#process.exited' },
                { target: 'waiting', actions: 'noteLeftovers' },
              ],
            },
          },
          waiting: { after: { leftoverGrace: 'forcing' } },
          forcing: { entry: 'killLeftovers', on: { 'os.swept': '#process.exited' } },
        },
      },
      exited: {
        type: 'final',
        output: ({ context: { exit, leftovers, signalled }, event }): ProcessOutput => {
          assertEvent(event, 'os.swept');
          const all = addLeftovers(leftovers, event.found);
          return { kind: 'exited', ...exit, signalled, leftovers: all };
        },
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
