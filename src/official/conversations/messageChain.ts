import { isObject, type JsonObject } from '../../codec/jsonObject.js';
import type { SessionMessage } from './conversationTypes.js';

/** An entry of a transcript that has a place in the conversation. */
export interface ChainEntry extends JsonObject {
  type: string;
  uuid: string;
}

const chainTypes = new Set(['user', 'assistant', 'progress', 'system', 'attachment']);

export function isChainEntry(entry: JsonObject): entry is ChainEntry {
  return chainTypes.has(entry.type as string) && typeof entry.uuid === 'string';
}

/** The messages of the conversation, from the first to the last. Other branches are left out. */
export function conversationOf(entries: readonly ChainEntry[]): ChainEntry[] {
  const { byUuid, parents } = linksOf(entries);
  const positions = new Map(entries.map(({ uuid }, position) => [uuid, position]));
  const isParent = new Set(parents.values());
  let leaf: ChainEntry | undefined;
  let best = [-1, -1];
  for (const entry of byUuid.values()) {
    if (isParent.has(entry.uuid)) continue;
    const candidate = ancestors(entry, byUuid, parents).find(isSpoken);
    if (!candidate) continue;
    // A branch of the user and Claude counts more than one of a subagent or a teammate.
    const isOwn = [entry, candidate].every((one) => !one.isSidechain && !one.teamName);
    const rank = [isOwn ? 1 : 0, positions.get(entry.uuid) ?? 0];
    if (isGreater(rank, best)) [leaf, best] = [candidate, rank];
  }
  if (!leaf) return [];
  const chain = ancestors(leaf, byUuid, parents).reverse();
  return withParallelResults(chain, [...byUuid.values()]);
}

/** The messages of a subagent. Its transcript has a single branch. */
export function subagentConversation(entries: readonly ChainEntry[]): ChainEntry[] {
  const leaf = entries.findLast(isSpoken);
  if (!leaf) return [];
  const links = entries.filter(({ type }) => type !== 'progress' && type !== 'system');
  const byUuid = new Map(links.map((entry) => [entry.uuid, entry]));
  const parents = new Map(links.map((entry) => [entry.uuid, textOr(entry.parentUuid)]));
  return ancestors(leaf, byUuid, parents).reverse();
}

export function isSpoken({ type }: ChainEntry): boolean {
  return type === 'user' || type === 'assistant';
}

/** Whether users see the entry as a part of the conversation. */
export function isMain({ isMeta, isSidechain, teamName }: ChainEntry): boolean {
  return !isMeta && !isSidechain && !teamName;
}

/** An entry in the shape of the official SDK, with fields that its types do not name. */
export function toSessionMessage(
  entry: ChainEntry,
  toolUseId: string | null = null,
  agentId: string | null = null,
): SessionMessage {
  const isSummary = entry.isCompactSummary === true;
  const isMeta = isSummary || entry.isMeta === true || entry.isVisibleInTranscriptOnly === true;
  const message = {
    type: entry.type as SessionMessage['type'],
    uuid: entry.uuid,
    session_id: entry.sessionId as string,
    message: entry.message,
    parent_tool_use_id: toolUseId,
    parent_agent_id: agentId,
    ...(isSummary && { isCompactSummary: true }),
    ...(isMeta && { is_meta: true }),
    ...(entry.origin !== undefined && { origin: entry.origin }),
    timestamp: entry.timestamp,
  };
  return message;
}

interface Links {
  byUuid: ReadonlyMap<string, ChainEntry>;
  parents: ReadonlyMap<string, string | undefined>;
}

/** The parent of each entry. A compaction moves the messages that it keeps behind its summary. */
function linksOf(entries: readonly ChainEntry[]): Links {
  const byUuid = new Map(entries.map((entry) => [entry.uuid, entry]));
  const parents = new Map(entries.map((entry) => [entry.uuid, textOr(entry.parentUuid)]));
  for (const entry of byUuid.values()) {
    const kept = keptBy(entry, byUuid, parents);
    if (!kept) continue;
    const { anchor, uuids } = kept;
    const tail = uuids.at(-1);
    for (const [uuid, parent] of parents) {
      if (parent === anchor && !uuids.includes(uuid)) parents.set(uuid, tail);
    }
    uuids.forEach((uuid, index) => {
      parents.set(uuid, index === 0 ? anchor : uuids[index - 1]);
    });
  }
  return { byUuid, parents };
}

