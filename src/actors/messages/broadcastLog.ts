import { ClaudeActorsError } from '../../errors.js';
import { Fifo } from './fifo.js';

export interface LogLimits {
  /** What is kept while nobody listens, for one that comes later. */
  keptItems: number;
  keptBytes: number;
  /** How far an iterator may fall behind. */
  unreadBytes: number;
}

export const defaultLogLimits: LogLimits = {
  keptItems: 1000,
  keptBytes: 4 * 1024 * 1024,
  unreadBytes: 64 * 1024 * 1024,
};

/** One reader's way through a log. */
export interface LogReader<Value> extends AsyncIterableIterator<Value, undefined> {
  /** The next one if it is there now; `next` says why it is not. */
  poll(): Value | undefined;
  /** Skips what comes before this number. */
  startAt(number: number): void;
  /** Ends before this number: a pull that waits for it, or for one behind it, is over. */
  endAt(number: number): void;
}

/** What a reader gets of an item. */
type Select<Item> = (item: Item) => unknown;

interface Pull {
  resolve(result: IteratorResult<unknown, undefined>): void;
}

interface Cursor<Item> {
  /** Whether it still reads. */
  attached: boolean;
  /** The number of its next item, counted from the first of all. */
  at: number;
  until: number;
  unreadBytes: number;
  /** How far behind it may fall: less as long as nobody has pulled. */
  patience: number;
  warned: boolean;
  /** Set when it was cut off; given to its next pull. */
  error?: ClaudeActorsError;
  /** Pulls that came before their items. */
  readonly pulls: Fifo<Pull>;
  readonly select: Select<Item>;
}

const done = { done: true as const, value: undefined };

/**
 * One log, with a cursor for each reader. It never makes the writer wait: what all cursors have
 * passed is let go, and a cursor that falls too far behind ends with an error.
 */
export class BroadcastLog<Item> {
  readonly #limits: LogLimits;
  readonly #sizeOf: (item: Item) => number;
  readonly #onSlow: (unreadBytes: number) => void;
  readonly #cursors = new Set<Cursor<Item>>();
  readonly #items = new Fifo<Item>();
  /** The number of the first item that is kept. */
  #first = 0;
  /** How many cursors have not passed it yet. */
  #behind = 0;
  #bytes = 0;
  #closed = false;

  constructor(
    sizeOf: (item: Item) => number,
    limits: Partial<LogLimits> = {},
    onSlow: (unreadBytes: number) => void = () => {},
  ) {
    this.#sizeOf = sizeOf;
    this.#limits = { ...defaultLogLimits, ...limits };
    this.#onSlow = onSlow;
  }

  /** The number that the next item will have. */
  get end(): number {
    return this.#first + this.#items.length;
  }

