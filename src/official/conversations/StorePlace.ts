import type { JsonObject } from '../../codec/jsonObject.js';
import { storeLoads, transcriptEndBytes } from '../../defaults/conversations.js';
import { canonicalPath, projectKeyOf } from '../../ffi/projectFolders.js';
import type {
  SessionKey,
  SessionStore,
  SessionStoreEntry,
} from '../../options/sessionStoreTypes.js';
import { jsonText } from '../../util/roughSize.js';
import { isNonEmptyString } from '../../util/typeGuards.js';
import { invalidArgument, sessionNotFound } from './conversationErrors.js';
import type { SDKSessionInfo } from './conversationTypes.js';
import { infoFromSummary } from './foldSessionSummary.js';
import { firstPromptIn, infoFromEnds, type TranscriptEnds } from './sessionInfo.js';
import type { Page, SubagentTranscript, TranscriptPlace } from './transcriptPlace.js';

/** A conversation of a list. Without `info`, its transcript says more. */
interface Listed {
  sessionId: string;
  mtime: number;
  info?: SDKSessionInfo;
}

/** A user's store. A conversation belongs to a project there. */
export class StorePlace implements TranscriptPlace {
  readonly #store: SessionStore;
  readonly #dir: string;

  constructor(store: SessionStore, dir: string | undefined) {
    this.#store = store;
    this.#dir = dir || process.cwd();
  }

  async list({ limit, offset }: Page): Promise<SDKSessionInfo[]> {
    const projectKey = await projectKeyOf(this.#dir, process.env);
    const listed = await this.#listed(projectKey);
    listed.sort((a, b) => b.mtime - a.mtime);
    const start = offset && offset > 0 ? offset : 0;
    const page = listed.slice(start, limit && limit > 0 ? start + Number(limit) : undefined);
    const infos: SDKSessionInfo[] = [];
    for (let at = 0; at < page.length; at += storeLoads) {
      const batch = page.slice(at, at + storeLoads);
      const read = await Promise.all(batch.map((one) => one.info ?? this.#describe(one)));
      infos.push(...read.filter((info) => info !== undefined));
    }
    return infos;
  }

  async #listed(projectKey: string): Promise<Listed[]> {
    const store = this.#store;
    if (!store.listSessions && !store.listSessionSummaries) {
      const message =
        'sessionStore.listSessions is not implemented -- cannot list sessions. Provide a store with a listSessions() method.';
      throw invalidArgument('sessionStore', message);
    }
    const summaries = (await store.listSessionSummaries?.(projectKey)) ?? [];
    const sessions = await store.listSessions?.(projectKey);
    const project = await canonicalPath(this.#dir);
    const mtimes = new Map(sessions?.map(({ sessionId, mtime }) => [sessionId, mtime]));
    const fresh = summaries.filter(
      ({ sessionId, mtime }) => !sessions || mtime >= (mtimes.get(sessionId) ?? Infinity),
    );
    const isFresh = new Set(fresh.map(({ sessionId }) => sessionId));
    const described = fresh.flatMap(({ sessionId, mtime, data }): Listed[] => {
      const info = infoFromSummary({ sessionId, mtime, data }, project);
      return info ? [{ sessionId, mtime, info }] : [];
    });
    const others = (sessions ?? []).filter(({ sessionId }) => !isFresh.has(sessionId));
    return [...described, ...others];
  }

  /** A transcript that cannot be loaded is listed all the same. */
  async #describe({ sessionId, mtime }: Listed): Promise<SDKSessionInfo | undefined> {
    try {
      const entries = await this.#load(sessionId);
      const project = await canonicalPath(this.#dir);
      return entries && infoFromEnds(sessionId, endsOf(entries, mtime), project);
    } catch {
      return { sessionId, summary: '', lastModified: mtime };
    }
  }

  async info(sessionId: string): Promise<SDKSessionInfo | undefined> {
    const entries = await this.#load(sessionId);
    if (!entries) return undefined;
    const time = Date.parse(String(entries.at(-1)?.timestamp));
    const ends = endsOf(entries, Number.isNaN(time) ? Date.now() : time);
    return infoFromEnds(sessionId, ends);
  }

  async readMessages(
    sessionId: string,
    subpath: string | undefined,
    see: (entry: JsonObject) => void,
  ): Promise<boolean> {
    const entries = await this.#load(sessionId, subpath);
    for (const entry of entries ?? []) see(entry);
    return entries !== undefined;
  }

  async load(sessionId: string): Promise<{ entries: JsonObject[]; title: string | undefined }> {
    const entries = await this.#load(sessionId);
    if (!entries) throw sessionNotFound(sessionId, '');
    return { entries, title: titleIn(entries) };
  }

  async subagents(sessionId: string): Promise<SubagentTranscript[]> {
    const store = this.#store;
    const { projectKey } = await this.#key(sessionId);
    if (!store.listSubkeys) {
      const message =
        'sessionStore.listSubkeys is not implemented -- cannot list subagents. Provide a store with a listSubkeys() method.';
      throw invalidArgument('sessionStore', message);
    }
    const subpaths = await store.listSubkeys({ projectKey, sessionId });
    return subpaths.flatMap((subpath) => {
      const agentId = /^subagents\/(?:.*\/)?agent-([^/]+)$/.exec(subpath)?.[1];
      return agentId === undefined ? [] : [{ agentId, subpath }];
    });
  }

  async metadata(sessionId: string, subpath: string): Promise<unknown> {
    const entries = await this.#load(sessionId, subpath);
    return entries?.findLast(({ type }) => type === 'agent_metadata');
  }

  async append(sessionId: string, entry: SessionStoreEntry): Promise<void> {
    const named = { ...entry, uuid: crypto.randomUUID(), timestamp: new Date().toISOString() };
    await this.#store.append(await this.#key(sessionId), [named]);
  }

  async create(
    sessionId: string,
    _original: string,
    entries: readonly JsonObject[],
  ): Promise<void> {
    await this.#store.append(await this.#key(sessionId), entries as SessionStoreEntry[]);
  }

  async remove(sessionId: string): Promise<void> {
    await this.#store.delete?.(await this.#key(sessionId));
  }

  async #key(sessionId: string, subpath?: string): Promise<SessionKey> {
    const projectKey = await projectKeyOf(this.#dir, process.env);
    return subpath === undefined ? { projectKey, sessionId } : { projectKey, sessionId, subpath };
  }

  async #load(sessionId: string, subpath?: string): Promise<SessionStoreEntry[] | undefined> {
    const entries = await this.#store.load(await this.#key(sessionId, subpath));
    return entries?.length ? entries : undefined;
  }
}

/** The ends of the transcript that the CLI would have written. */
function endsOf(entries: readonly SessionStoreEntry[], mtime: number): TranscriptEnds {
  const bytes = Buffer.from(entries.map((entry) => `${jsonText(entry) ?? '{}'}\n`).join(''));
  const { length: size } = bytes;
  const head = bytes.toString('utf8', 0, Math.min(size, transcriptEndBytes));
  const start = size - transcriptEndBytes;
  const tail = start > 0 ? bytes.toString('utf8', start) : head;
  return { head, tail, size, mtime };
}

/** The last title, or else the first prompt. */
function titleIn(entries: readonly SessionStoreEntry[]): string | undefined {
  const last = (field: string) =>
    entries.findLast((entry) => isNonEmptyString(entry[field]))?.[field] as string | undefined;
  return last('customTitle') ?? last('aiTitle') ?? firstPromptIn(entries).prompt;
}
