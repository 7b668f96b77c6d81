import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  bullmq,
  createFleet,
  embedded,
  fileStore,
  memoryStore,
  postgresStore,
} from '../../dist/fleet/index.js';
import { memoryCli } from './memoryCli.mjs';

const clock = { setTimeout, clearTimeout, now: Date.now };

/** An engine and a store: in this process or in a folder, or on services that others use too. */
function backendOf({ backend, redis, postgres, name, folder, leaseMs = 30_000 }) {
  if (backend === 'embedded') {
    return { store: folder ? fileStore(folder) : memoryStore(), engine: embedded({ leaseMs }) };
  }
  const connection = backend === 'Redis' ? redis : postgres;
  return {
    store: postgresStore(postgres, { schema: name }),
    engine: bullmq({ connection, queue: name, leaseMs }),
  };
}

/** Runs with a folder that several processes share, if the backend is embedded. */
export async function inFolder(plan, run) {
  const folder = mkdtempSync(join(tmpdir(), 'claude-actors-bench-fleet-'));
  try {
    return await run({ ...plan, folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A whole fleet, with a CLI in memory that `play`s turns. */
export function openFleet(plan, { play, worker, ...pool }) {
  return createFleet({
    ...backendOf(plan),
    ...(worker && { worker }),
    pool,
    options: { port: memoryCli(play, { ownIds: true }), cwd: process.cwd() },
  });
}

export function fleetParts(plan) {
  const { store, engine } = backendOf(plan);
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
