import type { JsonObject } from '../../codec/jsonObject.js';
import type { SessionKey, SessionStoreEntry } from '../../options/sessionStoreTypes.js';
import type { SessionSummaryEntry } from '../optionNames.js';
import type { SDKSessionInfo } from './conversationTypes.js';
import { readPrompt } from './firstPrompt.js';

/** What an entry carries, and its name in a summary. The last one counts. */
const lastOnes = {
  customTitle: 'customTitle',
  aiTitle: 'aiTitle',
  lastPrompt: 'lastPrompt',
  summary: 'summaryHint',
  gitBranch: 'gitBranch',
} as const;

/**
 * Brings the summary of a conversation up to date with entries that were appended to it.
 *
 * Call it in the `append` of your store, keep what it returns, and return it from
 * `listSessionSummaries`: `listSessions` then loads no transcripts. Pass as `options.mtime` the time
 * that your store's `listSessions` reports; without it, the time of `prev` stays.
 */
export function foldSessionSummary(
  prev: SessionSummaryEntry | undefined,
  key: SessionKey,
  entries: SessionStoreEntry[],
  options?: { mtime?: number },
): SessionSummaryEntry {
  const data = { ...prev?.data };
  for (const entry of entries) foldEntry(data, entry);
  return {
    sessionId: prev?.sessionId ?? key.sessionId,
    mtime: options?.mtime ?? prev?.mtime ?? 0,
    data,
  };
}

function foldEntry(data: JsonObject, entry: SessionStoreEntry): void {
  const { timestamp, cwd, type, tag } = entry;
  data.isSidechain ??= entry.isSidechain === true;
  const time = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN;
  if (!Number.isNaN(time)) data.createdAt ??= time;
  if (typeof cwd === 'string' && cwd !== '') data.cwd ??= cwd;
  if (!data.firstPromptLocked) foldPrompt(data, entry);
  for (const [field, name] of Object.entries(lastOnes)) {
    if (typeof entry[field] === 'string') data[name] = entry[field];
  }
  if (type !== 'tag') return;
  if (typeof tag === 'string' && tag !== '') data.tag = tag;
  else delete data.tag;
}

function foldPrompt(data: JsonObject, entry: SessionStoreEntry): void {
  const { prompt, command } = readPrompt(entry);
  if (command) data.commandFallback ||= command;
  if (prompt === undefined) return;
  data.firstPrompt = prompt;
  data.firstPromptLocked = true;
}

/** What a summary says about a conversation. Undefined if there is nothing to show. */
export function infoFromSummary(
  { sessionId, mtime, data }: SessionSummaryEntry,
  project: string,
): SDKSessionInfo | undefined {
  if (data.isSidechain) return undefined;
  const text = (name: string) => {
    const value = data[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const firstPrompt = text(data.firstPromptLocked ? 'firstPrompt' : 'commandFallback');
  const customTitle = text('customTitle') ?? text('aiTitle');
  const summary = customTitle ?? text('lastPrompt') ?? text('summaryHint') ?? firstPrompt;
  if (summary === undefined) return undefined;
  return {
    sessionId,
    summary,
    lastModified: mtime,
    customTitle,
    firstPrompt,
    gitBranch: text('gitBranch'),
    cwd: text('cwd') ?? project,
    tag: text('tag'),
    createdAt: typeof data.createdAt === 'number' ? data.createdAt : undefined,
  };
}
