import { missingServices, startPostgres, startRedis } from '../../scripts/services.mjs';
import { formatMedians } from '../harness/report.mjs';

const leaseMs = 4_000;
/** Thousands of messages, each with some commits, on a machine that does other things too. */
const timeoutMs = 900_000;

/** How fast does a fleet wake workers, take over and stream, embedded, on Redis and on PostgreSQL? */
export async function measure(context) {
  const missing = missingServices();
  if (missing.length > 0) {
    const message = `The fleet is measured embedded only. Install ${missing.join(' and ')} for the rest.`;
    if (process.env.CLAUDE_ACTORS_REQUIRE_SERVICES) throw new Error(message);
    process.stderr.write(`${message}\n`);
    return rowsOf(context, ['embedded'], {});
  }
  // As in production: a commit waits for the disk.
  const services = await Promise.all([startRedis(), startPostgres({ durable: true })]);
  const [redis, postgres] = services.map(({ url }) => url);
  try {
    return await rowsOf(context, ['embedded', 'Redis', 'PostgreSQL'], { redis, postgres });
  } finally {
    await Promise.all(services.map((service) => service.stop()));
  }
}

async function rowsOf(context, backends, services) {
  const rows = [];
  const sample = async (measurement, plan, rounds) => {
    const tasks = backends.map((backend) => [
      backend,
      { task: 'fleet', measurement, backend, timeoutMs, ...services, ...plan },
    ]);
    const settings = { rounds, freshProcess: true };
    return Object.entries(await context.compare(Object.fromEntries(tasks), settings));
  };
  const add = (name, samples, field, unit, targetOf = () => undefined) => {
    for (const [backend, list] of samples) {
      const wall = list.map((one) => one[field]);
      const target = targetOf(backend);
      rows.push({
        name: `fleet, ${backend}: ${name}`,
        by: 'wall',
        measures: { wall },
        unit,
        target,
      });
    }
  };
  const parked = context.size(500, 50);

  const latency = await sample(
    'latency',
    { parked, wakes: context.size(500, 60) },
    context.size(3, 1),
  );
  const p50 = { Redis: { atMost: 5 }, PostgreSQL: { atMost: 15 } };
  add(`wake to worker beside ${parked} parked, p50`, latency, 'p50', 'ms', (one) => p50[one]);
  add('the same, p99', latency, 'p99', 'ms', (one) => p50[one] && { atMost: 50 });

  const wakes = context.size(2_000, 200);
  const wakeUps = await sample('wakeUps', { parked, wakes }, context.size(3, 1));
  add(`lost or overlapping of ${wakes} wake-ups of 20`, wakeUps, 'lost', '', () => ({ atMost: 0 }));
  add('the time they took', wakeUps, 'ms', 'ms');

  const takeover = await sample('takeover', { leaseMs }, context.size(3, 1));
  add('takeover from a frozen worker, after the lease', takeover, 'afterLeaseMs', 'ms', () => ({
    atMost: 5_000,
  }));

  const stream = { sessions: 100, tokens: context.size(200_000, 20_000) };
  add(
    'tokens of 100 sessions',
    await sample('stream', stream, context.size(3, 1)),
    'perSecond',
    '/s',
    () => ({
      atLeast: 50_000,
    }),
  );

  const seconds = context.size(3_600, 200);
  add('heap growth in an hour', await sample('hour', { seconds }, 1), 'grownMb', 'MB', () => ({
    atMost: 5,
  }));

  add(
    'whole fleet: the same, a new lease and process for each message',
    await sample('fleetHour', { seconds }, 1),
    'grownMb',
    'MB',
    () => ({ atMost: 5 }),
  );

  const load = await sample(
    'load',
    { parked, wakes, sends: context.size(400, 60) },
    context.size(1, 1),
  );
  add(
    `whole fleet, ${parked} parked, 20 live: ${wakes} messages without exactly one answer`,
    load,
    'lost',
    '',
    () => ({ atMost: 0 }),
  );
  add('whole fleet: the time they took', load, 'ms', 'ms');
  add('whole fleet: send to a live process, p50', load, 'p50', 'ms');
  add('whole fleet: the same, p99', load, 'p99', 'ms');

  const scale = { conversations: 20, each: context.size(20, 8) };
  for (const workers of [1, 2, 4]) {
    const samples = await sample('scaling', { ...scale, workers }, 1);
    add(
      `whole fleet: ${workers} workers, 5 processes each, turns of 100 ms`,
      samples,
      'perSecond',
      '/s',
    );
    const details = formatMedians({ 'at most': [workers * 50] }, '/s');
    for (const row of rows.slice(-samples.length)) row.details = details;
  }
  return rows;
}
