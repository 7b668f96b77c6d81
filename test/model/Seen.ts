import { isDeepStrictEqual } from 'node:util';
import { expect } from '@jest/globals';

/** What an outsider sees of a session at one moment. */
export interface Seen {
  /** The lines that the CLI got, parsed. */
  written: readonly Line[];
  /** Whether it got the end of its input. */
  ended: boolean;
  signals: readonly string[];
  state: string;
  /** What its turn does, while it runs. */
  turn?: string;
  standings: ReadonlyMap<string, string>;
  now: number;
  /** Whether the process is there to say something. */
  alive: boolean;
  /** How many messages the listeners got. */
  delivered: number;
  warnings: readonly string[];
  /** Whether it has ever been running, even for a moment. */
  everRan: boolean;
}

export interface Line {
  type: string;
  uuid?: string;
  request_id?: string;
  request?: { subtype: string; label?: string };
  response?: { subtype: string; request_id: string; response?: Record<string, unknown> };
}

/** A comparison that costs little while it holds: there are very many of them. */
export function same(real: unknown, must: unknown): void {
  if (!isDeepStrictEqual(real, must)) expect(real).toEqual(must);
}
