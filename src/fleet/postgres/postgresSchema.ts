import type { PostgresClient, PostgresPool } from './postgresTypes.js';

/** Lets one program at a time create tables. Any number works that no other program uses. */
const creationLock = 7_236_144_001;

/**
 * Creates the tables that do not exist yet. If all exist, the database user needs no right to create
 * tables.
 */
export async function createSchema(pool: PostgresPool, schema: string): Promise<void> {
  if (await hasSchema(pool, schema)) return;
  const client = await pool.connect();
  try {
    // A lock of the connection: a transaction that has begun would not see what others have created.
    await client.query('SELECT pg_advisory_lock($1)', [creationLock]);
    await client.query(definitions(quoteIdentifier(schema)));
  } finally {
    // The lock ends with the connection.
    client.release(true);
  }
}

export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

async function hasSchema(pool: Pick<PostgresClient, 'query'>, schema: string): Promise<boolean> {
  const newest = `${quoteIdentifier(schema)}.entries`;
  const { rows } = await pool.query('SELECT to_regclass($1) IS NOT NULL AS there', [newest]);
  return rows[0]?.there === true;
}

/**
 * `json` keeps what was written as it is, and takes the escaped null character that `jsonb` refuses.
 * Keys are compared byte by byte, so that a prefix is a range of the index. `entries` is created
 * last: if it exists, so do the others.
 */
const definitions = (schema: string) => `
CREATE SCHEMA IF NOT EXISTS ${schema};
CREATE TABLE IF NOT EXISTS ${schema}.records (
  key text COLLATE "C" PRIMARY KEY,
  version bigint NOT NULL,
  state json,
  epoch double precision,
  cursor bigint NOT NULL,
  changed_at timestamptz NOT NULL
);
CREATE TABLE IF NOT EXISTS ${schema}.rows (
  key text COLLATE "C" NOT NULL,
  cursor bigint NOT NULL,
  id text,
  data json NOT NULL,
  PRIMARY KEY (key, cursor)
);
CREATE UNIQUE INDEX IF NOT EXISTS rows_id ON ${schema}.rows (key, id) WHERE id IS NOT NULL;
CREATE TABLE IF NOT EXISTS ${schema}.transcripts (
  project_key text NOT NULL,
  session_id text NOT NULL,
  subpath text NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (project_key, session_id, subpath)
);
CREATE TABLE IF NOT EXISTS ${schema}.entries (
  project_key text NOT NULL,
  session_id text NOT NULL,
  subpath text NOT NULL,
  place bigint GENERATED ALWAYS AS IDENTITY,
  uuid text,
  data json NOT NULL,
  PRIMARY KEY (project_key, session_id, subpath, place),
  FOREIGN KEY (project_key, session_id, subpath) REFERENCES ${schema}.transcripts ON DELETE CASCADE
);
CREATE UNIQUE INDEX IF NOT EXISTS entries_uuid
  ON ${schema}.entries (project_key, session_id, subpath, uuid) WHERE uuid IS NOT NULL;
`;
