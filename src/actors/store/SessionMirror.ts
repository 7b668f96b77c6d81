import nodePath from 'node:path';
import { textOf } from '../../codec/jsonObject.js';
import type { TranscriptMirrorMessage } from '../../codec/messages.js';
import type { ClockLike, Warning } from '../../options/runtimeTypes.js';
import type {
  SessionKey,
  SessionStore,
  SessionStoreEntry,
} from '../../options/sessionStoreTypes.js';

const mostEntries = 500;
const mostCharacters = 1024 * 1024;
const appendTimeoutMs = 60_000;
const pausesMs = [200, 800];

export interface SessionMirrorOptions {
  store: Pick<SessionStore, 'append'>;
  /** `batched` by default: at `flush`, and when much has come. `eager`: each message at once. */
  flush?: 'batched' | 'eager';
  /** The folder `projects` of the CLI's configuration. */
  projectsDir: string;
  warn(warning: Warning): void;
  clock: ClockLike;
}

interface Piece {
  key: SessionKey;
  entries: SessionStoreEntry[];
}

/**
 * Copies to the user's store what the CLI has added to its transcripts, in order. A store that fails
 * loses entries and gives warnings; the session goes on.
 */
export class SessionMirror {
  readonly #options: SessionMirrorOptions;
  #pending: Piece[] = [];
  #entries = 0;
  #characters = 0;
  #running: Promise<void> | undefined;

  constructor(options: SessionMirrorOptions) {
    this.#options = options;
  }

  /** `characters`: how long the message was as JSON. */
  push({ filePath, entries }: TranscriptMirrorMessage, characters: number): void {
    const { projectsDir } = this.#options;
    const key = typeof filePath === 'string' ? transcriptKey(filePath, projectsDir) : undefined;
    if (!key || !Array.isArray(entries)) {
      const message = `The CLI wrote to the transcript ${textOf(filePath)}, which is not in ${projectsDir}, so it was not copied to sessionStore. Give the CLI the same CLAUDE_CONFIG_DIR as this program.`;
      this.#warn('SessionMirrorFailed', message, { filePath });
      return;
    }
    if (entries.length === 0) return;
    this.#pending.push({ key, entries: entries as SessionStoreEntry[] });
    this.#entries += entries.length;
    this.#characters += characters;
    const isMuch = this.#entries > mostEntries || this.#characters > mostCharacters;
    if (isMuch || this.#options.flush === 'eager') this.flush();
  }

  /** Resolves once the store has taken, or failed to take, all that has come. Never rejects. */
  flush(): Promise<void> {
    if (this.#pending.length > 0) this.#running ??= this.#drain();
    return this.#running ?? Promise.resolve();
  }

  async #drain(): Promise<void> {
    while (this.#pending.length > 0) {
      for (const piece of this.#next()) await this.#append(piece);
    }
    this.#running = undefined;
  }

  #next(): Iterable<Piece> {
    if (this.#options.flush === 'eager') return this.#pending.splice(0, 1);
    const pieces = this.#pending;
    this.#pending = [];
    this.#entries = 0;
    this.#characters = 0;
    return joined(pieces);
  }

  async #append({ key, entries }: Piece): Promise<void> {
    for (const pauseMs of [...pausesMs, undefined]) {
      const failure = await this.#attempt(key, entries);
      if (failure === undefined) return;
      // What timed out may still arrive, and would be there twice.
      if (failure !== timedOut && pauseMs !== undefined) await this.#wait(pauseMs).over;
      else return this.#lost(key, entries.length, failure);
    }
  }

  /** The failure, if there was one. */
  async #attempt(key: SessionKey, entries: SessionStoreEntry[]): Promise<unknown> {
    const limit = this.#wait(appendTimeoutMs);
    const append = async () => {
      await this.#options.store.append(key, entries);
      return undefined;
    };
    try {
      return await Promise.race([append(), limit.over.then(() => timedOut)]);
    } catch (error) {
      return error ?? 'no reason was given';
    } finally {
      limit.cancel();
    }
  }

  #lost(key: SessionKey, count: number, failure: unknown): void {
    const why = failure === timedOut ? `took more than ${appendTimeoutMs} ms` : textOf(failure);
    const message = `sessionStore did not take ${count} entries of the session ${key.sessionId}: ${why}. They are in the CLI's own transcript only.`;
    this.#warn('SessionMirrorFailed', message, { key, count });
  }

  #wait(milliseconds: number): { over: Promise<void>; cancel(): void } {
    const { clock } = this.#options;
    let id: unknown;
    const over = new Promise<void>((resolve) => {
      id = clock.setTimeout(resolve, milliseconds);
    });
    return { over, cancel: () => clock.clearTimeout(id) };
  }

  #warn(code: string, message: string, context: Warning['context']): void {
    this.#options.warn({ code, message, context });
  }
}

const timedOut = Symbol('timed out');

/** One piece a transcript. */
function joined(pieces: readonly Piece[]): Iterable<Piece> {
  const byKey = new Map<string, Piece>();
  for (const { key, entries } of pieces) {
    const name = JSON.stringify(key);
    const before = byKey.get(name)?.entries ?? [];
    byKey.set(name, { key, entries: before.concat(entries) });
  }
  return byKey.values();
}

/**
 * Whose transcript a file is: `<project>/<session>.jsonl`, and `<project>/<session>/…/<name>.jsonl`
 * for those of its subagents.
 */
export function transcriptKey(
  filePath: string,
  projectsDir: string,
  paths: Pick<typeof nodePath, 'isAbsolute' | 'relative' | 'sep'> = nodePath,
): SessionKey | undefined {
  const path = paths.relative(projectsDir, filePath);
  const [projectKey = '', second = '', ...deeper] = path.split(paths.sep);
  if (projectKey === '..' || paths.isAbsolute(path)) return undefined;
  if (deeper.length === 0) {
    return second.endsWith('.jsonl') ? { projectKey, sessionId: withoutEnding(second) } : undefined;
  }
  if (deeper.length === 1) return undefined;
  return { projectKey, sessionId: second, subpath: withoutEnding(deeper.join('/')) };
}

function withoutEnding(name: string): string {
  return name.replace(/\.jsonl$/, '');
}
