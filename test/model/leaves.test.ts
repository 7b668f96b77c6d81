import { expect } from '@jest/globals';
import {
  type AnyStateMachine,
  createActor,
  createMachine,
  type EventObject,
  SimulatedClock,
} from 'xstate';
import { CallbackJob } from '../../src/actors/callbacks/CallbackJob.js';
import * as wired from '../../src/actors/machines.js';
import type { VersionVerdict } from '../../src/actors/process/Launch.js';
import type { ResultMessage } from '../../src/codec/results.js';
import { ClaudeActorsError } from '../../src/errors.js';
import { callbackChart } from '../../src/machines/callbackChart.js';
import { requestChart } from '../../src/machines/requestChart.js';
import { taskChart } from '../../src/machines/taskChart.js';
import { turnChart } from '../../src/machines/turnChart.js';
import { versionChart } from '../../src/machines/versionChart.js';
import { watchdogChart } from '../../src/machines/watchdogChart.js';
import { compileMachine } from '../../src/statechart/compileMachine.js';
import { delayEvents } from '../../src/testing/model/chart/xstateEvents.js';
import { type Deferred, deferred } from '../../src/util/deferred.js';
import { timersLeft } from '../support/leftovers.js';
import { settle, simulatedLaunch } from '../support/simulated.js';
import type { Coverage } from './coverage.js';
import type { Model, Stimulus } from './runModel.js';
import { underParent } from './underParent.js';
import { walkAll } from './walkAll.js';

/** Either an event for the chart, or time for one of its delays. */
type Sent = Stimulus & { send?: EventObject; after?: number };

/** A chart whose stimuli are its own events and the passing of time. */
function plain(
  machine: AnyStateMachine,
  input: unknown,
  stimuli: readonly Sent[],
  /** What the parent must have received after these, by the rules and not by the chart. */
  expected: (done: readonly Sent[]) => unknown[],
) {
  const logic = compileMachine(machine);
  return (coverage: Coverage): Model<Sent> => ({
    chart: machine,
    input,
    stimuli: () => stimuli,
    events: ({ type, send }, snapshot) => (send ? [send] : delayEvents(snapshot, type)),
    distinguish: () => null,
    world: () => {
      const clock = new SimulatedClock();
      const { child, told, stop } = underParent(logic, input, clock, coverage.inspect);
      const done: Sent[] = [];
      return {
        perform(stimulus) {
          done.push(stimulus);
          if (stimulus.send) child.send(stimulus.send);
          if (stimulus.after) clock.increment(stimulus.after);
        },
        value: () => child.getSnapshot().value,
        check: () => {
          expect(told).toHaveLength(expected(done).length);
          expect(told).toMatchObject(expected(done));
        },
        finish: () => {
          stop();
          expect(timersLeft(clock)).toBe(0);
        },
      };
    },
  });
}

/** The first of the decisive stimuli wins; what comes later changes nothing. */
function firstWins(outputs: Readonly<Record<string, unknown>>) {
  return (done: readonly Sent[]): unknown[] => {
    const first = done.find(({ type }) => Object.hasOwn(outputs, type));
    return first ? [{ type: 'xstate.done.actor.child', output: outputs[first.type] }] : [];
  };
}

const event = (type: string, fields: object = {}): Sent => ({ type, send: { type, ...fields } });
const result = { type: 'result', subtype: 'success' } as ResultMessage;
const error = new ClaudeActorsError('TurnLost', 'gone');

walkAll('request', requestChart, {
  'first event wins': plain(
    requestChart,
    { id: 'req_1', subtype: 'set_model', timeoutMs: 5000 },
    [
      event('request.succeeded', { response: 1 }),
      event('request.rejected', { error: 'no', errorCode: 'x' }),
      event('request.cancelled', { reason: 'caller' }),
      event('request.expired'),
      event('request.unwritten', { error }),
      { type: 'requestTimeout', after: 5000 },
    ],
    firstWins({
      'request.succeeded': { id: 'req_1', outcome: { kind: 'succeeded', response: 1 } },
      'request.rejected': {
        id: 'req_1',
        outcome: { kind: 'rejected', error: 'no', errorCode: 'x' },
      },
      'request.cancelled': { id: 'req_1', outcome: { kind: 'cancelled', reason: 'caller' } },
      'request.unwritten': { id: 'req_1', outcome: { kind: 'unwritten', error } },
      'request.expired': { id: 'req_1', outcome: { kind: 'timedOut', timeoutMs: 5000 } },
      requestTimeout: { id: 'req_1', outcome: { kind: 'timedOut', timeoutMs: 5000 } },
    }),
  ),
});

