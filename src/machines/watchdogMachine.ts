import { assign, enqueueActions, setup } from 'xstate';
import { later } from './later.js';
import { longestDelay } from './limits.js';

/** What the silence is measured against; `off` while nothing is expected of the CLI. */
export type WatchPhase = 'off' | 'start' | 'firstFrame' | 'midTurn';

export interface WatchdogInput {
  /** Milliseconds of silence per phase. */
  start: number;
  firstFrame: number;
  midTurn: number;
}

export interface WatchdogContext extends WatchdogInput {
  phase: Exclude<WatchPhase, 'off'>;
  /** How many times in a row the silence was reported. */
  times: number;
}

export type WatchdogEvent =
  | { type: 'watchdog.phase'; phase: WatchPhase }
  | { type: 'watchdog.activity' };

export interface Stalled {
  type: 'watchdog.stalled';
  phase: Exclude<WatchPhase, 'off'>;
  silentMs: number;
}

/** Notices silence and says so to its parent, again and again while it lasts. */
export const watchdogMachine = later(() =>
  setup({
    types: {
      input: {} as WatchdogInput,
      context: {} as WatchdogContext,
      events: {} as WatchdogEvent,
    },
    guards: {
      isOff: ({ event }) => event.type === 'watchdog.phase' && event.phase === 'off',
    },
    delays: {
      silence: ({ context }) => Math.min(context[context.phase], longestDelay),
    },
    actions: {
      enterPhase: assign(({ event }) =>
        event.type === 'watchdog.phase' && event.phase !== 'off'
          ? { phase: event.phase, times: 0 }
          : { times: 0 },
      ),
      countStall: assign({ times: ({ context }) => context.times + 1 }),
      reportStall: enqueueActions(({ context, enqueue, self }) => {
        const stalled: Stalled = {
          type: 'watchdog.stalled',
          phase: context.phase,
          silentMs: context.times * context[context.phase],
        };
        // biome-ignore lint/style/noNonNullAssertion: a watchdog is always somebody's child.
        enqueue.sendTo(self._parent!, stalled);
      }),
    },
  }).createMachine({
    id: 'watchdog',
    context: ({ input: { start, firstFrame, midTurn } }) => ({
      start,
      firstFrame,
      midTurn,
      phase: 'start',
      times: 0,
    }),
    initial: 'off',
    on: {
      'watchdog.phase': [
        { guard: 'isOff', target: '.off' },
        { target: '.watching', actions: 'enterPhase' },
      ],
    },
    states: {
      off: {},
      watching: {
        on: {
          'watchdog.activity': { target: 'watching', reenter: true, actions: 'enterPhase' },
        },
        after: {
          silence: { target: 'watching', reenter: true, actions: ['countStall', 'reportStall'] },
        },
      },
    },
  }),
);
