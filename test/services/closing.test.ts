import { afterEach, expect, it } from '@jest/globals';
import { type Service, startPostgres, startRedis } from '../../scripts/services.mjs';
import { defaultBullmq } from '../../src/defaults/fleetBackends.js';
import {
  bullmq,
  createFleet,
  type FleetOptions,
  memoryStore,
  postgresStore,
} from '../../src/fleet/index.js';
import { fakeCli } from '../../src/testing/index.js';
import { StallingProxy } from '../support/StallingProxy.js';
import { describeServices } from './support/describeServices.js';

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

const leaseMs = 2_000;

/** The time of a lease, the time that the worker and the queue give a server, and some for a busy machine. */
const endsWithinMs = leaseMs + 2 * defaultBullmq.closeMs + 5_000;

/** A fleet in the middle of a turn. */
async function working(settings: Pick<FleetOptions, 'engine' | 'store'>) {
  const { port, processes } = fakeCli({ turns: [[{ tool: 'Bash', takes: 600_000 }]] });
  const options = { port, allowedTools: ['Bash'] } as never;
  const fleet = createFleet({ ...settings, options });
  await fleet.work();
  const chat = await fleet.session('chat-1');
  await chat.send('Hi', { id: 'm1' });
  for await (const row of chat.rows()) if (row.type === 'message') break;
  return { fleet, processes };
}

describeServices('a worker whose servers are gone', (services) => {
  const cases = [
    ['Redis', startRedis],
    ['PostgreSQL', undefined],
  ] as const;
  it.each(cases)(
    'ends with its lease, with a queue on %s',
    async (_, start) => {
      const postgres = await startPostgres();
      const own: Service[] = [postgres];
      if (start) own.push(await start());
      const stop = () => Promise.all(own.splice(0).map((service) => service.stop()));
      endings.push(stop);
      const engine = bullmq({ connection: own.at(-1)?.url ?? '', leaseMs });
      const store = postgresStore(postgres.url);
      const { fleet, processes } = await working({ engine, store });
      await stop();
      const startedAt = performance.now();
      await fleet.close({ timeoutMs: 0 });
      expect(performance.now() - startedAt).toBeLessThan(endsWithinMs);
      expect(processes.filter(({ isGone }) => !isGone)).toEqual([]);
    },
    60_000,
  );

  it.each(['redis', 'postgres'] as const)(
    'ends with its lease, if the network to a queue on %s is cut',
    async (name) => {
      const proxy = await StallingProxy.to(Number(new URL(services[name]).port));
      endings.push(() => proxy.close());
      const engine = bullmq({
        connection: proxy.of(services[name]),
        queue: `cut-${process.pid}`,
        leaseMs,
      });
      const { fleet, processes } = await working({ engine, store: memoryStore() });
      proxy.stall();
      const startedAt = performance.now();
      await fleet.close({ timeoutMs: 0 });
      expect(performance.now() - startedAt).toBeLessThan(endsWithinMs);
      expect(processes.filter(({ isGone }) => !isGone)).toEqual([]);
    },
    60_000,
  );
});
