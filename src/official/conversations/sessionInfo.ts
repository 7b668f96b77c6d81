import { isObject, type JsonObject } from '../../codec/jsonObject.js';
import type { SDKSessionInfo } from './conversationTypes.js';
import { attachmentName, isPrompt, readPrompt } from './firstPrompt.js';
import { firstString, lastString, parseLine } from './jsonLines.js';

/** The two ends of a transcript. They overlap if it is short. */
export interface TranscriptEnds {
  head: string;
  tail: string;
  /** In bytes. */
  size: number;
  /** In milliseconds since 1970. */
  mtime: number;
}

/** What the CLI keeps in files beside a transcript, as parsed JSON. */
export interface Sidecars {
  /** `custom-title.json`: the title, if it is no longer in the ends of the transcript. */
  title?: unknown;
  /** `archived.json` */
  archive?: unknown;
}

/** What the ends of a transcript say about a conversation. Undefined if there is nothing to show. */
export function infoFromEnds(
  sessionId: string,
  { head, tail, size, mtime }: TranscriptEnds,
  project?: string,
  { title, archive }: Sidecars = {},
): SDKSessionInfo | undefined {
  const firstLine = head.slice(0, (head.indexOf('\n') + 1 || Infinity) - 1);
  if (/"isSidechain"\s*:\s*true/.test(firstLine) && parsedOrCut(firstLine)) return undefined;
  const customTitle =
    lastOf('custom-title', 'customTitle', tail, head) ||
    (isObject(title) && typeof title.customTitle === 'string' && title.customTitle) ||
    lastOf('ai-title', 'aiTitle', tail, head);
  const { prompt: firstPrompt, attachment } = firstPromptIn(userEntries(head));
  const summary =
    customTitle ||
    lastString(tail, 'lastPrompt') ||
    lastString(tail, 'summary') ||
    firstPrompt ||
    attachment;
  if (!summary) return undefined;
  return {
    sessionId,
    summary,
    lastModified: mtime,
    fileSize: size,
    customTitle: customTitle || undefined,
    firstPrompt,
    gitBranch: lastString(tail, 'gitBranch') || firstString(head, 'gitBranch') || undefined,
    cwd: firstString(head, 'cwd') || project || undefined,
    tag: lastInLines(tail, 'tag', 'tag') || undefined,
    createdAt: timeOf(firstString(head, 'timestamp')),
    archived: archivedBy(archive, head, tail),
  };
}

/** Whether a program or a daemon started the conversation, and not a user in a terminal or editor. */
export function isProgrammatic({ head, tail }: TranscriptEnds): boolean {
  const first = (key: string) => firstString(head, key) ?? lastString(tail, key) ?? '';
  const [entrypoint, kind] = [first('entrypoint'), first('sessionKind')];
  return /^sdk-(cli|ts|py)$/.test(entrypoint) || /^daemon(-worker)?$/.test(kind);
}

/** The title of a conversation, for naming its fork. */
export function titleOf({ head, tail }: Pick<TranscriptEnds, 'head' | 'tail'>): string | undefined {
  return (
    lastOf('custom-title', 'customTitle', tail, head) ||
    lastOf('ai-title', 'aiTitle', tail, head) ||
    firstPromptIn(userEntries(head)).prompt
  );
}

interface FirstPrompt {
  /** The first prompt in the lines, or else the first slash command. */
  prompt?: string;
  /** The name of what the user sent without text. */
  attachment?: string;
}

export function firstPromptIn(entries: Iterable<JsonObject>): FirstPrompt {
  let command: string | undefined;
  let attachment: string | undefined;
  for (const entry of entries) {
    const reading = readPrompt(entry);
    if (reading.prompt !== undefined) return reading;
    command ||= reading.command;
    attachment ??= attachmentName(entry);
  }
  return { prompt: command || undefined, attachment };
}

/** The entries of users. Parsing is slow, and most lines of a transcript are something else. */
function* userEntries(text: string): Generator<JsonObject> {
  for (let start = 0, end = 0; end < text.length; start = end + 1) {
    end = text.indexOf('\n', start);
    if (end < 0) end = text.length;
    const line = text.slice(start, end);
    const entry = /"type"\s*:\s*"user"/.test(line) ? parseLine(line) : undefined;
    if (entry) yield entry;
  }
}

function lastOf(type: string, key: string, tail: string, head: string): string | undefined {
  return lastInLines(tail, type, key) || (head === tail ? '' : lastInLines(head, type, key));
}

/** The field of the last line of a type that has it as a string. */
function lastInLines(text: string, type: string, key: string): string | undefined {
  const mark = `"${type}"`;
  let at = text.lastIndexOf(mark);
  while (at >= 0) {
    const start = text.lastIndexOf('\n', at) + 1;
    const end = text.indexOf('\n', at);
    const entry = parseLine(text.slice(start, end < 0 ? undefined : end));
    const value = entry?.type === type ? entry[key] : undefined;
    if (typeof value === 'string') return value;
    at = start > 0 ? text.lastIndexOf(mark, start - 1) : -1;
  }
  return undefined;
}

/** Archived until a user sends a prompt after that. */
function archivedBy(archive: unknown, head: string, tail: string): boolean | undefined {
  if (!isObject(archive) || typeof archive.archived !== 'boolean') return undefined;
  const at = timeOf(archive.at);
  if (at === undefined) return undefined;
  if (!archive.archived) return false;
  for (const text of head === tail ? [tail] : [tail, head]) {
    for (const entry of userEntries(text)) {
      if (isPrompt(entry) && (timeOf(entry.timestamp) ?? 0) > at) return false;
    }
  }
  return true;
}

/** Trusts the pattern that the caller found if the line is cut off, and so cannot be parsed. */
function parsedOrCut(line: string): boolean {
  const entry = parseLine(line);
  return entry === undefined || entry.isSidechain === true;
}

function timeOf(value: unknown): number | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
