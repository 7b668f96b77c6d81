import { fromCallback, setup } from 'xstate';
import { lazy } from '../../util/lazy.js';
import { longestTimeout } from '../../util/longestTimeout.js';
import type {
  HostInput,
  HostOrder,
  PooledSessionContext,
  PooledSessionEvent,
  PooledSessionInput,
  PooledSessionOutput,
  SlotReport,
} from './pooledSessionTypes.js';
import type { SlotPhase } from './poolLedger.js';

const slotSetup = setup({
  types: {
    input: {} as PooledSessionInput,
    context: {} as PooledSessionContext,
    events: {} as PooledSessionEvent,
    output: {} as PooledSessionOutput,
    children: {} as { lookup: 'lookup'; host: 'host' },
  },
  actors: {
    /** Finds out whether the conversation exists. */
    lookup: fromCallback<{ type: string }, { host: object }>(() => {}),
    /** Owns the process. */
    host: fromCallback<HostOrder, HostInput>(() => {}),
  },
});

const report = (phase: SlotPhase) =>
  slotSetup.enqueueActions(({ context, event, enqueue }) => {
    const found = event.type === 'host.found' && { isNew: event.isNew };
    const changed: SlotReport = { type: 'slot.changed', key: context.key, phase, ...found };
    enqueue.sendTo(context.owner, changed);
  });

const order = (type: HostOrder['type']) =>
  slotSetup.enqueueActions(({ enqueue }) => enqueue.sendTo('host', { type }));

/** It would never be idle if it always got more to do. While agents work, it is not anyway. */
const holdsMessages = ({ mustPark, isNeeded, hasAgents }: PooledSessionContext): boolean =>
  (mustPark || isNeeded) && !hasAgents;

