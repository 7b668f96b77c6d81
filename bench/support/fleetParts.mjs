import { bullmq, embedded, memoryStore, postgresStore } from '../../dist/fleet/index.js';

const clock = { setTimeout, clearTimeout, now: Date.now };

/** An engine and a store: in this process, or on services that others use too. */
export function fleetParts({ backend, redis, postgres, name, leaseMs = 30_000 }) {
  const store = backend === 'embedded' ? memoryStore() : postgresStore(postgres, { schema: name });
  const engine =
    backend === 'embedded'
      ? embedded({ leaseMs })
      : bullmq({ connection: backend === 'Redis' ? redis : postgres, queue: name, leaseMs });
  engine.open({ store, clock });
  return {
    engine,
    store,
    async close() {
      await engine.close();
      await store.close();
    },
  };
}

/** The value below which a part of the values lies. */
export function percentile(values, part) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}

export async function eventually(what, isDone, milliseconds = 60_000) {
  const end = performance.now() + milliseconds;
  while (!isDone()) {
    if (performance.now() > end) throw new Error(`Waited too long for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
