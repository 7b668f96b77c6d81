import { expect } from '@jest/globals';
import { SimulatedClock } from 'xstate';
import { CallbackJob } from '../../src/actors/callbacks/CallbackJob.js';
import { callbackMachine } from '../../src/actors/machines.js';
import { callbackChart } from '../../src/machines/callbackChart.js';
import { delayEvents } from '../../src/testing/model/chart/xstateEvents.js';
import { type Deferred, deferred } from '../../src/util/deferred.js';
import { timersLeft } from '../support/leftovers.js';
import { settle } from '../support/simulated.js';
import type { Coverage } from './coverage.js';
import type { Model, Stimulus } from './runModel.js';
import { underParent } from './underParent.js';
import { walkAll } from './walkAll.js';

/** A callback whose user code is the test's own. */
function callbackModel(
  kind: 'hook' | 'permission',
  timeoutMs: number | undefined,
  admitted = false,
) {
  const input = {
    requestId: 'r',
    kind,
    label: 'l',
    timeoutMs,
    reminderMs: 120_000,
    failureBody: '"failure"',
    admitted,
  };
  const stimuli: Stimulus[] = [
    'callback.run',
    'answer',
    'crash',
    'callback.cancelled',
    'callbackTimeout',
    'reminder',
  ].map((type) => ({ type }));
  const isRunning = (value: unknown) => JSON.stringify(value).includes('running');

  return (coverage: Coverage): Model<Stimulus> => ({
    chart: callbackChart,
    input: { ...input, job: {} },
    stimuli: () => stimuli,
    distinguish: () => null,
    events({ type }, snapshot) {
      if (type === 'callbackTimeout' || type === 'reminder') return delayEvents(snapshot, type);
      if (type !== 'answer' && type !== 'crash') return [{ type }];
      if (!isRunning(snapshot.value)) return [];
      const answered = { type: 'callback.answered', body: '"yes"' };
      return [type === 'answer' ? answered : { type: 'callback.crashed', reason: 'boom' }];
    },
    world: () => {
      const clock = new SimulatedClock();
      const user: Deferred<{ body: string }> = deferred();
      let signal: AbortSignal | undefined;
      const job = new CallbackJob((abortable) => {
        signal = abortable.signal;
        return user.promise;
      });
      const { child, told, stop } = underParent(
        callbackMachine,
        { ...input, job },
        clock,
        coverage.inspect,
      );
      const done: string[] = [];
      return {
        async perform({ type }) {
          const running = isRunning(child.getSnapshot().value);
          // User code that does not run gives no answer.
          if (running || (type !== 'answer' && type !== 'crash')) done.push(type);
          if (type === 'answer' && running) user.resolve({ body: '"yes"' });
          else if (type === 'crash' && running) user.reject(new Error('boom'));
          else if (type === 'callbackTimeout') clock.increment(timeoutMs ?? 0);
          else if (type === 'reminder') clock.increment(120_000);
          else child.send({ type });
          await settle();
        },
        value: () => child.getSnapshot().value,
        check: () => {
          expect(told).toEqual(
            expectedOfCallback(admitted ? ['callback.run', ...done] : done, kind, timeoutMs),
          );
          const end = told.at(-1)?.type === 'xstate.done.actor.child' ? told.at(-1) : undefined;
          const outcome = (end as { output?: { outcome: { kind: string } } })?.output?.outcome.kind;
          const withdrawn = outcome === 'cancelled' || outcome === 'timedOut';
          if (signal) expect(signal.aborted).toBe(withdrawn);
        },
        finish: () => {
          stop();
          expect(timersLeft(clock)).toBe(0);
        },
      };
    },
  });
}

function expectedOfCallback(done: string[], kind: string, timeoutMs?: number): unknown[] {
  const about = { requestId: 'r', kind, label: 'l' };
  const told: unknown[] = [];
  let running = false;
  const end = (outcome: object) => [
    ...told,
    expect.objectContaining({
      type: 'xstate.done.actor.child',
      output: { ...about, outcome },
    }),
  ];
  for (const type of done) {
    if (type === 'callback.run') running = true;
    if (type === 'callback.cancelled') return end({ kind: 'cancelled' });
    if (type === 'callbackTimeout' && timeoutMs !== undefined) {
      return end({ kind: 'timedOut', body: '"failure"', durationMs: timeoutMs });
    }
    if (!running) continue;
    if (type === 'answer') return end({ kind: 'answered', body: '"yes"' });
    if (type === 'crash') {
      const durationMs = expect.any(Number);
      return end({ kind: 'crashed', body: '"failure"', reason: 'boom', durationMs });
    }
    if (type === 'reminder' && kind === 'permission') {
      told.push({ type: 'callback.pending', requestId: 'r', label: 'l' });
    }
  }
  return told;
}

walkAll('callback', callbackChart, {
  // Longer than some reminders, which a hook does not have.
  hook: callbackModel('hook', 1_000_000),
  permission: callbackModel('permission', undefined),
  'admitted hook': callbackModel('hook', 1_000_000, true),
  'admitted permission': callbackModel('permission', undefined, true),
});
