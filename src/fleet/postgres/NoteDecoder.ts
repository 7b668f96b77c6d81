import { isRecord } from '../../util/typeGuards.js';
import type { StoredJson, StoreEvent } from '../storeTypes.js';

/** Notes of one record that go out together. */
export interface NoteBatch {
  key: string;
  epoch: number;
  notes: StoredJson[];
}

/** PostgreSQL allows less than 8,000 bytes in a notification. The header needs some of them. */
const maxBytes = 7_900;
const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;

/**
 * Cuts a batch into the payloads of notifications. Each batch needs a `name` of its own, because
 * PostgreSQL sends equal payloads of a transaction only once.
 */
export function encodeNotes(name: string, { key, notes }: NoteBatch): string[] {
  const bytes = Buffer.from(JSON.stringify([key, notes]));
  const pieces: string[] = [];
  for (let start = 0; start < bytes.length; ) {
    let end = Math.min(start + maxBytes, bytes.length);
    while (isContinuation(bytes[end])) end -= 1;
    const isLast = end === bytes.length;
    const header = `${name} ${pieces.length} ${isLast ? 'end' : 'more'} `;
    pieces.push(header + bytes.toString('utf8', start, end));
    start = end;
  }
  return pieces;
}

/** Puts the payloads of a batch together again. A batch that lacks one is dropped. */
export class NoteDecoder {
  readonly #incomplete = new Map<string, { pieces: number; text: string }>();

  /** Adds a payload. Returns the events of its batch once that is complete. */
  take(payload: string): StoreEvent[] {
    const [, name = '', index, more, piece = ''] =
      /^(\S+) (\d+) (more|end) (.*)$/s.exec(payload) ?? [];
    const begun = this.#incomplete.get(name) ?? { pieces: 0, text: '' };
    if (begun.pieces !== Number(index)) {
      this.#incomplete.delete(name);
      return [];
    }
    const text = begun.text + piece;
    if (more === 'more') {
      this.#incomplete.set(name, { pieces: begun.pieces + 1, text });
      return [];
    }
    this.#incomplete.delete(name);
    return parse(text);
  }

  /** Forgets incomplete batches: the rest was lost with the connection. */
  clear(): void {
    this.#incomplete.clear();
  }
}

function parse(text: string): StoreEvent[] {
  const [key, notes] = JSON.parse(text) as [string, unknown[]];
  return notes.flatMap((note) => (isRecord(note) ? [{ key, note }] : []));
}
