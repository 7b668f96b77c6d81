import type {
  SessionKey,
  SessionStore,
  SessionStoreEntry,
} from '../../options/sessionStoreTypes.js';
import { staleEpoch } from '../fleetErrors.js';
import { quoteIdentifier } from './postgresSchema.js';
import type { PostgresResult } from './postgresTypes.js';

type Query = (text: string, values: unknown[]) => Promise<PostgresResult>;

interface Owner {
  key: string;
  epoch: number;
}

const partsOf = ({ projectKey, sessionId, subpath = '' }: SessionKey) => [
  projectKey,
  sessionId,
  subpath,
];

/** The transcripts in PostgreSQL. An entry with a uuid is kept once. */
export class PostgresTranscripts {
  readonly #query: Query;
  readonly #schema: string;

  constructor(query: Query, schema: string) {
    this.#query = query;
    this.#schema = quoteIdentifier(schema);
  }

  /**
   * Adds entries. The owner's record is locked until they are written, so that its epoch cannot change: a
   * new owner sees all of them, and none is added later.
   */
  async append(key: SessionKey, entries: SessionStoreEntry[], owner?: Owner): Promise<void> {
    if (entries.length === 0) return;
    const schema = this.#schema;
    const writer = owner
      ? `SELECT 1 FROM ${schema}.records WHERE key = $6 AND epoch = $7 FOR SHARE`
      : 'SELECT 1';
    const { rows } = await this.#query(
      `WITH writer AS MATERIALIZED (${writer}),
       transcript AS (
         INSERT INTO ${schema}.transcripts SELECT $1, $2, $3, clock_timestamp() FROM writer
         ON CONFLICT (project_key, session_id, subpath) DO UPDATE SET changed_at = excluded.changed_at
         RETURNING 1
       ),
       added AS (
         INSERT INTO ${schema}.entries (project_key, session_id, subpath, uuid, data)
         SELECT $1, $2, $3, uuid, data::json
         FROM transcript, unnest($4::text[], $5::text[]) WITH ORDINALITY AS entry(uuid, data, place)
         ORDER BY place
         ON CONFLICT (project_key, session_id, subpath, uuid) WHERE uuid IS NOT NULL DO NOTHING
       )
       SELECT 1 FROM writer`,
      [
        ...partsOf(key),
        entries.map(({ uuid = null }) => uuid),
        entries.map((entry) => JSON.stringify(entry)),
        ...(owner ? [owner.key, owner.epoch] : []),
      ],
    );
    if (owner && rows.length === 0) throw staleEpoch(owner.key, owner.epoch, 'unknown');
  }

  async load(key: SessionKey): Promise<SessionStoreEntry[] | null> {
    const { rows } = await this.#query(
      `SELECT data FROM ${this.#schema}.entries
       WHERE project_key = $1 AND session_id = $2 AND subpath = $3 ORDER BY place`,
      partsOf(key),
    );
    return rows.length === 0 ? null : rows.map(({ data }) => data as SessionStoreEntry);
  }

  async listSessions(projectKey: string): Promise<{ sessionId: string; mtime: number }[]> {
    const { rows } = await this.#query(
      `SELECT session_id, changed_at FROM ${this.#schema}.transcripts
       WHERE project_key = $1 AND subpath = ''`,
      [projectKey],
    );
    return rows.map(({ session_id, changed_at }) => ({
      sessionId: String(session_id),
      mtime: Number(changed_at),
    }));
  }

  async listSubkeys(key: { projectKey: string; sessionId: string }): Promise<string[]> {
    const { rows } = await this.#query(
      `SELECT subpath FROM ${this.#schema}.transcripts
       WHERE project_key = $1 AND session_id = $2 AND subpath <> ''`,
      [key.projectKey, key.sessionId],
    );
    return rows.map(({ subpath }) => String(subpath));
  }

  /** Deletes a transcript and those of its subagents. If the key names a subagent, only that one. */
  async delete(key: SessionKey): Promise<void> {
    await this.#query(
      `DELETE FROM ${this.#schema}.transcripts
       WHERE project_key = $1 AND session_id = $2 AND (subpath = $3 OR $3 = '')`,
      partsOf(key),
    );
  }

  fenced(owner: Owner): SessionStore {
    return {
      append: (key, entries) => this.append(key, entries, owner),
      load: (key) => this.load(key),
      listSessions: (projectKey) => this.listSessions(projectKey),
      listSubkeys: (key) => this.listSubkeys(key),
    };
  }
}
