import { assign, sendTo, setup } from 'xstate';
import { lazy } from '../util/lazy.js';
import { longestTimeout } from '../util/longestTimeout.js';
import { toParent } from '../util/parentOf.js';

/** What the session is waiting for; `off` while it expects nothing from the CLI. */
export type WatchPhase = 'off' | 'start' | 'firstFrame' | 'midTurn';

/** When the CLI was last active. Read when a timer fires, so that frames need no event. */
export interface Activity {
  now(): number;
  /** The last time that bytes came from the CLI or went to it. */
  readonly lastAt: number;
}

export interface WatchdogInput {
  /** How many milliseconds of silence to allow in each phase. */
  start: number;
  firstFrame: number;
  midTurn: number;
  activity: Activity;
}

export interface WatchdogContext extends WatchdogInput {
  phase: Exclude<WatchPhase, 'off'>;
  /** When the phase began. */
  since: number;
  /** How many times this silence was reported. */
  times: number;
}

export interface WatchdogEvent {
  type: 'watchdog.phase';
  phase: WatchPhase;
}

export interface Stalled {
  type: 'watchdog.stalled';
  phase: Exclude<WatchPhase, 'off'>;
  silentMs: number;
}

/** Reports silence to its parent, repeatedly while it lasts. */
export const watchdogChart = lazy(() =>
  setup({
    types: {
      input: {} as WatchdogInput,
      context: {} as WatchdogContext,
      events: {} as WatchdogEvent,
    },
    guards: {
      isOff: ({ event }) => event.phase === 'off',
      isSilent: ({ context }) => timeLeft(context) <= 0,
    },
    delays: {
      silence: ({ context }) => Math.min(Math.max(Math.ceil(timeLeft(context)), 1), longestTimeout),
    },
    actions: {
      enterPhase: assign(({ context, event: { phase } }) =>
        phase === 'off' ? {} : { phase, since: context.activity.now(), times: 0 },
      ),
      countStall: assign({ times: ({ context }) => context.times + 1 }),
      /** After a sign of life this is 0. After a timer that fired early it stays as it was. */
      recountStalls: assign({
        times: ({ context }) => Math.floor(silentMs(context) / context[context.phase]),
      }),
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
    context: ({ input: { start, firstFrame, midTurn, activity } }) => ({
      start,
      firstFrame,
      midTurn,
      activity,
      phase: 'start',
      since: 0,
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
        after: {
          silence: [
            {
              guard: 'isSilent',
              target: 'watching',
              reenter: true,
              actions: ['countStall', 'reportStall'],
            },
            { target: 'watching', reenter: true, actions: 'recountStalls' },
          ],
        },
      },
    },
  }),
);

/** Milliseconds until this silence must be reported, for the first time or again. */
function timeLeft(context: WatchdogContext): number {
  return (context.times + 1) * context[context.phase] - silentMs(context);
}

function silentMs({ activity, since }: WatchdogContext): number {
  return activity.now() - Math.max(activity.lastAt, since);
}
