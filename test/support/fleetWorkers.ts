import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { createFleet, embedded, type Fleet, fileStore } from '../../src/fleet/index.js';
import type { Options } from '../../src/index.js';
import { buildSources } from './buildSources.js';

const program = fileURLToPath(new URL('../fixtures/fleet/worker.mjs', import.meta.url));

export interface WorkerPlan {
  worker: string;
  options: Options;
  leaseMs?: number;
  drainMs?: number;
  recovery?: object;
  pool?: object;
  approvals?: object;
}

export interface Workers {
  /** A worker in a process of its own, ready to work. */
  start(plan: WorkerPlan): Promise<ChildProcess & { pid: number }>;
  /** A member of the same fleet in this process, which does not work by itself. */
  join(more?: Parameters<typeof createFleet>[0]): Fleet;
  /** Ends all workers. */
  end(): Promise<void>;
}

/** Workers that share a folder. */
export function fleetWorkers(folder: string): Workers {
  const build = buildSources();
  const children: ChildProcess[] = [];
  const members: Fleet[] = [];
  return {
    async start(plan) {
      const settings = { folder, leaseMs: 1500, drainMs: 10_000, ...plan };
      const url = build.url('fleet/index.js');
      const child = spawn(process.execPath, [program, url, JSON.stringify(settings)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      children.push(child);
      await once(child.stdout as Readable, 'data');
      return child as ChildProcess & { pid: number };
    },
    join(more = {}) {
      const engine = embedded({ leaseMs: 1500 });
      const fleet = createFleet({ engine, store: fileStore(folder), ...more });
      members.push(fleet);
      return fleet;
    },
    async end() {
      for (const fleet of members.splice(0)) await fleet.close({ timeoutMs: 0 });
      for (const child of children.splice(0)) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        const gone = once(child, 'exit');
        // A stopped process must go on to end.
        child.kill('SIGCONT');
        child.kill('SIGKILL');
        await gone;
      }
      build.remove();
    },
  };
}
