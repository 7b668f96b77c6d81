import { expect } from '@jest/globals';
import { createActor, type EventObject, fromPromise, SimulatedClock } from 'xstate';
import { defaultListener } from '../../src/defaults/fleetBackends.js';
import { leaseMachine, type Renewal } from '../../src/fleet/heldLease.js';
import { listenerMachine } from '../../src/fleet/postgres/listenerMachine.js';
import type { PostgresClient } from '../../src/fleet/postgres/postgresTypes.js';
import { deadlineChart } from '../../src/machines/fleet/deadlineChart.js';
import { childDone, delayEvents } from '../../src/testing/model/chart/xstateEvents.js';
import { type Deferred, deferred } from '../../src/util/deferred.js';
import { timersLeft } from '../support/leftovers.js';
import { settle } from '../support/simulated.js';
import type { Coverage } from './coverage.js';
import type { Model, Stimulus } from './runModel.js';
import { walkAll } from './walkAll.js';

type Sent = Stimulus & { event?: EventObject };

const named = (types: readonly string[]): Sent[] => types.map((type) => ({ type }));
const inState = (value: unknown, state: string) => JSON.stringify(value).includes(`"${state}"`);

const term = { leaseMs: 900, renewMs: 300, retryMs: 100 };
/** How much time each delay of the lease takes. */
const leaseTimes: Readonly<Record<string, number>> = {
  nextRenewal: term.renewMs,
  restOfTerm: term.leaseMs - term.renewMs,
  retry: term.retryMs,
};

walkAll('lease', leaseMachine, {
  'renewed, refused, lost and released': (coverage: Coverage): Model<Sent> => ({
    chart: leaseMachine,
    input: { host: {}, ...term },
    distinguish: () => null,
    stimuli: ({ value }) =>
      named([
        ...(inState(value, 'asking') ? ['lease.renewed', 'lease.refused', 'lease.failed'] : []),
        ...(inState(value, 'held') ? ['nextRenewal'] : []),
        ...(JSON.stringify(value).includes('renewing') ? ['restOfTerm'] : []),
        ...(inState(value, 'pausing') ? ['retry'] : []),
        'lease.release',
      ]),
    events({ type }, snapshot) {
      if (type in leaseTimes) return delayEvents(snapshot, type);
      return [type === 'lease.renewed' ? { type, validMs: term.leaseMs } : { type }];
    },
    world() {
      const clock = new SimulatedClock();
      let asked: Deferred<Renewal> | undefined;
      const host = {
        renew: () => {
          asked = deferred();
          return asked.promise;
        },
      };
      const input = { host, ...term };
      const actor = createActor(leaseMachine, { clock, input, inspect: coverage.inspect });
      let validUntil = term.leaseMs;
      let lost = 0;
      let isRefused = false;
      let isReleased = false;
      actor.on('renewed', ({ validMs }) => {
        validUntil = clock.now() + validMs;
      });
      actor.on('lost', () => {
        lost += 1;
      });
      actor.start();
      return {
        async perform({ type }) {
          if (type === 'lease.release') {
            isReleased ||= lost === 0;
            actor.send({ type });
          } else if (type === 'restOfTerm') clock.increment(validUntil - clock.now());
          else if (type in leaseTimes) clock.increment(leaseTimes[type] as number);
          else {
            const answer = { type, ...(type === 'lease.renewed' && { validMs: term.leaseMs }) };
            isRefused ||= type === 'lease.refused';
            asked?.resolve(answer as Renewal);
          }
          await settle();
        },
        value: () => actor.getSnapshot().value,
        check() {
          const isLost = lost > 0;
          // It says so once, and at the latest when its time is over.
          expect(lost).toBeLessThanOrEqual(1);
          if (!isReleased && clock.now() >= validUntil) expect(isLost).toBe(true);
          if (!isReleased) expect(isLost).toBe(isRefused || clock.now() >= validUntil);
          if (isReleased) expect(isLost).toBe(false);
        },
        finish() {
          actor.stop();
          expect(timersLeft(clock)).toBe(0);
        },
      };
    },
  }),
});