  /** The array belongs to the log from now on. */
  append(items: Item[]): void {
    if (this.#closed) return;
    let bytes = 0;
    for (const item of items) bytes += this.#sizeOf(item);
    this.#items.append(items);
    this.#bytes += bytes;
    for (const cursor of this.#cursors) {
      cursor.unreadBytes += bytes;
      this.#serve(cursor);
      this.#judge(cursor);
    }
    this.#letGo();
  }

  /** No more items: readers end once they have read what there is. */
  close(): void {
    this.#closed = true;
    for (const { pulls } of this.#cursors) endPulls(pulls);
  }

  /**
   * Starts with the oldest item that is kept. `select` is what the reader wants of an item, never
   * undefined: a promise that has waited long keeps its value until the next full collection.
   */
  iterate<Value = Item>(select: (item: Item) => Value = itself): LogReader<Value> {
    return this.#reader(select, this.#first, this.#bytes, this.#limits.unreadBytes);
  }

  /** Starts with the next item; held for a reader who may never come, so with less patience. */
  reserve<Value = Item>(select: (item: Item) => Value = itself): LogReader<Value> {
    return this.#reader(select, this.end, 0, this.#limits.keptBytes);
  }

  #reader<Value>(
    select: (item: Item) => Value,
    at: number,
    unreadBytes: number,
    patience: number,
  ): LogReader<Value> {
    const until = Number.POSITIVE_INFINITY;
    const pulls = new Fifo<Pull>();
    const state = { attached: true, at, until, unreadBytes, patience, warned: false };
    const cursor: Cursor<Item> = { ...state, pulls, select };
    this.#cursors.add(cursor);
    if (at === this.#first) this.#behind += 1;
    const reader: LogReader<Value> = {
      poll: () => this.#poll(cursor) as Value | undefined,
      next: () => this.#pull(cursor) as Promise<IteratorResult<Value, undefined>>,
      return: () => {
        cursor.error = undefined;
        this.#detach(cursor);
        endPulls(cursor.pulls);
        return Promise.resolve(done);
      },
      startAt: (number) => {
        // One that was cut off, or that nobody wants, has nothing to skip.
        while (cursor.attached && cursor.at < Math.min(number, this.end)) this.#take(cursor);
      },
      endAt: (number) => {
        cursor.until = number;
        if (cursor.at >= number) endPulls(cursor.pulls);
      },
      [Symbol.asyncIterator]: () => reader,
    };
    return reader;
  }

  #poll(cursor: Cursor<Item>): unknown {
    cursor.patience = this.#limits.unreadBytes;
    if (!cursor.attached || cursor.at >= cursor.until) return undefined;
    const item = this.#take(cursor);
    return item === undefined ? undefined : cursor.select(item);
  }

  #pull(cursor: Cursor<Item>): Promise<IteratorResult<unknown, undefined>> {
    const value = this.#poll(cursor);
    if (value !== undefined) return Promise.resolve({ done: false, value });
    const { error } = cursor;
    if (error) {
      // An error is thrown once; after it the reader is simply over.
      cursor.error = undefined;
      return Promise.reject(error);
    }
    if (!cursor.attached) return Promise.resolve(done);
    if (cursor.at < cursor.until && !this.#closed) {
      return new Promise((resolve) => cursor.pulls.push({ resolve }));
    }
    this.#detach(cursor);
    return Promise.resolve(done);
  }

  #serve(cursor: Cursor<Item>): void {
    while (cursor.pulls.length > 0) {
      const item = this.#take(cursor);
      if (item === undefined) return;
      cursor.pulls.shift()?.resolve({ done: false, value: cursor.select(item) });
    }
  }

  #judge(cursor: Cursor<Item>): void {
    const { patience } = cursor;
    if (cursor.unreadBytes > patience) {
      cursor.error = tooSlow(patience);
      this.#detach(cursor);
    } else if (cursor.unreadBytes > this.#limits.unreadBytes / 2 && !cursor.warned) {
      cursor.warned = true;
      this.#onSlow(cursor.unreadBytes);
    }
  }

  #take(cursor: Cursor<Item>): Item | undefined {
    const item = this.#items.at(cursor.at - this.#first);
    if (item === undefined) return undefined;
    const wasFirst = cursor.at === this.#first;
    cursor.at += 1;
    cursor.unreadBytes -= this.#sizeOf(item);
    if (wasFirst) {
      this.#behind -= 1;
      if (this.#behind === 0) this.#letGo();
    }
    return item;
  }

  #detach(cursor: Cursor<Item>): void {
    cursor.attached = false;
    this.#cursors.delete(cursor);
    this.#letGo();
  }

  /** Drops what every cursor has passed or, where there is none, all but the last of it. */
  #letGo(): void {
    const { keptItems, keptBytes } = this.#limits;
    if (this.#cursors.size === 0) {
      this.#behind = 0;
      const isOver = () => this.#items.length > keptItems || this.#bytes > keptBytes;
      while (this.#items.length > 0 && isOver()) this.#drop();
      return;
    }
    let slowest = Number.POSITIVE_INFINITY;
    let behind = 0;
    for (const { at } of this.#cursors) {
      if (at < slowest) behind = 0;
      if (at <= slowest) behind += 1;
      slowest = Math.min(slowest, at);
    }
    while (this.#first < slowest) this.#drop();
    this.#behind = behind;
  }

  #drop(): void {
    const item = this.#items.shift();
    if (item !== undefined) this.#bytes -= this.#sizeOf(item);
    this.#first += 1;
  }
}

function itself<Item, Value>(item: Item): Value {
  return item as unknown as Value;
}

function endPulls(pulls: Fifo<Pull>): void {
  while (pulls.length > 0) pulls.shift()?.resolve(done);
}

function tooSlow(limit: number): ClaudeActorsError {
  return new ClaudeActorsError(
    'ConsumerTooSlow',
    `This reader fell more than ${limit} bytes behind and was cut off. Read faster, or raise limits.unreadBytes.`,
    { limit },
  );
}