walkAll('turn', turnChart, {
  'first end wins': plain(
    turnChart,
    { uuid: 'u' },
    [
      event('turn.started'),
      event('turn.completed', { result }),
      event('turn.interrupted', { result }),
      event('turn.discarded', { why: 'cancelled' }),
      event('turn.lost', { error }),
    ],
    firstWins({
      'turn.completed': { uuid: 'u', outcome: { kind: 'completed', result } },
      'turn.interrupted': { uuid: 'u', outcome: { kind: 'interrupted', result } },
      'turn.discarded': { uuid: 'u', outcome: { kind: 'discarded', why: 'cancelled' } },
      'turn.lost': { uuid: 'u', outcome: { kind: 'lost', error } },
    }),
  ),
});

walkAll('task', taskChart, {
  'first end wins': plain(
    taskChart,
    { id: 't', description: 'x' },
    [
      event('task.progressed', { description: 'half' }),
      event('task.completed'),
      event('task.failed'),
      event('task.stopped'),
    ],
    firstWins({
      'task.completed': { id: 't', outcome: 'completed' },
      'task.failed': { id: 't', outcome: 'failed' },
      'task.stopped': { id: 't', outcome: 'stopped' },
    }),
  ),
});

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
        wired.callbackMachine,
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

/** A probe that the test controls, and that gives up on request. */
walkAll('version', versionChart, {
  verdicts: (coverage: Coverage): Model<Stimulus> => ({
    chart: versionChart,
    input: { launch: {}, probeTimeoutMs: 5000 },
    stimuli: () => ['accept', 'reject', 'probeTimeout'].map((type) => ({ type })),
    distinguish: () => null,
    events({ type }, snapshot) {
      if (type === 'accept') return [{ type: 'version.accepted', version: '2.1.325' }];
      if (type === 'reject') return [{ type: 'version.rejected', error }];
      return [...delayEvents(snapshot, type), { type: 'version.accepted', warnings: [] }];
    },
    world: () => {
      const clock = new SimulatedClock();
      const verdict: Deferred<VersionVerdict> = deferred();
      const gaveUp = {
        kind: 'accepted' as const,
        warnings: [{ code: 'VersionProbeFailed' as const, message: 'no answer' }],
      };
      const { launch } = simulatedLaunch(undefined, {
        checkVersion(signal) {
          if (signal.aborted) verdict.resolve(gaveUp);
          signal.addEventListener('abort', () => verdict.resolve(gaveUp));
          return verdict.promise;
        },
      });
      const owner = createActor(createMachine({}));
      const input = { launch, owner, probeTimeoutMs: 5000 };
      const { child, told, stop } = underParent(
        wired.versionMachine,
        input,
        clock,
        coverage.inspect,
      );
      const done: Sent[] = [];
      return {
        async perform(stimulus) {
          done.push(stimulus);
          if (stimulus.type === 'accept') verdict.resolve({ kind: 'accepted', version: '2.1.325' });
          if (stimulus.type === 'reject') verdict.resolve({ kind: 'rejected', error });
          if (stimulus.type === 'probeTimeout') clock.increment(5000);
          await settle();
        },
        value: () => child.getSnapshot().value,
        check: () =>
          expect(told).toMatchObject(
            firstWins({
              accept: { kind: 'accepted', version: '2.1.325' },
              reject: { kind: 'rejected', error },
              probeTimeout: gaveUp,
            })(done),
          ),
        finish: () => {
          stop();
          expect(timersLeft(clock)).toBe(0);
        },
      };
    },
  }),
});
