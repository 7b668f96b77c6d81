import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { textOf } from '../../codec/jsonObject.js';
import { storeTimeoutMs } from '../../defaults.js';
import { ClaudeActorsError } from '../../errors.js';
import { createOwnedFolder } from '../../ffi/process/ownedFolder.js';
import { projectKeyOf } from '../../ffi/projectFolders.js';
import type { ClockLike } from '../../options/runtimeTypes.js';
import type {
  SessionKey,
  SessionStore,
  SessionStoreEntry,
} from '../../options/sessionStoreTypes.js';
import { withoutFullStop } from '../../util/withoutFullStop.js';
import { configVariables, copyConfiguration, writePrivate } from './resumedConfiguration.js';

type Variables = Readonly<Record<string, string | undefined>>;

export interface ResumeFromStore {
  store: SessionStore;
  /** If absent, the newest session of the project. */
  sessionId?: string;
  cwd: string;
  /** The CLI's environment. */
  env: Variables;
  clock: ClockLike;
  /** The limit for each call to the store. */
  timeoutMs?: number;
  /** If it aborts, pending calls to the store fail. */
  signal?: AbortSignal;
  /** Whether the guard deletes the folder if this process is killed. */
  guard?: boolean;
  platform?: NodeJS.Platform;
  keychain?: () => Promise<string | undefined>;
}

/** What the names of the folders begin with. */
export const resumeFolderPrefix = 'claude-actors-resume-';

export interface ResumableSession {
  sessionId: string;
  /** A copy of the user's configuration folder, with the transcripts from the store. */
  configDir: string;
  /** The variables that make the CLI use that folder. */
  env: Record<string, string>;
  /** Deletes the folder. Call this once the CLI has exited. Never rejects. */
  remove(): Promise<void>;
}

/**
 * Loads a session from the user's store and writes it to a new configuration folder, in the layout
 * of the CLI. Undefined if the store does not have the session: the CLI then looks for it itself.
 */
export async function resumeFromStore(
  given: ResumeFromStore,
): Promise<ResumableSession | undefined> {
  const { store, cwd, env, platform = process.platform } = given;
  const callStore = storeCaller(given);
  const projectKey = await projectKeyOf(cwd, env, platform);
  const sessionId = given.sessionId ?? (await newestSession(store, projectKey, callStore));
  if (sessionId === undefined || !uuid.test(sessionId)) return undefined;
  const key = { projectKey, sessionId };
  const entries = await callStore('load', () => store.load(key));
  if (!entries?.length) return undefined;

  const { path: configDir, remove } = await createOwnedFolder(resumeFolderPrefix, given);
  try {
    const project = join(configDir, 'projects', projectKey);
    await writeLines(join(project, `${sessionId}.jsonl`), entries);
    await copyConfiguration(configDir, env, platform, given.keychain);
    await writeSubagents(join(project, sessionId), key, store, callStore);
  } catch (error) {
    await remove();
    throw error;
  }
  return { sessionId, configDir, env: configVariables(configDir, env, platform), remove };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Calls a method of the store with a time limit, and turns its failures into errors of ours. */
type CallStore = <T>(method: string, call: () => Promise<T>) => Promise<T>;

function storeCaller({ clock, timeoutMs = storeTimeoutMs, signal }: ResumeFromStore): CallStore {
  return async (method, call) => {
    let timer: unknown;
    let abort = () => {};
    const limit = new Promise<never>((_, reject) => {
      const onTimeout = () => reject(new Error(`it took longer than ${timeoutMs} ms`));
      timer = clock.setTimeout(onTimeout, timeoutMs);
      abort = () => reject(new Error('the session was stopped'));
      if (signal?.aborted) abort();
      else signal?.addEventListener('abort', abort, { once: true });
    });
    try {
      return await Promise.race([call(), limit]);
    } catch (cause) {
      const message = `Could not load the session, so Claude Code was not started: sessionStore.${method} failed: ${withoutFullStop(textOf(cause))}. Check the store, or raise loadTimeoutMs.`;
      throw new ClaudeActorsError('SessionStoreFailed', message, { stage: 'resume' }, { cause });
    } finally {
      clock.clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  };
}

async function newestSession(store: SessionStore, projectKey: string, callStore: CallStore) {
  const sessions = await callStore('listSessions', async () => store.listSessions?.(projectKey));
  return sessions?.reduce((a, b) => (b.mtime > a.mtime ? b : a), {
    sessionId: '',
    mtime: -Infinity,
  }).sessionId;
}

async function writeLines(file: string, entries: readonly SessionStoreEntry[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const lines = function* () {
    for (const entry of entries) yield `${JSON.stringify(entry)}\n`;
  };
  await writeFile(file, lines(), { mode: 0o600 });
}

async function writeSubagents(
  folder: string,
  key: SessionKey,
  store: SessionStore,
  callStore: CallStore,
) {
  const subpaths = await callStore('listSubkeys', async () => store.listSubkeys?.(key));
  for (const subpath of subpaths ?? []) {
    // Others may write to the store. No name of theirs may lead out of the folder.
    if (!isInside(folder, subpath)) continue;
    const entries = (await callStore('load', () => store.load({ ...key, subpath }))) ?? [];
    const lines = entries.filter(({ type }) => type !== 'agent_metadata');
    if (lines.length > 0) await writeLines(join(folder, `${subpath}.jsonl`), lines);
    const described = entries.findLast(({ type }) => type === 'agent_metadata');
    if (!described) continue;
    const { type: _, ...metadata } = described;
    await writePrivate(join(folder, `${subpath}.meta.json`), JSON.stringify(metadata));
  }
}

function isInside(folder: string, subpath: string): boolean {
  if (subpath === '' || isAbsolute(subpath)) return false;
  if (subpath.split(/[\\/]/).includes('..')) return false;
  return resolve(folder, `${subpath}.jsonl`).startsWith(folder + sep);
}
