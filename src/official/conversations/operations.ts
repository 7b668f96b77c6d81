import { dirname, join } from 'node:path';
import { isObject, type JsonObject } from '../../codec/jsonObject.js';
import { importBatch } from '../../defaults/conversations.js';
import { projectKeyOf } from '../../ffi/projectFolders.js';
import type {
  SessionKey,
  SessionStore,
  SessionStoreEntry,
} from '../../options/sessionStoreTypes.js';
import { invalidArgument, isSessionId, requireSessionId } from './conversationErrors.js';
import type {
  ForkSessionOptions,
  ForkSessionResult,
  GetSessionMessagesOptions,
  GetSubagentMessagesOptions,
  ImportSessionToStoreOptions,
  ListSessionsOptions,
  SDKSessionInfo,
  SessionMessage,
  SessionMutationOptions,
} from './conversationTypes.js';
import { FolderPlace } from './FolderPlace.js';
import { forkTranscript } from './forkTranscript.js';
import { localCommandMessages } from './localCommands.js';
import {
  type ChainEntry,
  conversationOf,
  isChainEntry,
  isMain,
  isSpoken,
  subagentConversation,
  toSessionMessage,
} from './messageChain.js';
import { StorePlace } from './StorePlace.js';
import { readEntries, readSidecar } from './transcriptFile.js';
import type { Page, TranscriptPlace } from './transcriptPlace.js';

interface Where {
  dir?: string;
  sessionStore?: SessionStore;
  /** From a `StoredConversations`. */
  configDir?: string;
}

function placeOf(where: Where = {}, includeWorktrees = true): TranscriptPlace {
  const { dir, sessionStore, configDir } = where;
  if (sessionStore) return new StorePlace(sessionStore, dir);
  return new FolderPlace(dir, includeWorktrees, configDir);
}

export async function listConversations(
  options: ListSessionsOptions = {},
): Promise<SDKSessionInfo[]> {
  const { includeWorktrees = true, includeProgrammatic = true } = options;
  const place = placeOf(options, includeWorktrees);
  return place.list(options, includeProgrammatic);
}

export async function describeConversation(
  sessionId: string,
  where?: Where,
): Promise<SDKSessionInfo | undefined> {
  return isSessionId(sessionId) ? placeOf(where).info(sessionId) : undefined;
}

export async function readConversation(
  sessionId: string,
  options: GetSessionMessagesOptions = {},
): Promise<SessionMessage[]> {
  if (!isSessionId(sessionId)) return [];
  const isShown = (entry: ChainEntry) =>
    isMain(entry) &&
    (isSpoken(entry) || (options.includeSystemMessages && entry.type === 'system'));
  const entries = await chainEntries(placeOf(options), sessionId);
  const chain = conversationOf(entries);
  const commands = localCommandMessages(chain);
  return pageOf(chain.filter(isShown), options).map((entry) => ({
    ...toSessionMessage(entry),
    ...(commands.has(entry) && { isCompletedLocalCommand: true }),
  }));
}

export async function listAgents(sessionId: string, where?: Where): Promise<string[]> {
  if (!isSessionId(sessionId)) return [];
  const found = await placeOf(where).subagents(sessionId);
  return [...new Set(found.map(({ agentId }) => agentId))];
}

export async function readAgent(
  sessionId: string,
  agentId: string,
  options: GetSubagentMessagesOptions = {},
): Promise<SessionMessage[]> {
  if (!isSessionId(sessionId) || !agentId) return [];
  const place = placeOf(options);
  const subpath = await subpathOf(place, sessionId, agentId, options.sessionStore);
  if (subpath === undefined) return [];
  const entries = await chainEntries(place, sessionId, subpath);
  const metadata = await place.metadata(sessionId, subpath);
  const text = (name: string) => {
    const value = isObject(metadata) ? metadata[name] : undefined;
    return typeof value === 'string' ? value : null;
  };
  return pageOf(subagentConversation(entries).filter(isSpoken), options).map((entry) =>
    toSessionMessage(entry, text('toolUseId'), text('parentAgentId')),
  );
}

/** A store that lists nothing may still have the transcript where the CLI puts it. */
async function subpathOf(
  place: TranscriptPlace,
  sessionId: string,
  agentId: string,
  store: SessionStore | undefined,
): Promise<string | undefined> {
  if (store && !store.listSubkeys) return `subagents/agent-${agentId}`;
  const found = await place.subagents(sessionId);
  return found.find((one) => one.agentId === agentId)?.subpath;
}

