import nodePath from 'node:path';
import { textOf } from '../../codec/jsonObject.js';
import type { TranscriptMirrorMessage } from '../../codec/wireMessages.js';
import { storeBatch, storeRetryDelaysMs, storeTimeoutMs } from '../../defaults.js';
import type { ClockLike, Warning } from '../../options/runtimeTypes.js';
import type {
  SessionKey,
  SessionStore,
  SessionStoreEntry,
} from '../../options/sessionStoreTypes.js';
import { withoutFullStop } from '../../util/withoutFullStop.js';

export interface SessionMirrorOptions {
  store: Pick<SessionStore, 'append'>;
  /** `batched`, the default: at `flush` and when the batch is large. `eager`: each message at once. */
  flush?: 'batched' | 'eager';
  /** The folder `projects` in the CLI's configuration folder. */
  projectsDir: string;
  warn(warning: Warning): void;
  clock: ClockLike;
}

interface Batch {
  key: SessionKey;
  entries: SessionStoreEntry[];
}

/**
 * Copies what the CLI adds to its transcripts to the user's store, in order. If the store fails, the
 * entries are lost with a warning, and the session goes on.
 */
export class SessionMirror {
  readonly #options: SessionMirrorOptions;
  #pending: Batch[] = [];
  #entries = 0;
  #characters = 0;
  #running: Promise<void> | undefined;

  constructor(options: SessionMirrorOptions) {
    this.#options = options;
  }

  /** `characters`: the length of the message as JSON. */
  push({ filePath, entries }: TranscriptMirrorMessage, characters: number): void {
    const { projectsDir } = this.#options;
    const key = typeof filePath === 'string' ? transcriptKey(filePath, projectsDir) : undefined;
    if (!key || !Array.isArray(entries)) {
      const message = `Claude Code wrote to the transcript ${textOf(filePath)}, which is outside ${projectsDir}, so it was not copied to sessionStore. Set the same CLAUDE_CONFIG_DIR for Claude Code and for this program.`;
      this.#warn('SessionMirrorFailed', message, { filePath });
      return;
    }
    if (entries.length === 0) return;
    this.#pending.push({ key, entries: entries as SessionStoreEntry[] });
    this.#entries += entries.length;
    this.#characters += characters;
    const isLarge = this.#entries > storeBatch.entries || this.#characters > storeBatch.characters;
    if (isLarge || this.#options.flush === 'eager') this.flush();
  }

  /** Resolves once every entry so far has been stored or given up. Never rejects. */
  flush(): Promise<void> {
    if (this.#pending.length > 0) this.#running ??= this.#drain();
    return this.#running ?? Promise.resolve();
  }

  async #drain(): Promise<void> {
    while (this.#pending.length > 0) {
      for (const batch of this.#nextBatches()) await this.#append(batch);
    }
    this.#running = undefined;
  }

  #nextBatches(): Iterable<Batch> {
    if (this.#options.flush === 'eager') return this.#pending.splice(0, 1);
    const batches = this.#pending;
    this.#pending = [];
    this.#entries = 0;
    this.#characters = 0;
    return mergeByTranscript(batches);
  }

  async #append({ key, entries }: Batch): Promise<void> {
    for (const delayMs of [...storeRetryDelaysMs, undefined]) {
      const failure = await this.#tryAppend(key, entries);
      if (failure === undefined) return;
      // A call that timed out may still succeed. A retry could store the entries twice.
      if (failure !== timedOut && delayMs !== undefined) await this.#startTimer(delayMs).over;
      else return this.#warnLost(key, entries.length, failure);
    }
  }

  /** Returns the failure, if there was one. */
  async #tryAppend(key: SessionKey, entries: SessionStoreEntry[]): Promise<unknown> {
    const limit = this.#startTimer(storeTimeoutMs);
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

  #warnLost(key: SessionKey, count: number, failure: unknown): void {
    const why = failure === timedOut ? `it took longer than ${storeTimeoutMs} ms` : textOf(failure);
    const message = `sessionStore.append failed for ${count} entries of the session ${key.sessionId}: ${withoutFullStop(why)}. They are only in Claude Code's own transcript.`;
    this.#warn('SessionMirrorFailed', message, { key, count, error: why });
  }

  #startTimer(milliseconds: number): { over: Promise<void>; cancel(): void } {
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

/** Merges batches into one per transcript. */
function mergeByTranscript(batches: readonly Batch[]): Iterable<Batch> {
  const byKey = new Map<string, Batch>();
  for (const { key, entries } of batches) {
    const name = JSON.stringify(key);
    const before = byKey.get(name)?.entries ?? [];
    byKey.set(name, { key, entries: before.concat(entries) });
  }
  return byKey.values();
}

/**
 * The session that a transcript belongs to; undefined if the file is not a transcript. A session's
 * own transcript is `<project>/<session>.jsonl`; those of its subagents are
 * `<project>/<session>/…/<name>.jsonl`.
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
    return second.endsWith('.jsonl')
      ? { projectKey, sessionId: withoutExtension(second) }
      : undefined;
  }
  if (deeper.length === 1) return undefined;
  return { projectKey, sessionId: second, subpath: withoutExtension(deeper.join('/')) };
}

function withoutExtension(name: string): string {
  return name.replace(/\.jsonl$/, '');
}
