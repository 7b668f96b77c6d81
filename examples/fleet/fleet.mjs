// The fleet that the workers, the server and the command share: what differs is who calls fleet.work().
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bullmq, createFleet, embedded, fileStore, postgresStore } from 'claude-actors/fleet';

const { FLEET_URL: url, FLEET_FOLDER = 'fleet', LEASE_MS = '30000' } = process.env;
const folder = resolve(FLEET_FOLDER);
const leaseMs = Number(LEASE_MS);

/**
 * Without FLEET_URL, the members share a folder on one machine. `redis://…` is a queue, beside the
 * folder. `postgres://…` is queue and store, for any number of machines.
 */
const fleet = createFleet({
  engine: url ? bullmq({ connection: url, leaseMs }) : embedded({ leaseMs }),
  store: url?.startsWith('postgres') ? postgresStore(url) : fileStore(join(folder, 'store')),
  options: ({ tenant }) => {
    // On more than one machine, this must be a folder that all of them see.
    const cwd = join(folder, 'people', tenant);
    mkdirSync(cwd, { recursive: true });
    return { cwd, label: tenant, includePartialMessages: true };
  },
  pool: { max: 8, perTenant: 2 },
  approvals: { tools: ['Bash', 'Write', 'Edit', 'NotebookEdit', 'WebFetch'] },
});
export default fleet;
