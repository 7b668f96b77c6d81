import { describe, expect, it, jest } from '@jest/globals';
import { bullmq, type Engine, type Lease, memoryStore } from '../../src/fleet/index.js';
import { engineContracts } from '../../src/testing/index.js';
import { StallingProxy } from '../support/StallingProxy.js';
import { until } from '../support/until.js';
import { describeServices } from './support/describeServices.js';
import { realTime } from './support/realTime.js';

jest.setTimeout(60_000);
let queues = 0;

describeServices('bullmq', (services) => {
  describe.each([
    ['Redis', services.redis],
    ['PostgreSQL', services.postgres],
  ])('on %s', (_, address) => {
    const newQueue = () => `contract-${process.pid}-${++queues}`;
    const open = (queue: string, connection = address): Engine => {
      const engine = bullmq({ connection, queue, leaseMs: 2_000, clockSkewMs: 100 });
      engine.open({ store: memoryStore(), clock: realTime });
      return engine;
    };

    it.each(engineContracts)('$name', async ({ check }) => {
      const queue = newQueue();
      const engines = [open(queue), open(queue)] as const;
      try {
        await check(...engines);
      } finally {
        for (const engine of engines) await engine.close();
      }
    });

    it('takes the lease from a worker that is cut off, which knows it first', async () => {
      const proxy = await StallingProxy.to(Number(new URL(address).port));
      const queue = newQueue();
      const [near, far] = [open(queue, proxy.of(address)), open(queue)];
      const log: string[] = [];
      const hold = (name: string) => (lease: Lease) =>
        new Promise<void>((resolve) => {
          log.push(`${name} has it`);
          if (log.length > 1) resolve();
          lease.signal.addEventListener('abort', () => {
            log.push(`${name} has lost it`);
            // It ends long after somebody else has begun.
            setTimeout(resolve, 3_000);
          });
        });
      const worker = await near.work(hold('near'), { worker: 'near', concurrency: 2 });
      await near.wake('a');
      await until('the first run', () => log.length === 1);
      const other = await far.work(hold('far'), { worker: 'far', concurrency: 2 });
      const cutAt = performance.now();
      proxy.stall();
      await until('the takeover', () => log.includes('far has it'), 10_000);
      expect(performance.now() - cutAt).toBeLessThan(2_000 + 5_000);
      expect(log).toEqual(['near has it', 'near has lost it', 'far has it']);
      proxy.resume();
      await far.wake('a');
      await until('another run', () => log.length > 3, 10_000);
      await Promise.all([worker.close(), other.close()]);
      expect(await far.status()).toEqual({ waiting: 0, leased: 0 });
      await Promise.all([near.close(), far.close()]);
      await proxy.close();
    });

    it('does not give a conversation up, however often its workers die', async () => {
      const queue = newQueue();
      const engine = open(queue);
      let runs = 0;
      const fail = async () => {
        runs += 1;
        if (runs < 4) throw new Error('again');
      };
      const worker = await engine.work(fail, { worker: 'w', concurrency: 1 });
      await engine.wake('a');
      await until('the fourth run', () => runs === 4, 20_000);
      await engine.wake('a');
      await until('the run of another wake-up', () => runs === 5, 10_000);
      await worker.close();
      await engine.close();
    });
  });

  it('says what an address looks like', async () => {
    const engine = bullmq({ connection: 'mysql://me:secret@host/db' });
    await expect(engine.wake('a')).rejects.toThrow(
      'The address of a queue begins with redis:// or postgres://, unlike "host/db".',
    );
  });
});