walkAll('deadline', deadlineChart, {
  'put off, and over': (coverage: Coverage): Model<Sent> => ({
    chart: deadlineChart,
    input: { afterMs: 500 },
    distinguish: ({ context }) => context.afterMs,
    stimuli: ({ value }) => named(['sooner', 'later', ...(value === 'valid' ? ['timeLeft'] : [])]),
    events({ type }, snapshot) {
      if (type === 'timeLeft') return delayEvents(snapshot, type);
      return [{ type: 'deadline.set', afterMs: type === 'sooner' ? 200 : 800 } as EventObject];
    },
    world() {
      const clock = new SimulatedClock();
      const input = { afterMs: 500 };
      const actor = createActor(deadlineChart, { clock, input, inspect: coverage.inspect });
      let overdue = 0;
      let expected = 0;
      let dueAt = 500;
      actor.on('overdue', () => {
        overdue += 1;
      });
      actor.start();
      return {
        perform({ type }) {
          if (type === 'timeLeft') {
            clock.increment(dueAt - clock.now() - 1);
            expect(overdue).toBe(expected);
            clock.increment(1);
            expected += 1;
            return;
          }
          const afterMs = type === 'sooner' ? 200 : 800;
          dueAt = clock.now() + afterMs;
          actor.send({ type: 'deadline.set', afterMs });
        },
        value: () => actor.getSnapshot().value,
        check: () => expect(overdue).toBe(expected),
        finish() {
          actor.stop();
          expect(timersLeft(clock)).toBe(0);
        },
      };
    },
  }),
});

/** A connection that notes whether it was given back. */
function connection(): PostgresClient & { released: number } {
  return {
    released: 0,
    query: async () => ({ rows: [], rowCount: 0 }),
    on: () => undefined,
    release() {
      this.released += 1;
    },
  };
}

/** What the world of the current walk does for the machine. */
let world = { ask: async (): Promise<unknown> => undefined, announce() {} };
const wiredListener = listenerMachine.provide({
  actors: {
    connect: fromPromise(() => world.ask() as Promise<PostgresClient>),
    check: fromPromise(() => world.ask() as Promise<void>),
  },
  actions: {
    releaseClient: ({ context }) => context.client?.release(true),
    sendNotes: () => world.announce(),
  },
});

walkAll('listener', wiredListener, {
  'one connection that listens': (coverage: Coverage): Model<Sent> => ({
    chart: wiredListener,
    input: undefined,
    distinguish: () => null,
    stimuli: ({ value }) => {
      const isConnected = JSON.stringify(value).includes('connected');
      return named([
        ...(value === 'connecting' ? ['connects', 'fails', 'connection'] : []),
        ...(isConnected ? ['lost'] : []),
        ...(inState(value, 'silent') ? ['check'] : []),
        ...(inState(value, 'checking') ? ['answers', 'breaks', 'answer'] : []),
        ...(value === 'pausing' ? ['retry'] : []),
        'lostOther',
        'close',
      ]);
    },
    events({ type }, snapshot) {
      const { client } = snapshot.context;
      const invoked = Object.keys(snapshot.children).find((id) => id.length > 0) ?? '';
      const failed = { type: `xstate.error.actor.${invoked}`, error: new Error('gone') };
      switch (type) {
        case 'connects':
          return [childDone(invoked, connection())];
        case 'answers':
          return [childDone(invoked, undefined)];
        case 'fails':
        case 'breaks':
          return [failed as EventObject];
        case 'lost':
          return [{ type, client } as EventObject];
        case 'lostOther':
          return [{ type: 'lost', client: connection() } as EventObject];
        case 'close':
          return [{ type }];
        default:
          return delayEvents(snapshot, type);
      }
    },
    world() {
      const clock = new SimulatedClock();
      const opened: ReturnType<typeof connection>[] = [];
      let answer = deferred<unknown>();
      let announced = 0;
      world = {
        ask() {
          answer = deferred();
          return answer.promise;
        },
        announce: () => {
          announced += 1;
        },
      };
      const actor = createActor(wiredListener, { clock, inspect: coverage.inspect });
      actor.start();
      let isClosed = false;
      return {
        async perform({ type }) {
          const { client } = actor.getSnapshot().context;
          if (type === 'connects') {
            const client = connection();
            opened.push(client);
            answer.resolve(client);
          } else if (type === 'answers') answer.resolve(undefined);
          else if (type === 'fails' || type === 'breaks') answer.reject(new Error('gone'));
          else if (type === 'lost') actor.send({ type, client: client as PostgresClient });
          else if (type === 'lostOther') actor.send({ type: 'lost', client: connection() });
          else if (type === 'close') {
            isClosed = true;
            actor.send({ type });
          } else clock.increment(defaultListener[`${type}Ms` as 'checkMs']);
          await settle();
        },
        value: () => actor.getSnapshot().value,
        check() {
          const { context, value } = actor.getSnapshot();
          const isConnected = JSON.stringify(value).includes('connected');
          // A connection is kept exactly while it is used, and given back once.
          expect(context.client !== undefined).toBe(isConnected);
          const kept = opened.filter(({ released }) => released === 0);
          expect(kept).toEqual(isConnected ? [context.client] : []);
          expect(opened.every(({ released }) => released <= 1)).toBe(true);
          expect(announced).toBe(opened.length);
          expect(value === 'closed').toBe(isClosed);
        },
        finish() {
          answer.promise.catch(() => {});
          actor.stop();
          expect(timersLeft(clock)).toBe(0);
        },
      };
    },
  }),
});
