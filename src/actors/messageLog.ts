import type { MessageFrame } from '../codec/frames.js';
import { ClaudeActorsError } from '../errors.js';

export interface LogLimits {
  /** What is kept while nobody listens, for one that comes later. */
  keptMessages: number;
  keptBytes: number;
  /** How far an iterator may fall behind. */
  unreadBytes: number;
}

export const defaultLogLimits: LogLimits = {
  keptMessages: 1000,
  keptBytes: 4 * 1024 * 1024,
  unreadBytes: 64 * 1024 * 1024,
};

interface Cursor {
  /** Counted from the first message of all. */
  at: number;
  waiting?: {
    resolve(result: IteratorResult<MessageFrame>): void;
    reject(error: unknown): void;
  };
  error?: ClaudeActorsError;
  warned: boolean;
}

/**
 * One log of messages, with a cursor for each iterator. It never makes the reader wait: what all
 * cursors have passed is let go, and a cursor that falls too far behind ends with an error.
 */
export class MessageLog {
  readonly #limits: LogLimits;
  readonly #onSlow: (unreadBytes: number) => void;
  readonly #cursors = new Set<Cursor>();
  #frames: MessageFrame[] = [];
  /** The number of the first frame that is kept. */
  #first = 0;
  #bytes = 0;
  #closed = false;

  constructor(limits: Partial<LogLimits> = {}, onSlow: (unreadBytes: number) => void = () => {}) {
    this.#limits = { ...defaultLogLimits, ...limits };
    this.#onSlow = onSlow;
  }

  append(frames: readonly MessageFrame[]): void {
    if (this.#closed) return;
    for (const frame of frames) {
      this.#frames.push(frame);
      this.#bytes += frame.text.length;
    }
    for (const cursor of this.#cursors) this.#serve(cursor);
    this.#dropRead();
  }

  /** No more messages: iterators end once they have read what there is. */
  close(): void {
    this.#closed = true;
    for (const cursor of this.#cursors) this.#serve(cursor);
  }

  /** Starts with the oldest message that is kept. */
  iterate(): AsyncIterableIterator<MessageFrame> {
    const cursor: Cursor = { at: this.#first, warned: false };
    this.#cursors.add(cursor);
    const done = { done: true as const, value: undefined };
    const iterator: AsyncIterableIterator<MessageFrame> = {
      next: () => {
        const ready = this.#take(cursor);
        if (ready) return Promise.resolve(ready);
        if (cursor.error) {
          this.#cursors.delete(cursor);
          return Promise.reject(cursor.error);
        }
        if (this.#closed || !this.#cursors.has(cursor)) return Promise.resolve(done);
        return new Promise((resolve, reject) => {
          cursor.waiting = { resolve, reject };
        });
      },
      return: () => {
        this.#cursors.delete(cursor);
        cursor.waiting?.resolve(done);
        cursor.waiting = undefined;
        this.#dropRead();
        return Promise.resolve(done);
      },
      [Symbol.asyncIterator]: () => iterator,
    };
    return iterator;
  }

  #take(cursor: Cursor): IteratorResult<MessageFrame> | undefined {
    if (!this.#cursors.has(cursor) || cursor.error) return undefined;
    const value = this.#frames[cursor.at - this.#first];
    if (!value) return undefined;
    cursor.at += 1;
    // Cheap enough to do now and then: what is read is let go in runs, not one by one.
    if ((cursor.at & 255) === 0) this.#dropRead();
    return { done: false, value };
  }

  #serve(cursor: Cursor): void {
    const { waiting } = cursor;
    if (waiting) {
      const ready = this.#take(cursor);
      if (!ready && !this.#closed) return;
      cursor.waiting = undefined;
      waiting.resolve(ready ?? { done: true, value: undefined });
      return;
    }
    const unread = this.#unreadBytes(cursor);
    if (unread > this.#limits.unreadBytes) {
      cursor.error = tooSlow(this.#limits.unreadBytes);
    } else if (unread > this.#limits.unreadBytes / 2 && !cursor.warned) {
      cursor.warned = true;
      this.#onSlow(unread);
    }
  }

  #unreadBytes(cursor: Cursor): number {
    if (this.#bytes <= this.#limits.unreadBytes / 2) return 0;
    let bytes = 0;
    for (let i = cursor.at - this.#first; i < this.#frames.length; i++) {
      bytes += this.#frames[i]?.text.length ?? 0;
    }
    return bytes;
  }

  #dropRead(): void {
    const readers = [...this.#cursors].filter((cursor) => !cursor.error);
    let keepFrom = Math.min(...readers.map((cursor) => cursor.at));
    if (readers.length === 0) keepFrom = this.#keptWithoutReaders();
    const drop = Math.min(keepFrom - this.#first, this.#frames.length);
    if (drop <= 0) return;
    for (let i = 0; i < drop; i++) this.#bytes -= this.#frames[i]?.text.length ?? 0;
    this.#frames.splice(0, drop);
    this.#first += drop;
  }

  #keptWithoutReaders(): number {
    let bytes = this.#bytes;
    let drop = Math.max(0, this.#frames.length - this.#limits.keptMessages);
    for (let i = 0; i < drop; i++) bytes -= this.#frames[i]?.text.length ?? 0;
    while (bytes > this.#limits.keptBytes && drop < this.#frames.length) {
      bytes -= this.#frames[drop]?.text.length ?? 0;
      drop += 1;
    }
    return this.#first + drop;
  }
}

function tooSlow(limit: number): ClaudeActorsError {
  return new ClaudeActorsError(
    'ConsumerTooSlow',
    `This reader of messages fell more than ${limit} bytes behind and was cut off. Read faster, or raise limits.unreadBytes.`,
    { limit },
  );
}
