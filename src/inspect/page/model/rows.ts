import type { ChartState } from '../../chart/readChart.js';

/** Scalars that say what something is about and never what is in it. */
export type Facts = Readonly<Record<string, string | number | boolean>>;

/** A transition that was taken: dotted paths, `''` for the machine itself. */
export interface Step {
  from: string;
  to: readonly string[];
  event: string;
}

export type Status = 'active' | 'done' | 'error' | 'stopped';

/** One thing that happened in an actor system, as it goes over the wire. */
export type RowBody =
  | ActorBody
  /** `active`: the dotted paths of all states that it is in. */
  | { kind: 'state'; id: string; active: readonly string[]; status: Status; steps?: Step[] }
  | { kind: 'event'; from?: string; to: string; type: string; facts?: Facts; text?: string }
  | FrameBody
  | { kind: 'spawned'; id: string; pid?: number; args: readonly string[] }
  | { kind: 'eof'; id: string }
  | { kind: 'stderr'; id: string; bytes: number; text?: string }
  | { kind: 'exited'; id: string; code: number | null; signal: string | null }
  /** So many things happened here of which nobody kept a row. */
  | { kind: 'dropped'; count: number };

export interface ActorBody {
  kind: 'actor';
  id: string;
  parent?: string;
  name: string;
  /** What it is, where it is of this library: `session`, `callback`, … */
  role?: string;
  chart?: string;
  facts?: Facts;
}

export interface FrameBody {
  kind: 'frame';
  /** The actor whose process it is. */
  id: string;
  /** As in recordings: `in` is what the CLI is written. */
  dir: 'in' | 'out';
  type: string;
  subtype?: string;
  /** The request or message that it is about. */
  ref?: string;
  /** The hook, tool or server that it is about. */
  about?: string;
  bytes: number;
  /** The frame as JSON, without what is hidden. */
  text?: string;
  /** Too long to be kept. */
  cut?: true;
}

/** `n` counts the rows of its system. */
export type Row = RowBody & { n: number; at: number };

export type UnnumberedRow = RowBody & { at: number; system: string };

/** A program that reports. */
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

/** What a program sends in one go. */
export interface Packet {
  source: Source;
  charts: readonly Chart[];
  rows: readonly UnnumberedRow[];
  /** It ends now. */
  bye?: true;
}
