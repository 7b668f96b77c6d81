import { isObject, type JsonObject } from '../../codec/jsonObject.js';
import { ClaudeActorsError } from '../../errors.js';
import type { SessionStoreEntry } from '../../options/sessionStoreTypes.js';
import { type ChainEntry, isChainEntry, isSpoken } from './messageChain.js';

interface ForkOptions {
  /** The original. */
  sessionId: string;
  upToMessageId?: string;
  /** The title of the fork. */
  title: string;
}

/** What belongs to the original alone. */
const ofOriginal = ['teamName', 'agentName', 'slug', 'sourceToolAssistantUUID'];

/** The transcript of a fork: the messages of the original under new ids. */
export function forkTranscript(
  entries: readonly JsonObject[],
  { sessionId: original, upToMessageId, title }: ForkOptions,
): { sessionId: string; entries: SessionStoreEntry[] } {
  const copied = messagesUpTo(entries, original, upToMessageId);
  const kept = copied.filter(({ type }) => type !== 'progress');
  if (kept.length === 0) throw nothingToFork(original);
  const sessionId = crypto.randomUUID();
  const now = new Date().toISOString();
  const ids = new Map(kept.map(({ uuid }) => [uuid, crypto.randomUUID() as string]));
  const byUuid = new Map(copied.map((entry) => [entry.uuid, entry]));
  const last = upToMessageId ? copied.at(-1)?.uuid : undefined;
  const forked = kept.map((entry, index): SessionStoreEntry => {
    const { logicalParentUuid: logical } = entry;
    const copy: SessionStoreEntry = {
      ...entry,
      uuid: ids.get(entry.uuid),
      parentUuid: newParent(entry, byUuid, ids),
      ...(logical !== undefined && { logicalParentUuid: ids.get(logical as string) ?? null }),
      ...(isObject(entry.compactMetadata) && {
        compactMetadata: newMetadata(entry.compactMetadata, ids, last),
      }),
      sessionId,
      // The CLI resumes at the newest message.
      timestamp: index === kept.length - 1 ? now : (entry.timestamp as string),
      isSidechain: false,
      forkedFrom: { sessionId: original, messageUuid: entry.uuid },
    };
    for (const field of ofOriginal) delete copy[field];
    return copy;
  });
  const replacements = entries.flatMap((entry) =>
    entry.type === 'content-replacement' &&
    entry.sessionId === original &&
    Array.isArray(entry.replacements)
      ? entry.replacements.filter(isObject)
      : [],
  );
  const own = { sessionId, uuid: crypto.randomUUID() as string, timestamp: now };
  if (replacements.length > 0) {
    forked.push({ type: 'content-replacement', ...own, replacements });
  }
  forked.push({ type: 'custom-title', ...own, uuid: crypto.randomUUID(), customTitle: title });
  return { sessionId, entries: forked };
}

function messagesUpTo(
  entries: readonly JsonObject[],
  sessionId: string,
  upToMessageId: string | undefined,
): ChainEntry[] {
  const messages = entries.filter(isChainEntry).filter(({ isSidechain }) => !isSidechain);
  if (messages.length === 0) throw nothingToFork(sessionId);
  if (!upToMessageId) return messages;
  const at = messages.findIndex(({ uuid }) => uuid === upToMessageId);
  if (at < 0) {
    const message = `Message ${upToMessageId} not found in session ${sessionId}. Pass the uuid of a message that getSessionMessages() returns.`;
    throw new ClaudeActorsError('SessionNotFound', message, { sessionId });
  }
  const cut = messages.slice(0, at + 1);
  // A boundary without the summary that follows it would hide everything before it.
  const boundary = cut.findLastIndex(({ subtype }) => subtype === 'compact_boundary');
  const isBare = boundary > 0 && !cut.slice(boundary).some(isSpoken);
  return isBare ? cut.slice(0, boundary) : cut;
}

/** Entries of the type `progress` are not copied. What follows one follows what was before it. */
function newParent(
  { parentUuid }: ChainEntry,
  byUuid: ReadonlyMap<string, ChainEntry>,
  ids: ReadonlyMap<string, string>,
): string | null {
  const seen = new Set<ChainEntry>();
  let parent = byUuid.get(parentUuid as string);
  while (parent?.type === 'progress' && !seen.has(parent)) {
    seen.add(parent);
    parent = byUuid.get(parent.parentUuid as string);
  }
  return (parent && parent.type !== 'progress' && ids.get(parent.uuid)) || null;
}

/** A compaction names the messages that it keeps by their ids. */
function newMetadata(
  metadata: JsonObject,
  ids: ReadonlyMap<string, string>,
  last: string | undefined,
): JsonObject {
  const { preservedMessages: messages, preservedSegment: segment, ...rest } = metadata;
  const renamed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(renamed);
    return typeof value === 'string' ? (ids.get(value) ?? value) : value;
  };
  const renameAll = (object: JsonObject) =>
    Object.fromEntries(Object.entries(object).map(([key, value]) => [key, renamed(value)]));
  // If the fork ends at the summary, it does not keep what follows the summary.
  const isKept = (kept: unknown): kept is JsonObject =>
    isObject(kept) && (last === undefined || kept.anchorUuid !== last);
  return {
    ...rest,
    ...(isKept(messages) && { preservedMessages: renameAll(messages) }),
    ...(isKept(segment) && { preservedSegment: renameAll(segment) }),
  };
}

function nothingToFork(sessionId: string): ClaudeActorsError {
  const message = `Session ${sessionId} has no messages to fork. Send it a prompt first.`;
  return new ClaudeActorsError('SessionNotFound', message, { sessionId });
}