/** One conversation of a pool, from a message that finds it parked until it is parked again. */
export const pooledSessionChart = lazy(() =>
  slotSetup
    .extend({
      delays: {
        idleTimeout: ({ context }) => Math.min(context.settings.idleMs ?? 0, longestTimeout),
        memoryCheck: ({ context }) => context.settings.memoryCheckMs,
        continueTimeout: ({ context }) => context.settings.continueMs,
      },
      guards: {
        mustPark: ({ context }) => context.mustPark,
        mustHold: ({ context }) => holdsMessages(context),
        mayDeliver: ({ context }) => !holdsMessages(context),
        isWanted: ({ context }) => context.isWanted,
        mustWait: ({ event }) => event.type === 'host.found' && event.approvals === 'wait',
        mustContinue: ({ context }) => context.approvals === 'continue',
        isForMessages: ({ context }) => context.approvals !== 'continue',
        mayTimeOut: ({ context }) => context.settings.idleMs !== undefined,
        watchesMemory: ({ context }) => context.settings.maxRssMb !== undefined,
        usesTooMuch: ({ context, event }) =>
          event.type === 'host.measured' &&
          event.rssMb > (context.settings.maxRssMb ?? Number.POSITIVE_INFINITY),
      },
      actions: {
        reportResolving: report('resolving'),
        reportAwaiting: report('awaitingApproval'),
        reportQueued: report('queued'),
        reportStarting: report('starting'),
        reportWorking: report('working'),
        reportIdle: report('idle'),
        reportParking: report('parking'),
        reportStopping: report('stopping'),
        noteSpare: slotSetup.assign({
          spare: ({ event }) => (event.type === 'slot.start' ? event.spare : undefined),
          isWanted: false,
          hasAgents: false,
        }),
        noteOutlook: slotSetup.assign({
          approvals: ({ event }) => (event.type === 'host.found' && event.approvals) || 'none',
        }),
        noteNeeded: slotSetup.assign({
          isNeeded: ({ event }) => event.type === 'slot.needed' && event.isNeeded,
        }),
        noteAgents: slotSetup.assign({
          hasAgents: ({ event }) => event.type === 'host.background' && event.hasAgents,
        }),
        noteMustPark: slotSetup.assign({ mustPark: true }),
        noteParking: slotSetup.assign({ mustPark: false }),
        noteWanted: slotSetup.assign({ isWanted: true }),
        deliver: order('host.deliver'),
        endProcess: order('host.end'),
        stopProcess: order('host.stop'),
        measure: order('host.measure'),
        tellAnswers: order('host.tellAnswers'),
        giveUp: order('host.giveUp'),
      },
    })
    .createMachine({
      id: 'pooledSession',
      context: ({ input }) => ({
        ...input,
        spare: undefined,
        mustPark: false,
        isNeeded: false,
        hasAgents: false,
        isWanted: false,
        approvals: 'none',
      }),
      initial: 'resolving',
      on: { 'slot.needed': { actions: 'noteNeeded' } },
      output: ({ context, event }) => ({
        key: context.key,
        outcome: (event as { output?: PooledSessionOutput['outcome'] }).output ?? 'parked',
      }),
      states: {
        /** Does the conversation exist? A new one can take a spare. */
        resolving: {
          entry: 'reportResolving',
          invoke: {
            src: 'lookup',
            id: 'lookup',
            input: ({ context }) => ({ host: context.host }),
          },
          on: {
            'host.found': [
              { guard: 'mustWait', target: 'awaitingApproval' },
              { target: 'queued', actions: 'noteOutlook' },
            ],
            'host.gone': 'parked',
            'slot.approval': { target: 'resolving', reenter: true },
            'slot.park': { actions: 'noteMustPark' },
            'slot.stop': 'stopped',
          },
        },
        /** A message would orphan the deferred call, so it waits for the answer. */
        awaitingApproval: {
          entry: 'reportAwaiting',
          on: {
            'slot.approval': 'resolving',
            'slot.withdrawn': 'parked',
            /** The pool is drained. */
            'slot.park': 'stopped',
            'slot.stop': 'stopped',
          },
        },
        /** Waits until the pool grants a process. */
        queued: {
          entry: 'reportQueued',
          on: {
            'slot.start': { target: 'open', actions: 'noteSpare' },
            'slot.approval': 'resolving',
            'slot.withdrawn': { guard: 'isForMessages', target: 'parked' },
            'slot.park': { actions: 'noteMustPark' },
            'slot.stop': 'stopped',
          },
        },
        open: {
          invoke: {
            src: 'host',
            id: 'host',
            input: ({ context }) => ({ host: context.host, spare: context.spare }),
          },
          initial: 'starting',
          on: {
            'slot.park': { actions: 'noteMustPark' },
            'slot.stop': '.stopping',
            'slot.approval': { actions: 'tellAnswers' },
            'host.background': { actions: 'noteAgents' },
            'host.gone': [{ guard: 'isWanted', target: 'resolving' }, { target: 'parked' }],
          },
          states: {
            starting: {
              entry: 'reportStarting',
              on: { 'host.started': 'live' },
            },
            live: {
              type: 'parallel',
              states: {
                activity: {
                  initial: 'entering',
                  on: {
                    /** The answer may have come before the turn ended, so look again. */
                    'host.deferred': {
                      target: '#pooledSession.open.parking',
                      actions: 'noteWanted',
                    },
                  },
                  states: {
                    entering: {
                      always: [
                        { guard: 'mustContinue', target: 'continuing' },
                        { target: 'working' },
                      ],
                    },
                    /** The CLI goes on with the deferred call by itself. Messages wait. */
                    continuing: {
                      entry: 'reportWorking',
                      initial: 'waiting',
                      on: { 'host.continued': 'working' },
                      states: {
                        waiting: {
                          on: { 'host.working': 'running' },
                          after: {
                            continueTimeout: {
                              target: '#pooledSession.open.live.activity.working',
                              actions: 'giveUp',
                            },
                          },
                        },
                        running: {},
                      },
                    },
                    working: {
                      entry: ['reportWorking', 'deliver'],
                      initial: 'delivering',
                      on: { 'host.idle': 'idle' },
                      states: {
                        delivering: {
                          on: { 'slot.message': { actions: 'deliver' } },
                          always: { guard: 'mustHold', target: 'holding' },
                        },
                        /** Messages wait. If it gets idle first, the next process gets them. */
                        holding: {
                          always: { guard: 'mayDeliver', target: 'delivering', actions: 'deliver' },
                        },
                      },
                    },
                    idle: {
                      entry: 'reportIdle',
                      always: {
                        guard: 'mustPark',
                        target: '#pooledSession.open.parking',
                      },
                      on: {
                        'slot.message': 'working',
                        'host.working': 'working',
                        'slot.park': '#pooledSession.open.parking',
                      },
                      after: {
                        idleTimeout: {
                          guard: 'mayTimeOut',
                          target: '#pooledSession.open.parking',
                        },
                      },
                    },
                  },
                },
                memory: {
                  initial: 'unwatched',
                  states: {
                    unwatched: { always: { guard: 'watchesMemory', target: 'watched' } },
                    watched: {
                      on: {
                        'host.measured': {
                          guard: 'usesTooMuch',
                          target: 'tooMuch',
                          actions: 'noteMustPark',
                        },
                      },
                      after: {
                        memoryCheck: { target: 'watched', reenter: true, actions: 'measure' },
                      },
                    },
                    /** Parked as soon as it is idle. */
                    tooMuch: {},
                  },
                },
              },
            },
            /** The process ends in order. Messages wait until it is gone. */
            parking: {
              entry: ['reportParking', 'noteParking', 'endProcess'],
              on: {
                'slot.message': { actions: 'noteWanted' },
                'slot.approval': { actions: 'noteWanted' },
              },
            },
            /** The process ends now, and what waits is not sent. */
            stopping: {
              entry: ['reportStopping', 'stopProcess'],
              on: {
                'slot.stop': {},
                'slot.park': {},
                'slot.approval': {},
                'host.gone': '#pooledSession.stopped',
              },
            },
          },
        },
        parked: { type: 'final', output: 'parked' },
        stopped: { type: 'final', output: 'stopped' },
      },
    }),
);