/** Keeps of each entry only what a message needs: a transcript has much more. */
async function chainEntries(
  place: TranscriptPlace,
  sessionId: string,
  subpath?: string,
): Promise<ChainEntry[]> {
  const entries: ChainEntry[] = [];
  await place.readMessages(sessionId, subpath, (entry) => {
    if (!isChainEntry(entry)) return;
    const { type, uuid, parentUuid, subtype, compactMetadata, message, ...rest } = entry;
    const { isMeta, isSidechain, teamName, isCompactSummary, isVisibleInTranscriptOnly } = rest;
    const { sessionId: id, timestamp, origin } = rest;
    entries.push({
      type,
      uuid,
      parentUuid,
      subtype,
      compactMetadata,
      isMeta,
      isSidechain,
      teamName,
      isCompactSummary,
      isVisibleInTranscriptOnly,
      sessionId: id,
      timestamp,
      origin,
      message,
    });
  });
  return entries;
}

function pageOf<T>(items: readonly T[], { limit, offset }: Page): T[] {
  const start = offset && offset > 0 ? offset : 0;
  return items.slice(start, limit && limit > 0 ? start + Number(limit) : undefined);
}

export async function renameConversation(
  sessionId: string,
  title: string,
  where?: Where,
): Promise<void> {
  requireSessionId(sessionId);
  const customTitle = title.trim();
  if (!customTitle) throw invalidArgument('title', 'title must be non-empty. Pass a text to show.');
  await placeOf(where).append(sessionId, { type: 'custom-title', customTitle, sessionId });
}

export async function tagConversation(
  sessionId: string,
  tag: string | null,
  where?: Where,
): Promise<void> {
  requireSessionId(sessionId);
  const text = tag === null ? '' : visibleText(tag);
  if (tag !== null && !text)
    throw invalidArgument('tag', 'tag must be non-empty (use null to clear).');
  await placeOf(where).append(sessionId, { type: 'tag', tag: text, sessionId });
}

/** Without characters that nobody sees: two tags that look the same are the same. */
function visibleText(text: string): string {
  let before: string;
  let after = text;
  do {
    before = after;
    after = before.normalize('NFKC').replace(/[\p{Cf}\p{Co}\p{Cn}]/gu, '');
  } while (after !== before);
  return after.trim();
}

export async function archiveConversation(
  sessionId: string,
  isArchived: boolean,
  { dir, sessionStore }: SessionMutationOptions = {},
): Promise<void> {
  requireSessionId(sessionId);
  if (sessionStore) {
    const message =
      'Archiving is not supported with sessionStore: the mark is in a file beside the transcript, and a store has no such file. Tag the conversation instead.';
    throw invalidArgument('sessionStore', message);
  }
  await new FolderPlace(dir).mark(sessionId, isArchived);
}

export async function deleteConversation(sessionId: string, where?: Where): Promise<void> {
  requireSessionId(sessionId);
  await placeOf(where).remove(sessionId);
}

export async function forkConversation(
  sessionId: string,
  options: ForkSessionOptions = {},
): Promise<ForkSessionResult> {
  requireSessionId(sessionId);
  const place = placeOf(options);
  const { entries, title } = await place.load(sessionId);
  const forked = forkTranscript(entries, {
    sessionId,
    upToMessageId: options.upToMessageId,
    title: options.title?.trim() || `${title || 'Forked session'} (fork)`,
  });
  await place.create(forked.sessionId, sessionId, forked.entries);
  return { sessionId: forked.sessionId };
}

export async function importConversation(
  sessionId: string,
  store: SessionStore,
  { dir, includeSubagents = true, batchSize }: ImportSessionToStoreOptions = {},
): Promise<void> {
  requireSessionId(sessionId);
  const place = new FolderPlace(dir);
  const path = await place.transcript(sessionId, '');
  const folder = dirname(path);
  // Where the other functions look for it in a store.
  const key = { projectKey: await projectKeyOf(dir || process.cwd(), process.env), sessionId };
  const size = batchSize && batchSize > 0 ? batchSize : importBatch;
  await copyToStore(path, key, store, size);
  if (!includeSubagents) return;
  for (const subpath of await place.subpaths(sessionId)) {
    const file = join(folder, sessionId, subpath);
    await copyToStore(`${file}.jsonl`, { ...key, subpath }, store, size);
    const metadata = await readSidecar(`${file}.meta.json`);
    if (!isObject(metadata)) continue;
    await store.append({ ...key, subpath }, [{ ...metadata, type: 'agent_metadata' }]);
  }
}

async function copyToStore(path: string, key: SessionKey, store: SessionStore, size: number) {
  let batch: SessionStoreEntry[] = [];
  await readEntries(path, async (entry: JsonObject) => {
    batch.push(entry as SessionStoreEntry);
    if (batch.length < size) return;
    await store.append(key, batch);
    batch = [];
  });
  if (batch.length > 0) await store.append(key, batch);
}
