import { isRecord } from '../../util/typeGuards.js';
import type { StoredJson, StoreEvent } from '../storeTypes.js';

/** Notes of one record that go out together. */
export interface NoteBatch {
  key: string;
  epoch: number;
  notes: StoredJson[];
}

/** PostgreSQL takes 8,000 bytes in a notification, less what comes before the text. */
const maxBytes = 7_900;
const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;

/**
 * Cuts a batch into the payloads of notifications. `name` has to be another one for each batch, because
 * PostgreSQL sends equal payloads of a transaction once.
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

/** Puts the payloads of notifications together again. One that lacks a piece is dropped. */
export class NoteDecoder {
  readonly #begun = new Map<string, { pieces: number; text: string }>();

  /** The events that are complete with this payload. */
  take(payload: string): StoreEvent[] {
    const [, name = '', index, more, piece = ''] =
      /^(\S+) (\d+) (more|end) (.*)$/s.exec(payload) ?? [];
    const begun = this.#begun.get(name) ?? { pieces: 0, text: '' };
    if (begun.pieces !== Number(index)) {
      this.#begun.delete(name);
      return [];
    }
    const text = begun.text + piece;
    if (more === 'more') {
      this.#begun.set(name, { pieces: begun.pieces + 1, text });
      return [];
    }
    this.#begun.delete(name);
    return parse(text);
  }

  /** Forgets what is not complete: the rest was lost with the connection. */
  clear(): void {
    this.#begun.clear();
  }
}

function parse(text: string): StoreEvent[] {
  const [key, notes] = JSON.parse(text) as [string, unknown[]];
  return notes.flatMap((note) => (isRecord(note) ? [{ key, note }] : []));
}
