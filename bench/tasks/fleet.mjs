import { member } from '../support/fleetMembers.mjs';
import { eventually, fleetParts, inFolder, percentile } from '../support/fleetParts.mjs';
import { heapAfterGc } from '../support/heapAfterGc.mjs';
import { fleetHour, load, scaling } from './fleetLoad.mjs';

let runs = 0;

/** One measurement of a fleet's engine and store. */
export async function run({ measurement, ...input }) {
  const plan = { ...input, name: `bench_${process.pid}_${++runs}` };
  return measurements[measurement](plan);
}

const measurements = {
  /** From `wake` to the function of a worker, one at a time, beside conversations that are parked. */
  async latency(plan) {
    const parts = fleetParts(plan);
    await park(parts, plan.parked);
    const started = new Map();
    const worker = await parts.engine.work(async ({ id }) => started.get(id)?.(), {
      worker: 'w',
      concurrency: 20,
    });
    const times = [];
    for (let at = 0; at < plan.wakes + 20; at++) {
      const id = `c${at % 20}-${at}`;
      const ran = new Promise((resolve) => started.set(id, resolve));
      const from = performance.now();
      await Promise.all([parts.engine.wake(id), ran]);
      // The first ones connect, and are compiled.
      if (at >= 20) times.push(performance.now() - from);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await worker.close();
    await parts.close();
    return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
  },

  /** How many of many wake-ups are lost, while 20 conversations are at work. */
  async wakeUps(plan) {
    const parts = fleetParts(plan);
    await park(parts, plan.parked);
    const wanted = new Map();
    const served = new Map();
    const active = new Set();
    let overlaps = 0;
    const run = async ({ id }) => {
      if (active.has(id)) overlaps += 1;
      active.add(id);
      const version = wanted.get(id);
      await new Promise((resolve) => setTimeout(resolve, 3));
      served.set(id, version);
      active.delete(id);
    };
    const worker = await parts.engine.work(run, { worker: 'w', concurrency: 20 });
    const from = performance.now();
    const ids = Array.from({ length: 20 }, (_, index) => `live-${index}`);
    await Promise.all(
      ids.map(async (id) => {
        for (let version = 1; version <= plan.wakes / 20; version++) {
          wanted.set(id, version);
          await parts.engine.wake(id);
        }
      }),
    );
    const isLost = (id) => served.get(id) !== wanted.get(id);
    await eventually('all wake-ups', () => !ids.some(isLost), 10_000).catch(() => {});
    const ms = performance.now() - from;
    const lost = ids.filter(isLost).length;
    await worker.close();
    await parts.close();
    return { lost: lost + overlaps, ms };
  },

  /** How long after the end of its lease a frozen worker's conversation runs elsewhere. */
  takeover: (given) =>
    inFolder(given, async (plan) => {
      const parts = fleetParts(plan);
      const work = { ...plan, role: 'work', concurrency: 1 };
      const first = await member({ ...work, worker: 'a', holdMs: 60_000 });
      await parts.engine.wake('frozen');
      await first.says(({ started }) => started === 'frozen');
      const second = await member({ ...work, worker: 'b', holdMs: 1 });
      first.child.kill('SIGSTOP');
      const from = performance.now();
      await second.says(({ started }) => started === 'frozen');
      const ms = performance.now() - from;
      first.child.kill('SIGKILL');
      second.child.kill('SIGKILL');
      await parts.close();
      return { afterLeaseMs: ms - plan.leaseMs };
    }),

  /** Tokens per second from one process to another. */
  async stream(plan) {
    const { store, close } = fleetParts(plan);
    const writer =
      plan.backend === 'embedded' ? undefined : await member({ ...plan, role: 'stream' });
    let count = 0;
    const unwatch = await store.watch('stream/', ({ note }) => {
      if (note) count += 1;
    });
    const from = performance.now();
    if (writer) writer.child.send('go');
    else await publishHere(store, plan);
    await eventually('the tokens', () => count >= plan.tokens);
    const ms = performance.now() - from;
    unwatch();
    writer?.child.kill('SIGKILL');
    await close();
    return { perSecond: (count / ms) * 1000 };
  },

  /** What an hour leaves in memory: a wake-up, rows and tokens each second for 20 conversations. */
  async hour(plan) {
    const parts = fleetParts(plan);
    const worker = await parts.engine.work(async () => {}, { worker: 'w', concurrency: 20 });
    const unwatch = await parts.store.watch('hour/', () => {});
    const second = async (number) => {
      const id = `c${number % 20}`;
      await parts.engine.wake(id);
      // The log is kept by the server; in memory it would grow, as it should.
      await parts.store.change(`hour/${id}`, () => ({ state: { epoch: 1, number } }));
      for (let at = 0; at < 50; at++) parts.store.publish(`hour/${id}`, 1, { at });
    };
    for (let number = 0; number < plan.seconds / 10; number++) await second(number);
    const before = await heapAfterGc();
    for (let number = 0; number < plan.seconds; number++) await second(number);
    const grownMb = ((await heapAfterGc()) - before) / 2 ** 20;
    unwatch();
    await worker.close();
    await parts.close();
    return { grownMb };
  },

  load,
  fleetHour,
  scaling,
};

/** Conversations that wait for somebody: a record each, and no process. */
async function park({ store }, count = 0) {
  const state = { epoch: 1, state: 'parked', mail: [], approvals: [{ id: 'a' }] };
  for (let at = 0; at < count; at++) await store.change(`parked/${at}`, () => ({ state }));
}

async function publishHere(store, { sessions, tokens }) {
  for (let at = 0; at < sessions; at++) {
    await store.change(`stream/${at}`, () => ({ state: { epoch: 1 } }));
  }
  for (let sent = 0; sent < tokens; sent++) {
    store.publish(`stream/${sent % sessions}`, 1, { type: 'tokens', text: ' token' });
  }
}
