import { lazy } from '../../util/lazy.js';
import { noTasks, trackedCount } from '../session/taskLedger.js';
import { commonSettings, processInput, versionInput } from '../settings.js';
import * as queryActions from './queryActions.js';
import { querySetup } from './querySetup.js';
import type { QueryContext, QueryEvent, QueryInput } from './queryTypes.js';

export interface GuardArgs {
  context: QueryContext;
  event: QueryEvent;
}

function exitCode({ event }: GuardArgs): number | null | undefined {
  if (event.type !== 'xstate.done.actor.process' || event.output.kind !== 'exited') {
    return undefined;
  }
  return event.output.code;
}

const countsAsDecodeError = ({ event }: GuardArgs) =>
  event.type === 'cli.undecodable' &&
  (event.frame.reason === 'notJson' || event.frame.reason === 'badUtf8');

const queryGuards = {
  isLastLine: (args: GuardArgs) =>
    countsAsDecodeError(args) && args.event.type === 'cli.undecodable' && args.event.last,
  isLastStraw: (args: GuardArgs) =>
    countsAsDecodeError(args) &&
    args.context.decodeErrors + 1 >= args.context.settings.limits.decodeErrors,
  exitedCleanly: (args: GuardArgs) => exitCode(args) === 0,
  /** Not a failure of its own where the result was one already. */
  exitMatters: ({ context }: GuardArgs) =>
    context.settings.strictExitStatus && context.lastResult?.is_error !== true,
  versionRejected: ({ event }: GuardArgs) =>
    event.type === 'xstate.done.actor.version' && event.output.kind === 'rejected',
  isDrained: ({ context }: GuardArgs) =>
    !context.settings.strictExitStatus &&
    trackedCount(context.tasks, context.settings.waitFor) === 0,
  isFlooded: ({ context }: GuardArgs) =>
    context.drainWarnings >= context.settings.limits.drainWarnings,
  isGone: ({ context }: GuardArgs) => context.gone,
  isFull: ({ context }: GuardArgs) => context.full,
  isReadOn: ({ context }: GuardArgs) => !context.full,
};

function startingContext(input: QueryInput): QueryContext {
  const { strictExitStatus = false } = input.settings ?? {};
  const { timeouts, limits, shutdown, waitFor } = commonSettings(input.settings);
  return {
    launch: input.launch,
    settings: { timeouts, limits, shutdown, waitFor, strictExitStatus },
    decodeErrors: 0,
    drainWarnings: 0,
    tasks: noTasks,
    lastResult: undefined,
    incomplete: undefined,
    gone: false,
    full: false,
  };
}

/** The one-shot stream: one process, its messages, one result, and a certain end. */
export const queryChart = lazy(() =>
  querySetup
    .extend({
      guards: queryGuards,
      delays: {
        drain: ({ context }) => context.settings.timeouts.drain,
        outputAfterExit: ({ context }) => context.settings.timeouts.outputAfterExit,
      },
      actions: { ...queryActions },
    })
    .createMachine({
      id: 'query',
      context: ({ input }) => startingContext(input),
      initial: 'streaming',
      invoke: [
        { src: 'process', id: 'process', input: processInput },
        { src: 'version', id: 'version', input: versionInput },
      ],
      on: {
        'query.close': { target: '.closed', actions: ['announceClose', 'stopProcess'] },
        'query.interrupt': { actions: 'interruptProcess' },
        'query.full': { actions: ['noteFull', 'pauseProcess'] },
        'query.drained': { actions: ['noteDrained', 'resumeProcess'] },
        'cli.largeLine': { actions: 'warnLargeLine' },
        'xstate.done.actor.version': [
          { guard: 'versionRejected', target: '.closed', actions: ['failVersion', 'stopProcess'] },
          { actions: 'reportVersion' },
        ],
      },
      states: {
        streaming: {
          entry: 'announceStreaming',
          initial: 'reading',
          on: {
            'cli.messages': { actions: 'deliver' },
            'cli.state': { actions: 'deliver' },
            'cli.lifecycle': { actions: 'deliver' },
            'cli.task': { actions: 'deliver' },
            'cli.result': { target: 'resultReceived', actions: 'deliver' },
            'cli.undecodable': [
              { guard: 'isLastLine', actions: 'noteIncomplete' },
              {
                guard: 'isLastStraw',
                target: 'closed',
                actions: ['reportUndecodable', 'failDecoding', 'stopProcess'],
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
                target: 'pendingEnd',
                actions: ['noteGone', 'warnNoResult'],
              },
              { target: 'closed', actions: ['noteGone', 'failExit'] },
            ],
          },
          states: {
            reading: { on: { 'process.outputEnded': 'awaitingExit' } },
            /** The exit usually follows at once, and says whether this was a failure. */
            awaitingExit: {
              after: {
                outputAfterExit: {
                  target: '#query.pendingEnd',
                  actions: ['warnNoResult', 'endProcess'],
                },
              },
            },
          },
        },
        resultReceived: {
          entry: 'announceResultReceived',
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
                actions: ['noteGone', 'announceEnd'],
              },
              { guard: 'exitMatters', target: 'closed', actions: ['noteGone', 'failExit'] },
              { target: 'pendingEnd', actions: ['noteGone', 'warnExitStatus'] },
            ],
          },
          states: {
            draining: {
              always: [
                {
                  guard: 'isFlooded',
                  target: '#query.closed',
                  actions: ['warnDrainLimit', 'announceEnd', 'endProcess'],
                },
                { guard: 'isFull', target: 'held' },
              ],
              after: {
                drain: {
                  guard: 'isDrained',
                  target: '#query.closed',
                  actions: ['announceEnd', 'endProcess'],
                },
              },
            },
            /** The silence is our own: stdout is held up until the consumer has read on. */
            held: { always: { guard: 'isReadOn', target: 'draining' } },
          },
        },
        pendingEnd: {
          entry: 'announcePendingEnd',
          on: {
            'query.pulled': { target: 'closed', actions: 'announceEnd' },
            'xstate.done.actor.process': { actions: 'noteGone' },
          },
        },
        closed: {
          entry: 'announceClosed',
          always: { guard: 'isGone', target: 'exited' },
          on: {
            'query.close': {},
            'cli.largeLine': {},
            'xstate.done.actor.version': {},
            'xstate.done.actor.process': { actions: 'noteGone' },
          },
        },
        exited: { type: 'final', entry: ['announceExited', 'stopChildren'] },
      },
    }),
);
