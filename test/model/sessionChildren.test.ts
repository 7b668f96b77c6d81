import { expect } from '@jest/globals';
import {
  type AnyStateMachine,
  createActor,
  createMachine,
  type EventObject,
  SimulatedClock,
} from 'xstate';
import { versionMachine } from '../../src/actors/machines.js';
import type { VersionVerdict } from '../../src/actors/process/Launch.js';
import type { ResultMessage } from '../../src/codec/results.js';
import { ClaudeActorsError } from '../../src/errors.js';
import { requestChart } from '../../src/machines/requestChart.js';
import { taskChart } from '../../src/machines/taskChart.js';
import { turnChart } from '../../src/machines/turnChart.js';
import { versionChart } from '../../src/machines/versionChart.js';
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
      const { child, told, stop } = underParent(versionMachine, input, clock, coverage.inspect);
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
