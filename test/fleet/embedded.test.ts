import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import {
  type Engine,
  embedded,
  type FleetStore,
  fileStore,
  memoryStore,
} from '../../src/fleet/index.js';
import { checkEngine, engineContracts, simulatedClock } from '../../src/testing/index.js';
import { until } from '../support/until.js';

const root = mkdtempSync(join(tmpdir(), 'claude-actors-fleet-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const all = engineContracts.map(({ name }) => name);
const realTime = { setTimeout, clearTimeout: clearTimeout as (id: unknown) => void, now: Date.now };

function enginesOn(...stores: FleetStore[]): [Engine, Engine] {
  return stores.map((store) => {
    const engine = embedded({ leaseMs: 600 });
    engine.open({ store, clock: realTime as never });
    return engine;
  }) as [Engine, Engine];
}

describe('the embedded engine', () => {
  it('follows the rules in one process', async () => {
    const create = () => {
      const store = memoryStore();
      return enginesOn(store, store);
    };
    expect(await checkEngine(create)).toEqual(all);
  }, 60_000);

  it('follows the rules between two users of a folder', async () => {
    let folders = 0;
    const create = () => {
      const folder = join(root, String(folders++));
      return enginesOn(fileStore(folder), fileStore(folder));
    };
    expect(await checkEngine(create)).toEqual(all);
  }, 60_000);

  it.each(['read', 'change'] as const)(
    'forgets no wake-up if `%s` of its store fails',
    async (name) => {
      const base = memoryStore();
      const clock = simulatedClock();
      const [sender, owner] = [embedded({ leaseMs: 1000 }), embedded({ leaseMs: 1000 })];
      let failures = 0;
      const fails = async () => {
        if (failures++ < 2) throw new Error('the database restarts');
      };
      const store = {
        list: (prefix: string) => base.list(prefix),
        watch: (...args: Parameters<FleetStore['watch']>) => base.watch(...args),
        read: (key: string) => base.read(key),
        change: (...args: Parameters<FleetStore['change']>) => base.change(...args),
        [name]: async (...args: unknown[]) => {
          await fails();
          return (base[name] as (...args: unknown[]) => Promise<unknown>).apply(base, args);
        },
      } as unknown as FleetStore;
      sender.open({ store: base, clock });
      owner.open({ store, clock });
      let runs = 0;
      const run = async () => {
        runs += 1;
      };
      const worker = await owner.work(run, { worker: 'w', concurrency: 1 });
      await sender.wake('a');
      await until('the run', () => {
        clock.increment(100);
        return runs === 1;
      });
      expect(failures).toBeGreaterThan(2);
      await worker.close();
    },
  );

  it('gives the lease of a worker that does not renew it to another, and tells the first', async () => {
    const store = memoryStore();
    const [frozen, clock] = [simulatedClock(), simulatedClock()];
    const engine = (own: typeof clock) => {
      const one = embedded({ leaseMs: 1000 });
      one.open({ store, clock: own });
      return one;
    };
    const started: string[] = [];
    let signal: AbortSignal | undefined;
    await engine(frozen).work(
      (lease) => {
        started.push('first');
        signal = lease.signal;
        return new Promise(() => {});
      },
      { worker: 'first', concurrency: 1 },
    );
    await engine(clock).wake('a');
    await until('first', () => started.length === 1);
    await engine(clock).work(async () => void started.push('second'), {
      worker: 'second',
      concurrency: 1,
    });
    clock.increment(999);
    await new Promise(setImmediate);
    expect(started).toEqual(['first']);
    clock.increment(1);
    await until('second', () => started.length === 2);
    expect(signal?.aborted).toBe(false);
    frozen.increment(400);
    await until('told', () => signal?.aborted === true);
  });
});
