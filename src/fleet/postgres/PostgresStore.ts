import { maxRowsAtOnce } from '../../defaults/fleetBackends.js';
import type {
  SessionKey,
  SessionStore,
  SessionStoreEntry,
} from '../../options/sessionStoreTypes.js';
import { isRecord } from '../../util/typeGuards.js';
import { Watchers } from '../stores/Watchers.js';
import type {
  ChangeOutcome,
  FleetStore,
  NewRow,
  RecordChange,
  StoredJson,
  StoredRow,
  StoreEvent,
} from '../storeTypes.js';
import { PostgresListener } from './PostgresListener.js';
import { PostgresTranscripts } from './PostgresTranscripts.js';
import { createSchema, quoteIdentifier } from './postgresSchema.js';
import type { PostgresPool, PostgresResult } from './postgresTypes.js';

type Decide = (state: StoredJson | undefined) => RecordChange | undefined;

/** Pools with an error listener. Without one, an idle connection that fails would end the program. */
const knownPools = new WeakSet<PostgresPool>();

const uniqueViolation = '23505';
const serializationFailure = '40001';

/**
 * A fleet in PostgreSQL. A change reads a record, decides, and writes if nobody has written since:
 * no lock is held while your process decides, so a frozen one keeps nobody waiting.
 */
export class PostgresStore implements FleetStore {
  readonly #pool: PostgresPool;
  readonly #schema: string;
  readonly #tables: string;
  readonly #watchers = new Watchers();
  readonly #listener: PostgresListener;
  readonly #transcripts: PostgresTranscripts;
  readonly #ownsPool: boolean;
  /** The last change of each record in this process. The next one waits for it, or it would fail at first. */
  readonly #changing = new Map<string, Promise<unknown>>();
  #created: Promise<void> | undefined;

  constructor(pool: PostgresPool, schema: string, ownsPool: boolean) {
    this.#pool = pool;
    this.#schema = schema;
    this.#tables = quoteIdentifier(schema);
    this.#ownsPool = ownsPool;
    this.#listener = new PostgresListener(pool, schema, this.#watchers);
    const query = (text: string, values: unknown[]) => this.#query(text, values);
    this.#transcripts = new PostgresTranscripts(query, schema);
    if (!knownPools.has(pool)) pool.on('error', () => {});
    knownPools.add(pool);
  }

