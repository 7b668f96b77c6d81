import type { MessageFrame } from '../codec/frames.js';
import { ClaudeActorsError } from '../errors.js';
import { Fifo } from './fifo.js';

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

interface Pull {
  resolve(result: IteratorResult<MessageFrame>): void;
}

interface Cursor {
  /** The number of its next message, counted from the first of all. */
  at: number;
  unreadBytes: number;
  warned: boolean;
  /** Set when it was cut off; given to its next pull. */
  error?: ClaudeActorsError;
  /** Pulls that came before their messages. */
  readonly pulls: Fifo<Pull>;
}

const done = { done: true as const, value: undefined };

/**
 * One log of messages, with a cursor for each iterator. It never makes the reader wait: what all
 * cursors have passed is let go, and a cursor that falls too far behind ends with an error.
 */
export class MessageLog {
  readonly #limits: LogLimits;
  readonly #onSlow: (unreadBytes: number) => void;
  readonly #cursors = new Set<Cursor>();
  readonly #frames = new Fifo<MessageFrame>();
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
    let bytes = 0;
    for (const frame of frames) {
      this.#frames.push(frame);
      bytes += sizeOf(frame);
    }
    this.#bytes += bytes;
    for (const cursor of this.#cursors) {
      cursor.unreadBytes += bytes;
      this.#serve(cursor);
      this.#judge(cursor);
    }
    this.#letGo();
  }

  /** No more messages: iterators end once they have read what there is. */
  close(): void {
    this.#closed = true;
    for (const { pulls } of this.#cursors) endPulls(pulls);
  }

  /** Starts with the oldest message that is kept. */
  iterate(): AsyncIterableIterator<MessageFrame> {
    const cursor: Cursor = {
      at: this.#first,
      unreadBytes: this.#bytes,
      warned: false,
      pulls: new Fifo(),
    };
    this.#cursors.add(cursor);
    const iterator: AsyncIterableIterator<MessageFrame> = {
      next: () => this.#pull(cursor),
      return: () => {
        cursor.error = undefined;
        this.#detach(cursor);
        endPulls(cursor.pulls);
        return Promise.resolve(done);
      },
      [Symbol.asyncIterator]: () => iterator,
    };
    return iterator;
  }

  #pull(cursor: Cursor): Promise<IteratorResult<MessageFrame>> {
    const { error } = cursor;
    if (error) {
      // An error is thrown once; after it the iterator is simply over.
      cursor.error = undefined;
      return Promise.reject(error);
    }
    if (!this.#cursors.has(cursor)) return Promise.resolve(done);
    const value = this.#take(cursor);
    if (value) return Promise.resolve({ done: false, value });
    if (!this.#closed) return new Promise((resolve) => cursor.pulls.push({ resolve }));
    this.#detach(cursor);
    return Promise.resolve(done);
  }

  #serve(cursor: Cursor): void {
    while (cursor.pulls.length > 0) {
      const value = this.#take(cursor);
      if (!value) return;
      cursor.pulls.shift()?.resolve({ done: false, value });
    }
  }

  #judge(cursor: Cursor): void {
    const { unreadBytes: limit } = this.#limits;
    if (cursor.unreadBytes > limit) {
      cursor.error = tooSlow(limit);
      this.#detach(cursor);
    } else if (cursor.unreadBytes > limit / 2 && !cursor.warned) {
      cursor.warned = true;
      this.#onSlow(cursor.unreadBytes);
    }
  }

  #take(cursor: Cursor): MessageFrame | undefined {
    const frame = this.#frames.at(cursor.at - this.#first);
    if (!frame) return undefined;
    cursor.at += 1;
    cursor.unreadBytes -= sizeOf(frame);
    this.#letGo();
    return frame;
  }

  #detach(cursor: Cursor): void {
    this.#cursors.delete(cursor);
    this.#letGo();
  }

  /** Drops what every cursor has passed or, where there is none, all but the last of it. */
  #letGo(): void {
    const { keptMessages, keptBytes } = this.#limits;
    if (this.#cursors.size === 0) {
      const isOver = () => this.#frames.length > keptMessages || this.#bytes > keptBytes;
      while (this.#frames.length > 0 && isOver()) this.#drop();
      return;
    }
    let slowest = Number.POSITIVE_INFINITY;
    for (const { at } of this.#cursors) slowest = Math.min(slowest, at);
    while (this.#first < slowest) this.#drop();
  }

  #drop(): void {
    const frame = this.#frames.shift();
    if (frame) this.#bytes -= sizeOf(frame);
    this.#first += 1;
  }
}

function sizeOf(frame: MessageFrame): number {
  return frame.text.length;
}

function endPulls(pulls: Fifo<Pull>): void {
  while (pulls.length > 0) pulls.shift()?.resolve(done);
}

function tooSlow(limit: number): ClaudeActorsError {
  return new ClaudeActorsError(
    'ConsumerTooSlow',
    `This reader of messages fell more than ${limit} bytes behind and was cut off. Read faster, or raise limits.unreadBytes.`,
    { limit },
  );
}
