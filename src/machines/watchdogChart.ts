import { assign, sendTo, setup } from 'xstate';
import { longestTimeout } from '../util/longestTimeout.js';
import { toParent } from '../util/parentOf.js';
import { later } from './later.js';

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
export const watchdogChart = later(() =>
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
      silence: ({ context }) => Math.min(context[context.phase], longestTimeout),
    },
    actions: {
      enterPhase: assign(({ event }) =>
        event.type === 'watchdog.phase' && event.phase !== 'off'
          ? { phase: event.phase, times: 0 }
          : { times: 0 },
      ),
      countStall: assign({ times: ({ context }) => context.times + 1 }),
      reportStall: sendTo(
        toParent,
        ({ context }): Stalled => ({
          type: 'watchdog.stalled',
          phase: context.phase,
          silentMs: context.times * context[context.phase],
        }),
      ),
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
