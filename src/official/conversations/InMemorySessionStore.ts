import type {
  SessionKey,
  SessionStore,
  SessionStoreEntry,
} from '../../options/sessionStoreTypes.js';
import type { SessionSummaryEntry } from '../optionNames.js';
import { foldSessionSummary } from './foldSessionSummary.js';

interface Transcript {
  key: SessionKey;
  entries: SessionStoreEntry[];
  mtime: number;
  summary?: SessionSummaryEntry;
}

/** A store that keeps transcripts in memory. Use it in tests: its contents end with the process. */
export class InMemorySessionStore implements SessionStore {
  readonly #transcripts = new Map<string, Transcript>();
  #lastMtime = 0;

  /** Adds entries to the end of a transcript. */
  async append(key: SessionKey, entries: SessionStoreEntry[]): Promise<void> {
    const name = nameOf(key);
    const before = this.#transcripts.get(name);
    // Two appends within a millisecond still have an order.
    this.#lastMtime = Math.max(Date.now(), this.#lastMtime + 1);
    const mtime = this.#lastMtime;
    const summary = key.subpath
      ? undefined
      : foldSessionSummary(before?.summary, key, entries, { mtime });
    const all = [...(before?.entries ?? []), ...entries];
    this.#transcripts.set(name, { key: { ...key }, entries: all, mtime, summary });
  }

  /** Returns all entries of a transcript, or null if it does not exist. */
  async load(key: SessionKey): Promise<SessionStoreEntry[] | null> {
    const transcript = this.#transcripts.get(nameOf(key));
    return transcript ? [...transcript.entries] : null;
  }

  /** Returns the conversations of a project. */
  async listSessions(projectKey: string): Promise<Array<{ sessionId: string; mtime: number }>> {
    return this.#conversations(projectKey).map(({ key: { sessionId }, mtime }) => ({
      sessionId,
      mtime,
    }));
  }

  /** Returns a summary of each conversation of a project. */
  async listSessionSummaries(projectKey: string): Promise<SessionSummaryEntry[]> {
    return this.#conversations(projectKey).flatMap(({ summary }) => summary ?? []);
  }

  /** Deletes a transcript; without `subpath`, also those of the conversation's subagents. */
  async delete(key: SessionKey): Promise<void> {
    this.#transcripts.delete(nameOf(key));
    if (key.subpath !== undefined) return;
    for (const subpath of await this.listSubkeys(key)) {
      this.#transcripts.delete(nameOf({ ...key, subpath }));
    }
  }

  /** Returns the subpaths of a conversation: the transcripts of its subagents. */
  async listSubkeys(key: { projectKey: string; sessionId: string }): Promise<string[]> {
    return [...this.#transcripts.values()].flatMap(({ key: { projectKey, sessionId, subpath } }) =>
      projectKey === key.projectKey && sessionId === key.sessionId && subpath ? [subpath] : [],
    );
  }

  /** Returns all entries of a transcript, and an empty list if it does not exist. */
  getEntries(key: SessionKey): SessionStoreEntry[] {
    return [...(this.#transcripts.get(nameOf(key))?.entries ?? [])];
  }

  /** How many conversations there are. */
  get size(): number {
    return this.#conversations().length;
  }

  /** Deletes everything. */
  clear(): void {
    this.#transcripts.clear();
  }

  #conversations(projectKey?: string): Transcript[] {
    return [...this.#transcripts.values()].filter(
      ({ key }) => !key.subpath && (projectKey ?? key.projectKey) === key.projectKey,
    );
  }
}

function nameOf({ projectKey, sessionId, subpath }: SessionKey): string {
  return JSON.stringify(subpath ? [projectKey, sessionId, subpath] : [projectKey, sessionId]);
}