/** The messages that a compaction keeps, and the summary that they follow. */
function keptBy(
  { subtype, compactMetadata }: ChainEntry,
  byUuid: Links['byUuid'],
  parents: Links['parents'],
) {
  if (subtype !== 'compact_boundary' || !isObject(compactMetadata)) return undefined;
  const { preservedMessages: messages, preservedSegment: segment } = compactMetadata;
  if (isObject(messages) && Array.isArray(messages.uuids)) {
    const uuids = messages.uuids.filter((uuid): uuid is string => byUuid.has(uuid));
    const anchor = textOr(messages.anchorUuid);
    return anchor !== undefined && uuids.length > 0 ? { anchor, uuids } : undefined;
  }
  if (!isObject(segment)) return undefined;
  const anchor = textOr(segment.anchorUuid);
  const tail = byUuid.get(textOr(segment.tailUuid) ?? '');
  if (anchor === undefined || !tail) return undefined;
  const line = ancestors(tail, byUuid, parents);
  const head = line.findIndex(({ uuid }) => uuid === segment.headUuid);
  if (head < 0) return undefined;
  return {
    anchor,
    uuids: line
      .slice(0, head + 1)
      .map(({ uuid }) => uuid)
      .reverse(),
  };
}

/** An entry and those before it, the entry first. Ends at a loop. */
function ancestors(
  from: ChainEntry,
  byUuid: Links['byUuid'],
  parents: Links['parents'],
): ChainEntry[] {
  const line = new Set<ChainEntry>();
  let entry: ChainEntry | undefined = from;
  while (entry && !line.has(entry)) {
    line.add(entry);
    const parent: string | undefined = parents.get(entry.uuid);
    entry = parent === undefined ? undefined : byUuid.get(parent);
  }
  return [...line];
}

/**
 * Claude may call several tools in one message. The CLI stores each call as an entry of its own, each
 * followed by its result, so that all but one result are on side branches.
 */
function withParallelResults(
  chain: readonly ChainEntry[],
  entries: readonly ChainEntry[],
): ChainEntry[] {
  const onChain = new Set(chain.map(({ uuid }) => uuid));
  const lastOf = new Map<string, string>();
  for (const entry of chain) {
    const id = messageId(entry);
    if (id !== undefined) lastOf.set(id, entry.uuid);
  }
  const groups = new Map<string, string>();
  const added = new Map<string, ChainEntry[]>();
  const add = (after: string, entry: ChainEntry) => {
    added.set(after, [...(added.get(after) ?? []), entry]);
    onChain.add(entry.uuid);
  };
  for (const entry of entries) {
    const id = messageId(entry);
    const last = id === undefined ? undefined : lastOf.get(id);
    if (last === undefined) continue;
    groups.set(entry.uuid, last);
    if (!onChain.has(entry.uuid)) add(last, entry);
  }
  for (const entry of entries) {
    const after = groups.get(textOr(entry.parentUuid) ?? '');
    if (after !== undefined && !onChain.has(entry.uuid) && isToolResult(entry)) add(after, entry);
  }
  return chain.flatMap((entry) => [entry, ...(added.get(entry.uuid) ?? [])]);
}

function messageId({ type, message }: ChainEntry): string | undefined {
  return type === 'assistant' && isObject(message) ? textOr(message.id) : undefined;
}

function isToolResult({ type, message }: ChainEntry): boolean {
  const content = type === 'user' && isObject(message) ? message.content : undefined;
  return (
    Array.isArray(content) &&
    content.some((block) => isObject(block) && block.type === 'tool_result')
  );
}

function isGreater([a = 0, b = 0]: readonly number[], [c = 0, d = 0]: readonly number[]): boolean {
  return a > c || (a === c && b > d);
}

function textOr(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
