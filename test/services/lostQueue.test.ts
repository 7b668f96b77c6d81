import { afterEach, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { bullmq, createFleet, memoryStore } from '../../src/fleet/index.js';
import { fakeCli } from '../../src/testing/index.js';
import { until } from '../support/until.js';
import { describeServices } from './support/describeServices.js';

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

const leaseMs = 2_000;

describeServices('a queue in Redis that loses its data', ({ redis }) => {
  it('costs a turn, but no message, and there are never two processes', async () => {
    const queue = `lost-${process.pid}`;
    const store = memoryStore();
    const cli = fakeCli({ turns: [[{ tool: 'Bash', takes: leaseMs }]] });
    const quick = fakeCli({ turns: [[{ text: 'Hello' }]] });
    const join = ({ port }: typeof cli) => {
      const engine = bullmq({ connection: redis, queue, leaseMs });
      const options = { port, allowedTools: ['Bash'] } as never;
      const recovery = { interrupted: 'continue' } as const;
      const fleet = createFleet({ engine, store, options, recovery });
      endings.push(() => fleet.close({ timeoutMs: 0 }));
      return fleet;
    };
    const [first, second] = [join(cli), join(quick)];
    await first.work();
    const chat = await second.session('chat-1');
    await chat.send('Hi', { id: 'm1' });
    for await (const row of chat.rows()) if (row.type === 'message') break;
    await chat.send('And then?', { id: 'm2' });
    let most = 0;
    const sampling = setInterval(() => {
      const alive = [...cli.processes, ...quick.processes].filter(
        ({ args, isGone }) => args.includes('--input-format') && !isGone,
      );
      most = Math.max(most, alive.length);
    }, 1);
    endings.push(() => clearInterval(sampling));

    const client = new Redis(redis);
    endings.push(() => client.quit());
    const keys = await client.keys(`bull:${queue}:*`);
    expect(keys.length).toBeGreaterThan(0);
    await client.del(...keys);
    await second.work();
    const within = { signal: AbortSignal.timeout(20_000) };
    expect(await chat.settled('m1', within)).toMatchObject({ outcome: 'interrupted' });
    expect(await chat.settled('m2', within)).toMatchObject({ outcome: 'answered' });
    expect((await chat.info()).epoch).toBeGreaterThan(1);
    expect(most).toBe(1);
  });

  it('leaves no conversation behind that had an idle worker, also if no other worker starts', async () => {
    const queue = `idle-${process.pid}`;
    const store = memoryStore();
    const cli = fakeCli({ turns: [[{ text: 'Hello' }]] });
    const engine = bullmq({ connection: redis, queue, leaseMs });
    const fleet = createFleet({ engine, store, options: { port: cli.port } as never });
    endings.push(() => fleet.close({ timeoutMs: 0 }));
    await fleet.work();
    const chat = await fleet.session('chat-1');
    await chat.send('Hi', { id: 'm1' });
    expect(await chat.settled('m1')).toMatchObject({ outcome: 'answered' });
    const client = new Redis(redis);
    endings.push(() => client.quit());
    await client.del(...(await client.keys(`bull:${queue}:*`)));
    // Its owner has noticed that it has no lease any more.
    await until('its process to end', () => cli.processes.every(({ isGone }) => isGone));
    await chat.send('And now?', { id: 'm2' });
    const within = { signal: AbortSignal.timeout(10 * leaseMs) };
    expect(await chat.settled('m2', within)).toMatchObject({ outcome: 'answered' });
    expect((await chat.info()).epoch).toBe(2);
  });
});