  async read(key: string): Promise<StoredJson | undefined> {
    return (await this.#read(key)).state;
  }

  async change(key: string, decide: Decide): Promise<ChangeOutcome> {
    const before = this.#changing.get(key);
    const change = (before ?? Promise.resolve())
      .catch(() => {})
      .then(() => this.#change(key, decide));
    this.#changing.set(key, change);
    try {
      return await change;
    } finally {
      if (this.#changing.get(key) === change) this.#changing.delete(key);
    }
  }

  async list(prefix: string): Promise<{ key: string; state: StoredJson }[]> {
    const { rows } = await this.#query(
      `SELECT key, state FROM ${this.#tables}.records
       WHERE key >= $1 AND key < $2 AND state IS NOT NULL ORDER BY key`,
      // The last character of Unicode: no key with the prefix sorts after this.
      [prefix, `${prefix}\u{10FFFF}`],
    );
    return rows.map(({ key, state }) => ({ key: String(key), state: state as StoredJson }));
  }

  async rows(
    key: string,
    { after = 0, limit = maxRowsAtOnce }: { after?: number; limit?: number } = {},
  ): Promise<StoredRow[]> {
    const { rows } = await this.#query(
      `SELECT cursor, id, data FROM ${this.#tables}.rows
       WHERE key = $1 AND cursor > $2 ORDER BY cursor LIMIT $3`,
      [key, after, Math.min(limit, maxRowsAtOnce)],
    );
    return rows.map(({ cursor, id, data }) => ({
      cursor: Number(cursor),
      ...(typeof id === 'string' && { id }),
      data: data as StoredJson,
    }));
  }

  publish(key: string, epoch: number, note: StoredJson): void {
    this.#listener.publish(key, epoch, note);
  }

  async watch(prefix: string, listen: (event: StoreEvent) => void): Promise<() => void> {
    await this.#create();
    await this.#listener.ready();
    return this.#watchers.add(prefix, listen);
  }

  fenced(key: string, epoch: number): SessionStore {
    return this.#transcripts.fenced({ key, epoch });
  }

  append(key: SessionKey, entries: SessionStoreEntry[]): Promise<void> {
    return this.#transcripts.append(key, entries);
  }

  load(key: SessionKey): Promise<SessionStoreEntry[] | null> {
    return this.#transcripts.load(key);
  }

  listSessions(projectKey: string): Promise<{ sessionId: string; mtime: number }[]> {
    return this.#transcripts.listSessions(projectKey);
  }

  listSubkeys(key: { projectKey: string; sessionId: string }): Promise<string[]> {
    return this.#transcripts.listSubkeys(key);
  }

  delete(key: SessionKey): Promise<void> {
    return this.#transcripts.delete(key);
  }

  async close(): Promise<void> {
    this.#watchers.clear();
    this.#listener.close();
    if (this.#ownsPool) await this.#pool.end();
  }

  async #change(key: string, decide: Decide): Promise<ChangeOutcome> {
    for (;;) {
      const { version, state } = await this.#read(key);
      const change = decide(state);
      const rows = change?.rows ?? [];
      if (!change || (!change.state && rows.length === 0)) return { outcome: 'unchanged', state };
      const written = await this.#write(key, version, change.state, rows);
      if (written === 'seen') return { outcome: 'seen', state };
      if (written === 'written') {
        return { outcome: 'written', state: change.state ? copy(change.state) : state };
      }
    }
  }

  async #read(key: string): Promise<{ version: number; state: StoredJson | undefined }> {
    const { rows } = await this.#query(
      `SELECT version, state FROM ${this.#tables}.records WHERE key = $1`,
      [key],
    );
    const [record] = rows;
    const state = isRecord(record?.state) ? record.state : undefined;
    return { version: Number(record?.version ?? 0), state };
  }

  /** `late` if the record has another version by now. */
  async #write(
    key: string,
    version: number,
    state: StoredJson | undefined,
    rows: readonly NewRow[],
  ): Promise<'written' | 'seen' | 'late'> {
    try {
      const { rowCount } = await this.#query(writeStatement(this.#tables), [
        key,
        version,
        state ? JSON.stringify(state) : null,
        typeof state?.epoch === 'number' ? state.epoch : null,
        rows.length,
        rows.map(({ id = null }) => id),
        rows.map(({ data }) => JSON.stringify(data)),
        PostgresListener.changes(this.#schema),
      ]);
      return rowCount ? 'written' : 'late';
    } catch (error) {
      const { code } = error as { code?: unknown };
      // The log has a row with one of the ids.
      if (code === uniqueViolation) return 'seen';
      // In a database whose transactions are stricter, this is how a lost race ends.
      if (code === serializationFailure) return 'late';
      throw error;
    }
  }

  async #query(text: string, values: unknown[]): Promise<PostgresResult> {
    await this.#create();
    return this.#pool.query(text, values);
  }

  #create(): Promise<void> {
    this.#created ??= createSchema(this.#pool, this.#schema).catch((error: unknown) => {
      this.#created = undefined;
      throw error;
    });
    return this.#created;
  }
}

/** Writes a record and its rows, and notifies listeners, unless the record has another version by now. */
const writeStatement = (tables: string) => `
WITH written AS (
  INSERT INTO ${tables}.records AS record (key, version, state, epoch, cursor, changed_at)
  VALUES ($1, 1, $3::json, $4, $5, clock_timestamp())
  ON CONFLICT (key) DO UPDATE SET
    version = record.version + 1,
    state = coalesce(excluded.state, record.state),
    epoch = CASE WHEN excluded.state IS NULL THEN record.epoch ELSE excluded.epoch END,
    cursor = record.cursor + $5,
    changed_at = excluded.changed_at
  WHERE record.version = $2
  RETURNING cursor - $5 AS before
),
added AS (
  INSERT INTO ${tables}.rows (key, cursor, id, data)
  SELECT $1, before + place, id, data::json
  FROM written, unnest($6::text[], $7::text[]) WITH ORDINALITY AS new_row(id, data, place)
)
SELECT pg_notify($8, $1) FROM written`;

function copy(state: StoredJson): StoredJson {
  return JSON.parse(JSON.stringify(state)) as StoredJson;
}
