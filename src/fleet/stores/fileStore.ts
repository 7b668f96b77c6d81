import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FileStore } from '../../actors/store/FileStore.js';
import type {
  SessionKey,
  SessionStore,
  SessionStoreEntry,
} from '../../options/sessionStoreTypes.js';
import { fileNameFor, longestFileName, textOfFileName } from '../../util/files.js';
import { invalidFleetOption, staleEpoch } from '../fleetErrors.js';
import type {
  ChangeOutcome,
  FleetStore,
  RecordChange,
  StoredJson,
  StoredRow,
  StoreEvent,
} from '../storeTypes.js';
import { FolderWatch } from './FolderWatch.js';
import { NoteFiles } from './NoteFiles.js';
import { RecordLog } from './RecordLog.js';
import { Watchers } from './Watchers.js';

class FileFleetStore implements FleetStore {
  readonly #folder: string;
  readonly #transcripts: FileStore;
  readonly #logs = new Map<string, { log: RecordLog; last: Promise<unknown> }>();
  readonly #watchers = new Watchers();
  readonly #changes: FolderWatch;
  readonly #notes: NoteFiles;

  constructor(folder: string) {
    this.#folder = join(folder, 'records');
    this.#transcripts = new FileStore(folder);
    this.#changes = new FolderWatch(this.#folder, (name) => {
      const key = keyOf(name);
      if (key !== undefined) this.#watchers.notify({ key });
    });
    this.#notes = new NoteFiles(join(folder, 'notes'), {
      isWatched: (name) => this.#watchers.has(keyOf(name) ?? ''),
      onNote: (name, epoch, note) => this.#onNote(keyOf(name) ?? '', epoch, note),
    });
  }

  read(key: string): Promise<StoredJson | undefined> {
    return this.#use(key, async (log) => {
      await log.refresh();
      return log.state;
    });
  }

  async change(
    key: string,
    decide: (state: StoredJson | undefined) => RecordChange | undefined,
  ): Promise<ChangeOutcome> {
    const outcome = await this.#use(key, async (log): Promise<ChangeOutcome> => {
      for (;;) {
        await log.refresh();
        const change = decide(log.state);
        const rows = change?.rows ?? [];
        if (!change || (!change.state && rows.length === 0)) {
          return { outcome: 'unchanged', state: log.state };
        }
        if (rows.some(({ id }) => log.has(id))) return { outcome: 'seen', state: log.state };
        if (await log.append(change)) return { outcome: 'written', state: log.state };
      }
    });
    if (outcome.outcome === 'written') this.#watchers.notify({ key });
    return outcome;
  }

  async list(prefix: string): Promise<{ key: string; state: StoredJson }[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const keys = names.map(keyOf).filter((key) => key?.startsWith(prefix)) as string[];
    const records = keys.sort().map(async (key) => ({ key, state: await this.read(key) }));
    const found = await Promise.all(records);
    return found.flatMap(({ key, state }) => (state ? [{ key, state }] : []));
  }

  rows(
    key: string,
    { after = 0, limit = Number.POSITIVE_INFINITY }: { after?: number; limit?: number } = {},
  ): Promise<StoredRow[]> {
    return this.#use(key, (log) => log.rows(after, limit));
  }

  publish(key: string, epoch: number, note: StoredJson): void {
    if (this.#logs.get(key)?.log.state?.epoch === epoch) this.#watchers.notify({ key, note });
    this.#notes.append(fileNameFor(key), epoch, note);
  }

  async watch(prefix: string, listen: (event: StoreEvent) => void): Promise<() => void> {
    const unwatch = this.#watchers.add(prefix, listen);
    await Promise.all([this.#changes.start(), this.#notes.start()]);
    return unwatch;
  }

  fenced(key: string, epoch: number): SessionStore {
    const check = async () => {
      const current = (await this.read(key))?.epoch;
      if (current !== epoch) throw staleEpoch(key, epoch, current);
    };
    const store = this.#transcripts;
    return {
      append: async (transcript, entries) => {
        await check();
        await store.append(transcript, entries, { epoch });
      },
      load: async (transcript) => {
        // From here on, what an older owner still writes is ignored.
        await FileStore.fence(store, transcript, epoch);
        return store.load(transcript);
      },
      listSessions: (project) => store.listSessions(project),
      listSubkeys: (transcript) => store.listSubkeys(transcript),
    };
  }

  append(
    key: SessionKey,
    entries: SessionStoreEntry[],
    settings?: { epoch?: number },
  ): Promise<void> {
    return this.#transcripts.append(key, entries, settings);
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
    this.#changes.close();
    await this.#notes.close();
  }

  /** Calls `run` with the log of a record. One call at a time, because a log cannot be read twice at once. */
  #use<Value>(key: string, run: (log: RecordLog) => Promise<Value>): Promise<Value> {
    const name = fileNameFor(key);
    if (name.length > longestFileName) {
      return Promise.reject(
        invalidFleetOption('id', `The id in ${JSON.stringify(key)} is too long for a file name.`),
      );
    }
    const entry = this.#logs.get(key) ?? {
      log: new RecordLog(join(this.#folder, `${name}.jsonl`)),
      last: Promise.resolve(),
    };
    this.#logs.set(key, entry);
    const result = entry.last.then(() => run(entry.log));
    entry.last = result.catch(() => {});
    return result;
  }

  async #onNote(key: string, epoch: number, note: StoredJson): Promise<void> {
    if ((await this.read(key))?.epoch === epoch) this.#watchers.notify({ key, note });
  }
}

/**
 * A store in the files of a folder: for the processes of one machine. It needs a local file system.
 *
 * @param folder - Where to keep the files. It is created with the first write.
 */
export function fileStore(folder: string): FleetStore {
  return new FileFleetStore(folder);
}

/** The key that a file is about, if it is one of ours. */
function keyOf(name: string): string | undefined {
  return name.startsWith('_') && name.endsWith('.jsonl')
    ? textOfFileName(name.slice(0, -'.jsonl'.length))
    : undefined;
}
