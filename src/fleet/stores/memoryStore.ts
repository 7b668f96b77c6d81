import type {
  SessionKey,
  SessionStore,
  SessionStoreEntry,
} from '../../options/sessionStoreTypes.js';
import { staleEpoch } from '../fleetErrors.js';
import type {
  ChangeOutcome,
  FleetStore,
  RecordChange,
  StoredJson,
  StoredRow,
  StoreEvent,
} from '../storeTypes.js';
import { Watchers } from './Watchers.js';

interface MemoryRecord {
  state: StoredJson | undefined;
  rows: StoredRow[];
  ids: Set<string>;
}

interface Transcript {
  key: SessionKey;
  entries: SessionStoreEntry[];
  uuids: Set<string>;
  epoch: number;
  mtime: number;
}

/** Keeps everything in memory. */
class MemoryFleetStore implements FleetStore {
  readonly #records = new Map<string, MemoryRecord>();
  readonly #transcripts = new Map<string, Transcript>();
  readonly #watchers = new Watchers();

  async read(key: string): Promise<StoredJson | undefined> {
    return this.#records.get(key)?.state;
  }

  async change(
    key: string,
    decide: (state: StoredJson | undefined) => RecordChange | undefined,
  ): Promise<ChangeOutcome> {
    const record = this.#records.get(key) ?? { state: undefined, rows: [], ids: new Set() };
    const { state: before } = record;
    const change = decide(before);
    const rows = change?.rows ?? [];
    if (!change || (!change.state && rows.length === 0)) {
      return { outcome: 'unchanged', state: before };
    }
    if (rows.some(({ id }) => id !== undefined && record.ids.has(id))) {
      return { outcome: 'seen', state: before };
    }
    // The caller may change its objects later. That must not change the store.
    if (change.state) record.state = copy(change.state);
    for (const row of rows) {
      record.rows.push({ cursor: record.rows.length + 1, ...copy(row) });
      if (row.id !== undefined) record.ids.add(row.id);
    }
    this.#records.set(key, record);
    this.#watchers.notify({ key });
    return { outcome: 'written', state: record.state };
  }

  async list(prefix: string): Promise<{ key: string; state: StoredJson }[]> {
    return [...this.#records]
      .flatMap(([key, { state }]) => (state && key.startsWith(prefix) ? [{ key, state }] : []))
      .sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  async rows(
    key: string,
    { after = 0, limit }: { after?: number; limit?: number } = {},
  ): Promise<StoredRow[]> {
    const rows = this.#records.get(key)?.rows ?? [];
    return rows.slice(after, limit === undefined ? undefined : after + limit);
  }

  publish(key: string, epoch: number, note: StoredJson): void {
    if (this.#records.get(key)?.state?.epoch === epoch) this.#watchers.notify({ key, note });
  }

  async watch(prefix: string, listen: (event: StoreEvent) => void): Promise<() => void> {
    return this.#watchers.add(prefix, listen);
  }

  fenced(key: string, epoch: number): SessionStore {
    return {
      append: async (transcript, entries) => {
        const current = this.#records.get(key)?.state?.epoch;
        if (current !== epoch) throw staleEpoch(key, epoch, current);
        await this.append(transcript, entries);
      },
      load: (transcript) => this.load(transcript),
      listSessions: (project) => this.listSessions(project),
      listSubkeys: (transcript) => this.listSubkeys(transcript),
    };
  }

  async append(
    key: SessionKey,
    entries: SessionStoreEntry[],
    { epoch = 0 }: { epoch?: number } = {},
  ): Promise<void> {
    if (entries.length === 0) return;
    const name = nameOf(key);
    const found = this.#transcripts.get(name);
    const transcript = found ?? { key, entries: [], uuids: new Set(), epoch, mtime: 0 };
    if (transcript.epoch > epoch) throw staleEpoch(key.sessionId, epoch, transcript.epoch);
    for (const entry of entries) {
      if (entry.uuid !== undefined && transcript.uuids.has(entry.uuid)) continue;
      if (entry.uuid !== undefined) transcript.uuids.add(entry.uuid);
      transcript.entries.push(copy(entry));
    }
    this.#transcripts.set(name, Object.assign(transcript, { epoch, mtime: Date.now() }));
  }

  async load(key: SessionKey): Promise<SessionStoreEntry[] | null> {
    const transcript = this.#transcripts.get(nameOf(key));
    return transcript ? [...transcript.entries] : null;
  }

  async listSessions(projectKey: string): Promise<{ sessionId: string; mtime: number }[]> {
    return [...this.#transcripts.values()]
      .filter(({ key }) => key.projectKey === projectKey && key.subpath === undefined)
      .map(({ key: { sessionId }, mtime }) => ({ sessionId, mtime }));
  }

  async listSubkeys(key: { projectKey: string; sessionId: string }): Promise<string[]> {
    return [...this.#transcripts.values()].flatMap(({ key: { projectKey, sessionId, subpath } }) =>
      projectKey === key.projectKey && sessionId === key.sessionId && subpath ? [subpath] : [],
    );
  }

  async delete(key: SessionKey): Promise<void> {
    this.#transcripts.delete(nameOf(key));
    if (key.subpath !== undefined) return;
    for (const subpath of await this.listSubkeys(key)) {
      this.#transcripts.delete(nameOf({ ...key, subpath }));
    }
  }

  async close(): Promise<void> {
    this.#watchers.clear();
  }
}

/** A store in memory: for tests, and for fleets of one process that may forget. */
export function memoryStore(): FleetStore {
  return new MemoryFleetStore();
}

function nameOf({ projectKey, sessionId, subpath = '' }: SessionKey): string {
  return JSON.stringify([projectKey, sessionId, subpath]);
}

function copy<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}
