import { assign, sendTo, setup } from 'xstate';
import { lazy } from '../util/lazy.js';
import { longestTimeout } from '../util/longestTimeout.js';
import { toParent } from '../util/parentOf.js';

/** Which wait the silence belongs to; `off` while nothing is expected of the CLI. */
export type WatchPhase = 'off' | 'start' | 'firstFrame' | 'midTurn';

/** When the CLI last gave a sign of life. Read when a timer fires, so that frames cost no event. */
export interface Activity {
  now(): number;
  /** The last time bytes came from the CLI or went to it. */
  readonly lastAt: number;
}

export interface WatchdogInput {
  /** Milliseconds of silence per phase. */
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

/** Notices silence and reports it to its parent, again and again while it lasts. */
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
      silence: ({ context }) => Math.min(Math.max(timeLeft(context), 1), longestTimeout),
    },
    actions: {
      enterPhase: assign(({ context, event: { phase } }) =>
        phase === 'off' ? {} : { phase, since: context.activity.now(), times: 0 },
      ),
      countStall: assign({ times: ({ context }) => context.times + 1 }),
      forgetStalls: assign({ times: 0 }),
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
            { target: 'watching', reenter: true, actions: 'forgetStalls' },
          ],
        },
      },
    },
  }),
);

/** Milliseconds until this silence is to be reported, for the first time or once more. */
function timeLeft({ activity, since, times, phase, ...limits }: WatchdogContext): number {
  const silentMs = activity.now() - Math.max(activity.lastAt, since);
  return (times + 1) * limits[phase] - silentMs;
}
