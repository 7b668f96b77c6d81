import { expect } from '@jest/globals';
import { type EventObject, SimulatedClock } from 'xstate';
import { watchdogChart } from '../../src/machines/watchdogChart.js';
import { compileMachine } from '../../src/statechart/compileMachine.js';
import { delayEvents } from '../../src/testing/model/chart/xstateEvents.js';
import { timersLeft } from '../support/leftovers.js';
import type { Coverage } from './coverage.js';
import type { Model, Stimulus } from './runModel.js';
import { underParent } from './underParent.js';
import { walkAll } from './walkAll.js';

const silences = { start: 1000, firstFrame: 1000, midTurn: 1000 };

function watchdogModel(coverage: Coverage): Model<Stimulus> {
  const phases: Readonly<Record<string, EventObject>> = {
    off: { type: 'watchdog.phase', phase: 'off' } as EventObject,
    midTurn: { type: 'watchdog.phase', phase: 'midTurn' } as EventObject,
  };
  // The pure walk has no clock: the stimulus says whether the CLI was silent all the time.
  let wasSilent = false;
  const pure = { ...silences, activity: { lastAt: 0, now: () => (wasSilent ? 1e12 : 0) } };
  const logic = compileMachine(watchdogChart);
  return {
    chart: watchdogChart,
    input: pure,
    stimuli: () => ['off', 'midTurn', 'silence', 'life'].map((type) => ({ type })),
    events({ type }, snapshot) {
      wasSilent = type === 'silence';
      const phase = phases[type];
      return phase ? [phase] : delayEvents(snapshot, 'silence');
    },
    distinguish: ({ context }) => Math.min(context.times, 2),
    world: () => {
      const clock = new SimulatedClock();
      const activity = { lastAt: 0, now: () => clock.now() };
      const input = { ...silences, activity };
      const { child, told, stop } = underParent(logic, input, clock, coverage.inspect);
      const stalls: unknown[] = [];
      let watching = false;
      let times = 0;
      return {
        perform({ type }) {
          const phase = phases[type];
          if (phase) {
            child.send(phase);
            watching = type === 'midTurn';
            times = 0;
            return;
          }
          if (type === 'life') activity.lastAt = clock.now() + 1000;
          clock.increment(1000);
          if (!watching) return;
          times = type === 'life' ? 0 : times + 1;
          if (times > 0) {
            stalls.push({ type: 'watchdog.stalled', phase: 'midTurn', silentMs: times * 1000 });
          }
        },
        value: () => child.getSnapshot().value,
        check: () => expect(told).toEqual(stalls),
        finish: () => {
          stop();
          expect(timersLeft(clock)).toBe(0);
        },
      };
    },
  };
}

walkAll('watchdog', watchdogChart, { silence: watchdogModel });
