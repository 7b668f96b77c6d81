import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ClaudeActorsError } from '../../errors.js';
import type {
  SessionKey,
  SessionStore,
  SessionStoreEntry,
} from '../../options/sessionStoreTypes.js';
import { fileNameFor, ifMissing, textOfFileName } from '../../util/files.js';

/** Settings of an append. */
export interface AppendSettings {
  /** The writer's epoch. A store refuses a writer after it has seen one with a higher epoch. */
  epoch?: number;
}

/** One line of a transcript in the store. */
interface Line {
  epoch: number;
  /** Undefined in a line that only announces a new epoch. */
  entry?: SessionStoreEntry;
}

/**
 * Keeps transcripts in files of a folder, and which conversation a pool's key stands for.
 *
 * Every append is one write to the end of a file, so several programs of one machine can share the
 * folder. An entry that arrives twice is returned once. With an epoch, what a stale writer appends is
 * refused, or ignored if it slipped in.
 */
export class FileStore implements SessionStore {
  readonly #folder: string;
  /** One append after the other: a refusal depends on what was written before. */
  #last: Promise<unknown> = Promise.resolve();

  /** @param folder - Where to keep the files. It is created with the first write. */
  constructor(folder: string) {
    if (typeof folder !== 'string' || folder === '') {
      const message = '`new FileStore()` needs the path of a folder.';
      throw new ClaudeActorsError('InvalidOption', message, { option: 'folder' });
    }
    this.#folder = folder;
  }

  /** Adds entries to the end of a transcript. Rejects if a writer with a higher epoch came before. */
  async append(
    key: SessionKey,
    entries: SessionStoreEntry[],
    { epoch = 0 }: AppendSettings = {},
  ): Promise<void> {
    if (entries.length === 0) return;
    const write = async () => {
      const file = this.#fileOf(key);
      const newest = (await readLines(file))?.reduce((most, line) => Math.max(most, line.epoch), 0);
      if (newest !== undefined && newest > epoch) throw staleEpoch(key, epoch, newest);
      const lines = entries.map((entry) => `${JSON.stringify({ epoch, entry } satisfies Line)}\n`);
      await appendTo(file, lines.join(''));
    };
    const done = this.#last.then(write);
    this.#last = done.catch(() => {});
    await done;
  }

  /**
   * Announces a new owner: what writers with an older epoch append from now on is refused or ignored.
   *
   * @internal
   */
  static async fence(store: FileStore, key: SessionKey, epoch: number): Promise<void> {
    const line = `${JSON.stringify({ epoch } satisfies Line)}\n`;
    const done = store.#last.then(() => appendTo(store.#fileOf(key), line));
    store.#last = done.catch(() => {});
    await done;
  }

  /** Returns all entries of a transcript, or null if it does not exist. */
  async load(key: SessionKey): Promise<SessionStoreEntry[] | null> {
    const lines = await readLines(this.#fileOf(key));
    if (!lines) return null;
    const seen = new Set<string>();
    let newest = 0;
    const entries: SessionStoreEntry[] = [];
    for (const { epoch, entry } of lines) {
      // Written by a stale writer between its check and its write.
      if (epoch < newest) continue;
      newest = epoch;
      if (!entry) continue;
      if (typeof entry.uuid === 'string') {
        if (seen.has(entry.uuid)) continue;
        seen.add(entry.uuid);
      }
      entries.push(entry);
    }
    const isFenceOnly = entries.length === 0 && lines.some(({ entry }) => !entry);
    return isFenceOnly ? null : entries;
  }

  /** Returns the conversations of a project. */
  async listSessions(projectKey: string): Promise<{ sessionId: string; mtime: number }[]> {
    const folder = join(this.#folder, 'projects', fileNameFor(projectKey));
    const sessions: { sessionId: string; mtime: number }[] = [];
    for (const sessionId of await transcriptsIn(folder)) {
      const { mtimeMs } = await stat(join(folder, `${fileNameFor(sessionId)}.jsonl`));
      sessions.push({ sessionId, mtime: Math.floor(mtimeMs) });
    }
    return sessions;
  }

  /** Deletes a transcript; without `subpath`, also those of the conversation's subagents. */
  async delete(key: SessionKey): Promise<void> {
    await rm(this.#fileOf(key), { force: true });
    if (key.subpath === undefined) {
      await rm(this.#folderOf(key), { recursive: true, force: true });
    }
  }

  /** Returns the subpaths of a conversation: the transcripts of its subagents. */
  async listSubkeys(key: { projectKey: string; sessionId: string }): Promise<string[]> {
    return transcriptsIn(this.#folderOf(key));
  }

  /** The id of the conversation that a pool's key stands for, if it was remembered. */
  async sessionId(key: string, tenant = ''): Promise<string | undefined> {
    const lines = await readJson<{ key: string; tenant?: string; sessionId: string }>(this.#keys);
    const isIt = (line: { key: string; tenant?: string }) =>
      line.key === key && (line.tenant ?? '') === tenant;
    return lines?.findLast(isIt)?.sessionId;
  }

  /** Remembers which conversation a pool's key stands for. */
  async rememberSessionId(key: string, sessionId: string, tenant = ''): Promise<void> {
    const line = { key, ...(tenant !== '' && { tenant }), sessionId };
    await appendTo(this.#keys, `${JSON.stringify(line)}\n`);
  }

  get #keys(): string {
    return join(this.#folder, 'keys.jsonl');
  }

  #folderOf({ projectKey, sessionId }: Pick<SessionKey, 'projectKey' | 'sessionId'>): string {
    return join(this.#folder, 'projects', fileNameFor(projectKey), fileNameFor(sessionId));
  }

  #fileOf({ subpath, ...key }: SessionKey): string {
    const folder = this.#folderOf(key);
    return `${subpath ? join(folder, fileNameFor(subpath)) : folder}.jsonl`;
  }
}

async function transcriptsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(ifMissing([]));
  return names
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => textOfFileName(name.slice(0, -'.jsonl'.length)));
}

async function appendTo(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const handle = await open(file, 'a', 0o600);
  try {
    // A crash may have left half a line. What follows it must not be lost with it.
    const { size } = await handle.stat();
    const tail = size > 0 ? (await readFile(file)).at(-1) : newline;
    await handle.write(tail === newline ? text : `\n${text}`);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

const newline = 10;

function readLines(file: string): Promise<Line[] | undefined> {
  return readJson<Line>(file);
}

/** The lines of a file; undefined if there is none. Skips half a line that a crash left. */
async function readJson<Value>(file: string): Promise<Value[] | undefined> {
  const text = await readFile(file, 'utf8').catch(ifMissing(undefined));
  return text?.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as Value];
    } catch {
      return [];
    }
  });
}

function staleEpoch({ sessionId }: SessionKey, epoch: number, newest: number): ClaudeActorsError {
  const message = `The conversation ${sessionId} is written by another owner (epoch ${newest}, and this write has ${epoch}). Stop this process: its lease has expired.`;
  return new ClaudeActorsError('StaleEpoch', message, { sessionId });
}
