import type { ChartState } from '../../chart/readChart.js';

/** Ids, kinds and names that say what something is about. Never contains content. */
export type Metadata = Readonly<Record<string, string | number | boolean>>;

/** A transition that was taken, as dotted paths; `''` is the machine itself. */
export interface TakenTransition {
  from: string;
  to: readonly string[];
  event: string;
}

export type Status = 'active' | 'done' | 'error' | 'stopped';

/** One thing that happened in an actor system, as it is sent to the page. */
export type RowBody =
  | ActorBody
  | StateBody
  | EventBody
  | FrameBody
  | { kind: 'spawned'; id: string; pid?: number; args: readonly string[] }
  | { kind: 'eof'; id: string }
  | { kind: 'stderr'; id: string; bytes: number; text?: string }
  | { kind: 'exited'; id: string; code: number | null; signal: string | null }
  | ProblemBody
  /** How many rows are missing here, because there was no room for them. */
  | { kind: 'dropped'; count: number };

export interface ActorBody {
  kind: 'actor';
  id: string;
  parent?: string;
  /** The id that the actor has in its parent, or the id of its machine. */
  name: string;
  /** The machine it runs, if that is one of this library's: `session`, `callback`, … */
  role?: string;
  chart?: string;
  metadata?: Metadata;
}

export interface StateBody {
  kind: 'state';
  id: string;
  /** The dotted paths of all states that the actor is in. */
  active: readonly string[];
  status: Status;
  steps?: TakenTransition[];
  /** The types of the actions that the actor ran, each with the id of its target, if any. */
  actions?: readonly string[];
  /** The `eventId` of the event that led here. */
  cause?: number;
  /** The fields of the context that have changed, as JSON; null if a field is gone. */
  context?: Readonly<Record<string, string | null>>;
}

export interface EventBody {
  kind: 'event';
  /** Unique among the events of its system. */
  eventId?: number;
  from?: string;
  to: string;
  type: string;
  metadata?: Metadata;
  text?: string;
}

export interface FrameBody {
  kind: 'frame';
  /** The session or query whose process it belongs to. */
  id: string;
  /** As in recordings: `in` goes to the CLI, `out` comes from it. */
  dir: 'in' | 'out';
  type: string;
  subtype?: string;
  /** The id of the request that it is or answers. */
  ref?: string;
  /** The hook, tool or MCP server that it is about. */
  about?: string;
  bytes: number;
  /** The frame as JSON, without what is hidden. */
  text?: string;
  /** The frame was too long, so its texts were shortened. Without `text`, it was not kept, or is not JSON. */
  cut?: true;
}

/** An error or a warning that the program got. */
export interface ProblemBody {
  kind: 'problem';
  /** The session or query that it is about. */
  id: string;
  level: 'error' | 'warning';
  code: string;
  /** Absent if content is hidden. The message of an error ends with what to do about it. */
  message?: string;
  /** What to do about a warning. */
  remedy?: string;
}

/** A row in the log of its system. `n` counts from 0. */
export type Row = RowBody & { n: number; at: number };

/** A row on its way to the page, which gives it its number. */
export type UnnumberedRow = RowBody & { at: number; system: string };

/** A program that reports to the page. */
export interface Source {
  id: string;
  pid: number;
  title: string;
  content: 'hidden' | 'shown';
}

export interface Chart {
  key: string;
  name: string;
  chart: ChartState;
}

/** What a program sends to the page in one request. */
export interface Report {
  source: Source;
  charts: readonly Chart[];
  rows: readonly UnnumberedRow[];
  /** The program is about to exit. */
  bye?: true;
}

/** The approximate size of a row in memory: its texts, and a flat amount for each object. */
export function rowSize(row: RowBody): number {
  return sizeOf(row);
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let size = 100;
  for (const item of Object.values(value)) size += sizeOf(item);
  return size;
}

/** The actions that an actor ran for an event; none if it has not handled the event yet. */
export function actionsFor({ n, to, eventId }: Row & EventBody, rows: readonly Row[]) {
  if (eventId === undefined) return [];
  const first = rows[0]?.n ?? 0;
  for (let index = n - first + 1; index < rows.length; index += 1) {
    const row = rows[index];
    if (row?.kind === 'state' && row.id === to && row.cause === eventId) return row.actions ?? [];
  }
  return [];
}

/** Rows are sent in batches of about this size, so that no batch blocks the sender for long. */
export const batchBytes = 256 * 1024;

/** How many rows from index `from` make up the next batch: at least one, however long it is. */
export function batchLength(rows: readonly RowBody[], from: number, maxRows: number): number {
  let bytes = 0;
  let count = 0;
  for (let index = from; index < rows.length && count < maxRows; index += 1) {
    bytes += rowSize(rows[index] as RowBody);
    if (count > 0 && bytes > batchBytes) break;
    count += 1;
  }
  return count;
}
