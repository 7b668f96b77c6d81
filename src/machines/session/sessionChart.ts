import { lazy } from '../../util/lazy.js';
import { versionInput, watchdogInput } from '../settings.js';
import * as callbackActions from './callbackActions.js';
import * as lifecycleActions from './lifecycleActions.js';
import * as operationActions from './operationActions.js';
import { startingContext } from './sessionContext.js';
import { sessionGuards } from './sessionGuards.js';
import { sessionSetup } from './sessionSetup.js';
import type { SessionOutcome } from './sessionTypes.js';
import * as turnActions from './turnActions.js';

/** One conversation with one CLI process, from its start until the process has exited. */
export const sessionChart = lazy(() =>
  sessionSetup
    .extend({
      guards: sessionGuards,
      actions: { ...operationActions, ...callbackActions, ...turnActions, ...lifecycleActions },
    })
    .createMachine({
      id: 'session',
      context: ({ input }) => startingContext(input),
      initial: 'starting',
      output: ({ context }): SessionOutcome => context.outcome,
      invoke: [
        { src: 'version', id: 'version', input: versionInput },
        { src: 'watchdog', id: 'watchdog', input: watchdogInput },
      ],
      on: {
        'cli.messages': { actions: ['deliver', 'watch'] },
        'cli.result': { actions: ['deliver', 'handleResult', 'watch'] },
        'cli.state': { actions: ['deliver', 'handleState', 'watch'] },
        'cli.lifecycle': { actions: ['deliver', 'handleLifecycle', 'watch'] },
        'cli.task': { actions: ['deliver', 'handleTask', 'watch'] },
        'cli.callback': { actions: 'admitCallback' },
        'cli.badCallback': { actions: 'answerBadCallback' },
        'cli.unanswerable': { actions: 'answerUnanswerable' },
        'cli.cancel': { actions: 'cancelCallback' },
        'cli.response': { actions: 'handleResponse' },
        'cli.undecodable': { actions: 'reportUndecodable' },
        'cli.oversize': { actions: 'reportUndecodable' },
        'cli.largeLine': { actions: 'reportUndecodable' },
        'callback.pending': { actions: 'warnPermissionPending' },
        'process.writeFailed': { actions: 'handleWriteFailure' },
        'process.writeTimedOut': { target: '.stopping', actions: 'noteWriteTimeout' },
        'op.expired': { actions: 'expireOperation' },
        'op.stop': { target: '.stopping', actions: 'noteStop' },
        'watchdog.stalled': [
          { guard: 'stallStops', target: '.stopping', actions: ['reportStall', 'noteStall'] },
          { actions: 'reportStall' },
        ],
        'xstate.done.actor.*': [
          { guard: 'isRequestEnd', actions: ['discardCancelledMessage', 'settleRequest'] },
          { guard: 'isCallbackEnd', actions: 'settleCallback' },
          { guard: 'isTurnEnd', actions: ['settleTurn', 'watch'] },
          { guard: 'isTaskEnd', actions: 'settleTask' },
        ],
      },
      states: {
        starting: {
          entry: ['announceStarting', 'watchStart'],
          initial: 'checking',
          on: {
            'op.send': { actions: 'queueOperation' },
            'op.request': { actions: 'queueOperation' },
            'op.end': { actions: 'queueOperation' },
            'op.cancel': { actions: 'unqueueOperation' },
          },
          states: {
            /** The version is checked before anything is started, so that a wrong CLI gets nothing. */
            checking: {
              on: {
                'op.stop': { target: '#session.stopping.settling', actions: 'noteStop' },
                'watchdog.stalled': {
                  guard: 'stallStops',
                  target: '#session.stopping.settling',
                  actions: ['reportStall', 'noteStall'],
                },
                'xstate.done.actor.version': [
                  {
                    guard: 'versionRejected',
                    target: '#session.stopping.settling',
                    actions: 'noteVersionRejected',
                  },
                  { target: 'spawning', actions: ['reportVersion', 'startProcess'] },
                ],
              },
            },
            spawning: {
              on: {
                'process.spawned': '#session.initSent',
                'xstate.done.actor.process': {
                  target: '#session.stopping.settling',
                  actions: 'noteStartFailure',
                },
              },
            },
          },
        },
        initSent: {
          entry: ['announceInitSent', 'sendInitialize'],
          on: {
            'cli.callback': {
              guard: 'confirmsInitialize',
              target: 'running',
              actions: 'admitCallback',
            },
            'cli.badCallback': {
              guard: 'confirmsInitialize',
              target: 'running',
              actions: 'answerBadCallback',
            },
            'xstate.done.actor.process': {
              target: 'stopping.settling',
              actions: ['noteStartFailure', 'reportExit'],
            },
            'xstate.done.actor.*': [
              {
                guard: 'initializeSucceeded',
                target: 'running',
                actions: ['handleInitialization', 'settleRequest'],
              },
              {
                guard: 'initializeRejected',
                target: 'stopping',
                actions: ['noteInitializeFailed', 'settleRequest'],
              },
              {
                guard: 'initializeTimedOut',
                target: 'stopping',
                actions: ['noteInitializeFailed', 'settleRequest'],
              },
            ],
            'op.send': { actions: 'queueOperation' },
            'op.request': { actions: 'queueOperation' },
            'op.end': { actions: 'queueOperation' },
            'op.cancel': { actions: 'unqueueOperation' },
          },
        },
        running: {
          type: 'parallel',
          entry: ['announceRunning', 'sendPrompt', 'flushQueue', 'watchTurns'],
          always: { guard: 'inputClosed', target: 'stopping.ending' },
          on: {
            'op.send': [
              { guard: 'inputClosing', actions: 'refuseOperation' },
              { actions: ['sendMessage', 'watch'] },
            ],
            'op.request': { actions: 'sendRequest' },
            'op.cancel': { actions: 'cancelRequest' },
            'watchdog.stalled': [
              { guard: 'silenceIsExpected' },
              { guard: 'stallInterrupts', actions: ['reportStall', 'sendInterrupt'] },
            ],
            'xstate.done.actor.process': [
              {
                guard: 'turnUnanswered',
                target: 'stopping.settling',
                actions: ['noteCrash', 'reportExit'],
              },
              {
                guard: 'exitIsAbnormal',
                target: 'stopping.settling',
                actions: ['noteCrash', 'reportExit'],
              },
              { target: 'stopping.settling', actions: 'reportExit' },
            ],
            'xstate.done.actor.*': [
              {
                guard: 'initializeSucceeded',
                actions: ['handleInitialization', 'settleRequest'],
              },
              {
                guard: 'initializeTimedOut',
                actions: ['warnLateInitialize', 'settleRequest'],
              },
              {
                guard: 'initializeRejected',
                target: 'stopping',
                actions: ['noteInitializeFailed', 'settleRequest'],
              },
            ],
          },
          states: {
            turn: {
              initial: 'idle',
              states: {
                idle: {
                  always: [
                    { guard: 'permissionAwaited', target: 'requiresAction' },
                    { guard: 'isBusy', target: 'working' },
                  ],
                },
                working: {
                  always: [
                    { guard: 'isInterrupted', target: 'interrupting' },
                    { guard: 'permissionAwaited', target: 'requiresAction' },
                    { guard: 'isNotBusy', target: 'idle' },
                  ],
                },
                requiresAction: {
                  always: [
                    { guard: 'isInterrupted', target: 'interrupting' },
                    { guard: 'noPermissionAwaited', target: 'working' },
                  ],
                },
                interrupting: {
                  always: { guard: 'isNotInterrupted', target: 'working' },
                },
              },
            },
            run: {
              initial: 'flushing',
              states: {
                /** Queued operations are about to be sent, so the run cannot be over yet. */
                flushing: { on: { 'queue.flushed': 'open' } },
                open: {
                  always: [
                    { guard: 'runIsOver', target: 'over' },
                    { guard: 'runIsUnconfirmed', target: 'confirming' },
                  ],
                },
                confirming: {
                  always: [
                    { guard: 'runIsOver', target: 'over' },
                    { guard: 'runContinues', target: 'open' },
                  ],
                  after: {
                    confirmation: {
                      target: 'over',
                      actions: ['warnUnconfirmed', 'confirmRun', 'discardOverdue'],
                    },
                  },
                },
                over: {
                  entry: 'announceRunOver',
                  always: { guard: 'runContinues', target: 'open' },
                },
              },
            },
            input: {
              initial: 'open',
              states: {
                open: { on: { 'op.end': 'closing' } },
                closing: { always: { guard: 'runEnded', target: 'closed' } },
                closed: { entry: 'endProcess' },
              },
            },
          },
        },
        stopping: {
          initial: 'leaving',
          entry: 'watchNothing',
          on: {
            'op.send': { actions: 'refuseOperation' },
            'op.request': { actions: 'refuseOperation' },
            'op.stop': {},
            'xstate.done.actor.process': { target: '.settling', actions: 'reportExit' },
          },
          states: {
            /** stdin is closed. The CLI finishes its work and exits by itself. */
            ending: {
              entry: 'announceStopping',
              on: {
                'op.stop': { target: 'leaving', actions: 'noteStop' },
                'process.writeTimedOut': { target: 'leaving', actions: 'noteWriteTimeout' },
                'xstate.done.actor.process': {
                  guard: 'endIsFailure',
                  target: 'settling',
                  actions: ['noteCrash', 'reportExit'],
                },
              },
            },
            leaving: {
              entry: [
                'announceStopping',
                'stopProcess',
                'failQueue',
                'cancelRequests',
                'cancelCallbacks',
              ],
              on: { 'cli.callback': {} },
            },
            /** The process has exited. Whatever is still open is settled with a typed reason. */
            settling: {
              entry: ['failQueue', 'cancelRequests', 'cancelCallbacks', 'loseTurns', 'stopTasks'],
              always: [
                { guard: 'mustFail', target: '#session.failed' },
                { guard: 'mayEnd', target: '#session.stopped' },
              ],
            },
          },
        },
        stopped: { type: 'final', entry: ['announceStopped', 'stopChildren'] },
        failed: { type: 'final', entry: ['announceFailed', 'stopChildren'] },
      },
    }),
);
