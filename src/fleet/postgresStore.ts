import { loadPeer } from './loadPeer.js';
import { PostgresStore } from './postgres/PostgresStore.js';
import type { PostgresPool, PostgresStoreSettings } from './postgres/postgresTypes.js';
import type { FleetStore } from './storeTypes.js';

/**
 * Keeps a fleet in PostgreSQL 13 or later, for any number of machines. Tables are created on first use.
 * One connection of the pool is held to listen for changes.
 *
 * @param connection - A `Pool` of the package `pg`, which stays yours to close, or an address such as
 * `postgres://user@host/database`.
 * @param settings - The schema of the tables.
 */
export function postgresStore(
  connection: PostgresPool | string,
  { schema = 'claude_actors' }: PostgresStoreSettings = {},
): FleetStore {
  return typeof connection === 'string'
    ? new PostgresStore(poolOf(connection), schema, true)
    : new PostgresStore(connection, schema, false);
}

/** A pool that loads `pg` when it is used first. */
function poolOf(connectionString: string): PostgresPool {
  const listeners: ((error: Error) => void)[] = [];
  let opened: Promise<PostgresPool> | undefined;
  const open = () => {
    opened ??= loadPeer('pg', 'postgresStore').then(({ default: { Pool } }) => {
      const pool = new Pool({ connectionString });
      for (const listen of listeners) pool.on('error', listen);
      return pool as PostgresPool;
    });
    return opened;
  };
  return {
    query: async (text, values) => (await open()).query(text, values),
    connect: async () => (await open()).connect(),
    on: (_event, listen) => listeners.push(listen),
    end: async () => (await opened)?.end(),
  };
}
