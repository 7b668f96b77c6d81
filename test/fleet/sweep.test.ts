import { afterEach, describe, expect, it } from '@jest/globals';
import {
  createFleet,
  type Engine,
  embedded,
  type Fleet,
  type FleetStore,
  memoryStore,
} from '../../src/fleet/index.js';
import { fakeCli, simulatedClock, type TestClock } from '../../src/testing/index.js';

const fleets: Fleet[] = [];
afterEach(async () => {
  for (const fleet of fleets.splice(0)) await fleet.drain({ timeoutMs: 0 });
});

const leaseMs = 30_000;
/** A message that nobody was woken for is found within two sweeps. */
const foundWithinMs = 4 * leaseMs;

/** A member of a fleet, with the wake-ups that it asked for. */
function join(store: FleetStore, clock: TestClock, { isCutOff = false } = {}) {
  const engine = embedded({ leaseMs });
  const { wake } = engine;
  const woken: string[] = [];
  engine.wake = async (id, settings) => {
    if (isCutOff) throw new Error('The queue cannot be reached.');
    woken.push(id);
    await wake.call(engine, id, settings);
  };
  const { port } = fakeCli({ turns: [[{ text: 'Hello' }]] });
  const fleet = createFleet({ engine: engine as Engine, store, clock, options: { port } as never });
  fleets.push(fleet);
  return { fleet, woken };
}

/** Lets time pass, in steps that leave room for what happens meanwhile. */
async function pass(clock: TestClock, milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += leaseMs / 10) {
    clock.increment(leaseMs / 10);
    for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('a message that was stored, but nobody was woken for it', () => {
  it('is found by a worker that runs already', async () => {
    const [store, clock] = [memoryStore(), simulatedClock()];
    await join(store, clock).fleet.work();
    const chat = await join(store, clock, { isCutOff: true }).fleet.session('chat-1');
    await expect(chat.send('Hi', { id: 'm1' })).rejects.toThrow('cannot be reached');
    expect(await chat.info()).toMatchObject({ state: 'queued', messages: 1 });
    await pass(clock, foundWithinMs);
    expect(await chat.settled('m1')).toMatchObject({ outcome: 'answered' });
  });

  it('is found by one of several workers, and others are left alone', async () => {
    const [store, clock] = [memoryStore(), simulatedClock()];
    const workers = [1, 2, 3].map(() => join(store, clock));
    await Promise.all(workers.map(({ fleet }) => fleet.work()));
    const app = join(store, clock).fleet;
    const parked = await app.session('parked');
    await parked.send('Hi', { id: 'm1' });
    await parked.settled('m1');
    const chat = await join(store, clock, { isCutOff: true }).fleet.session('lost');
    await chat.send('Hi', { id: 'm1' }).catch(() => {});
    await pass(clock, 3 * foundWithinMs);
    expect(await chat.settled('m1')).toMatchObject({ outcome: 'answered' });
    expect(workers.flatMap(({ woken }) => woken)).toEqual(['lost']);
  });

  it('is found after a worker with a wrong clock has looked', async () => {
    const [store, clock] = [memoryStore(), simulatedClock()];
    await store.change('sweep', () => ({ state: { at: clock.now() + 3_600_000 } }));
    await join(store, clock).fleet.work();
    const chat = await join(store, clock, { isCutOff: true }).fleet.session('chat-1');
    await chat.send('Hi', { id: 'm1' }).catch(() => {});
    await pass(clock, foundWithinMs);
    expect(await chat.settled('m1')).toMatchObject({ outcome: 'answered' });
  });

  it('is found after the store had failed', async () => {
    const [store, clock] = [memoryStore(), simulatedClock()];
    await join(store, clock).fleet.work();
    const chat = await join(store, clock, { isCutOff: true }).fleet.session('chat-1');
    await chat.send('Hi', { id: 'm1' }).catch(() => {});
    const { list } = store;
    store.list = () => Promise.reject(new Error('the database restarts'));
    await pass(clock, foundWithinMs);
    expect(await chat.info()).toMatchObject({ state: 'queued' });
    store.list = list;
    await pass(clock, foundWithinMs);
    expect(await chat.settled('m1')).toMatchObject({ outcome: 'answered' });
  });
});

/** Members of one fleet whose queue can lose its data. */
function forgetful(clock: TestClock) {
  const [store, queue] = [memoryStore(), memoryStore()];
  const { port } = fakeCli({ turns: [[{ text: 'Hello' }]] });
  const join = () => {
    const engine = embedded({ leaseMs });
    const open = engine.open.bind(engine);
    engine.open = (context) => open({ ...context, store: queue });
    const fleet = createFleet({ engine, store, clock, options: { port } as never });
    fleets.push(fleet);
    return fleet;
  };
  const loseQueue = async () => {
    for (const { key } of await queue.list('')) await queue.change(key, () => ({ state: noWakes }));
  };
  return { join, loseQueue };
}
const noWakes = { wakes: 0, answered: 0, readyAt: 0, priority: 0, since: 0 };

describe('a conversation that a worker had when the queue lost its data', () => {
  it('is found by the workers that run already', async () => {
    const clock = simulatedClock();
    const { join, loseQueue } = forgetful(clock);
    const worker = join();
    await worker.work();
    const chat = await join().session('chat-1');
    await chat.send('Hi', { id: 'm1' });
    expect(await chat.settled('m1')).toMatchObject({ outcome: 'answered' });
    await loseQueue();
    // The worker notices that it has no lease any more, and ends its process.
    await pass(clock, leaseMs);
    await chat.send('And now?', { id: 'm2' });
    await pass(clock, foundWithinMs);
    expect(await chat.settled('m2')).toMatchObject({ outcome: 'answered' });
    expect(await chat.info()).toMatchObject({ messages: 0, epoch: 2 });
  });
});
