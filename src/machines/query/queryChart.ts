import { lazy } from '../../util/lazy.js';
import { noTasks } from '../session/taskLedger.js';
import { machineSettings, versionInput, watchdogInput } from '../settings.js';
import * as queryActions from './queryActions.js';
import { querySetup } from './querySetup.js';
import type { QueryContext, QueryInput } from './queryTypes.js';

function startingContext(input: QueryInput): QueryContext {
  return {
    launch: input.launch,
    settings: machineSettings(input.settings),
    decodeErrors: 0,
    drainWarnings: 0,
    tasks: noTasks,
    lastResult: undefined,
    incompleteLine: undefined,
    processExited: false,
    full: false,
    openTools: 0,
    watch: 'off',
  };
}

/** A one-shot query: one process, its messages, one result, and an end that always comes. */
export const queryChart = lazy(() =>
  querySetup.extend({ actions: { ...queryActions } }).createMachine({
    id: 'query',
    context: ({ input }) => startingContext(input),
    initial: 'starting',
    invoke: [
      { src: 'version', id: 'version', input: versionInput },
      { src: 'watchdog', id: 'watchdog', input: watchdogInput },
    ],
    on: {
      'query.close': { target: '.closed', actions: ['announceClose', 'stopProcess'] },
      'query.interrupt': { actions: 'interruptProcess' },
      'query.full': { actions: ['noteFull', 'pauseProcess'] },
      'query.drained': { actions: ['noteDrained', 'resumeProcess'] },
      'cli.largeLine': { actions: 'warnLargeLine' },
      'watchdog.stalled': { actions: 'reportStall' },
    },
    states: {
      /** The version is checked before anything is started, so that a wrong CLI gets no prompt. */
      starting: {
        entry: ['announceStarting', 'watchStart'],
        on: {
          'watchdog.stalled': {
            guard: 'stallStops',
            target: 'exited',
            actions: ['reportStall', 'failStall'],
          },
          'query.close': { target: 'exited', actions: 'announceClose' },
          'query.interrupt': { target: 'exited', actions: 'announceEnd' },
          'xstate.done.actor.version': [
            { guard: 'versionRejected', target: 'exited', actions: 'failVersion' },
            { target: 'streaming', actions: ['reportVersion', 'startProcess'] },
          ],
        },
      },
      streaming: {
        entry: ['announceStreaming', 'watchFirstFrame'],
        initial: 'reading',
        on: {
          'watchdog.stalled': [
            { guard: 'silenceIsExpected' },
            {
              guard: 'stallStops',
              target: 'closed',
              actions: ['reportStall', 'failStall', 'stopProcess'],
            },
            { guard: 'stallInterrupts', actions: ['reportStall', 'interruptProcess'] },
          ],
          'cli.messages': { actions: 'deliver' },
          'cli.state': { actions: 'deliver' },
          'cli.lifecycle': { actions: 'deliver' },
          'cli.task': { actions: 'deliver' },
          'cli.result': { target: 'resultReceived', actions: 'deliver' },
          'cli.undecodable': [
            { guard: 'isLastLine', actions: 'noteIncompleteLine' },
            {
              guard: 'tooManyDecodeErrors',
              target: 'closed',
              actions: ['failDecoding', 'stopProcess'],
            },
            { actions: 'reportUndecodable' },
          ],
          'cli.oversize': { target: 'closed', actions: ['failOversize', 'stopProcess'] },
          'cli.callback': { actions: 'reportUnexpected' },
          'cli.badCallback': { actions: 'reportUnexpected' },
          'cli.unanswerable': { actions: 'reportUnexpected' },
          'cli.cancel': { actions: 'reportUnexpected' },
          'cli.response': { actions: 'reportUnexpected' },
          'xstate.done.actor.process': [
            {
              guard: 'exitedCleanly',
              target: 'closed',
              actions: ['noteExit', 'warnNoResult', 'announceEnd'],
            },
            { target: 'closed', actions: ['noteExit', 'failExit'] },
          ],
        },
        states: {
          reading: { on: { 'process.outputEnded': 'awaitingExit' } },
          /** The exit usually follows at once, and decides whether this was a failure. */
          awaitingExit: {
            after: {
              outputAfterExit: {
                target: '#query.closed',
                actions: ['warnNoResult', 'announceEnd', 'endProcess'],
              },
            },
          },
        },
      },
      resultReceived: {
        entry: ['announceResultReceived', 'watchNothing'],
        initial: 'draining',
        on: {
          'cli.messages': { target: '.draining', actions: 'deliverAfterResult' },
          'cli.result': { target: '.draining', actions: 'deliver' },
          'cli.state': { target: '.draining', actions: 'deliver' },
          'cli.lifecycle': { target: '.draining', actions: 'deliver' },
          'cli.task': { target: '.draining', actions: 'deliver' },
          'cli.undecodable': { target: '.draining', actions: 'warnAfterResult' },
          'cli.oversize': { target: '.draining', actions: 'warnAfterResult' },
          'cli.callback': { target: '.draining', actions: 'warnAfterResult' },
          'cli.badCallback': { target: '.draining', actions: 'warnAfterResult' },
          'cli.unanswerable': { target: '.draining', actions: 'warnAfterResult' },
          'cli.cancel': { target: '.draining', actions: 'warnAfterResult' },
          'cli.response': { target: '.draining', actions: 'warnAfterResult' },
          'xstate.done.actor.process': [
            {
              guard: 'exitedCleanly',
              target: 'closed',
              actions: ['noteExit', 'announceEnd'],
            },
            { guard: 'exitMatters', target: 'closed', actions: ['noteExit', 'failExit'] },
            { target: 'closed', actions: ['noteExit', 'warnExitStatus', 'announceEnd'] },
          ],
        },
        states: {
          draining: {
            always: [
              {
                guard: 'tooManyDrainWarnings',
                target: '#query.closed',
                actions: ['warnDrainLimit', 'announceEnd', 'endProcess'],
              },
              { guard: 'isFull', target: 'held' },
            ],
            after: {
              drain: {
                guard: 'mayEndAfterDrain',
                target: '#query.closed',
                actions: ['announceEnd', 'endProcess'],
              },
            },
          },
          /** stdout is paused until the consumer reads on, so the silence is not the CLI's. */
          held: { always: { guard: 'isNotFull', target: 'draining' } },
        },
      },
      closed: {
        entry: ['announceClosed', 'watchNothing'],
        always: { guard: 'processExited', target: 'exited' },
        on: {
          'query.close': {},
          'cli.largeLine': {},
          'xstate.done.actor.process': { actions: 'noteExit' },
        },
      },
      exited: { type: 'final', entry: ['announceExited', 'stopChildren'] },
    },
  }),
);
