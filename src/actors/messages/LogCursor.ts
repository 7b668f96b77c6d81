import { ClaudeActorsError } from '../../errors.js';
import { Fifo } from '../../util/Fifo.js';

/** One reader's way through a log. */
export interface LogReader<Value> extends AsyncIterableIterator<Value, undefined> {
  /** The next one if it is there now; `next` says why it is not. */
  poll(): Value | undefined;
  /** Skips what comes before this number. */
  startAt(number: number): void;
  /** Ends before this number: a pull that waits for it, or for one behind it, is over. */
  endAt(number: number): void;
}

/** What came at once. */
export interface Chunk<Item> {
  items: readonly Item[];
  /** The number of the first of them, counted from the first of all. */
  first: number;
  /** The bytes of all that came before. */
  bytesBefore: number;
}

/** What a cursor needs of its log. */
export interface LogPages<Item> {
  /** Counted from the first of all. */
  chunkAt(index: number): Chunk<Item> | undefined;
  isClosed(): boolean;
  /** A cursor has read a whole chunk. */
  onPassed(): void;
  /** A cursor is over; `at` is the number of the item that it would have read next. */
  onLeft(cursor: LogCursor<Item, unknown>, at: number): void;
}

interface Pull {
  resolve(result: IteratorResult<unknown, undefined>): void;
}

const done = { done: true as const, value: undefined };
const nothing: readonly never[] = [];

/** A reader of a log. It reads from one chunk after another, and asks the log only for the next. */
export class LogCursor<Item, out Value> implements LogReader<Value> {
  readonly #pages: LogPages<Item>;
  readonly #select: (item: Item) => Value;
  readonly #pulls = new Fifo<Pull>();
  readonly #lastingPatience: number;
  /** How far behind it may fall: less as long as nobody has pulled. */
  #patience: number;
  #warned = false;
  #attached = true;
  /** Set when it was cut off; given to its next pull. */
  #error: ClaudeActorsError | undefined;
  #until = Number.POSITIVE_INFINITY;
  /** The chunk that it reads, or that it waits for. */
  #chunkIndex: number;
  #chunk: Chunk<Item> | undefined;
  /** The number of the item that it waits for, where there is no chunk to read. */
  #awaited: number;
  #items: readonly Item[] = nothing;
  /** Its next item in the chunk, and the first that it must not read. */
  #index = 0;
  #stop = 0;

  /**
   * `select` is what it gives of an item, never undefined: a promise that has waited long keeps its
   * value until the next full collection.
   */
  constructor(
    pages: LogPages<Item>,
    select: (item: Item) => Value,
    start: { chunkIndex: number; at: number; patience: number; lastingPatience: number },
  ) {
    this.#pages = pages;
    this.#select = select;
    this.#patience = start.patience;
    this.#lastingPatience = start.lastingPatience;
    this.#chunkIndex = start.chunkIndex;
    this.#awaited = start.at;
    this.#open();
  }

  /** The number of the item that it reads next. */
  static at<Item>(cursor: LogCursor<Item, unknown>): number {
    return cursor.#at;
  }

  /** Something came. */
  static hear<Item>(cursor: LogCursor<Item, unknown>): void {
    cursor.#hear();
  }

  /** Nothing comes any more. */
  static endPulls<Item>(cursor: LogCursor<Item, unknown>): void {
    cursor.#endPulls();
  }

  /** Cuts it off where it is too slow. Gives what is unread, of all the bytes, where that is a warning. */
  static judge<Item>(
    cursor: LogCursor<Item, unknown>,
    bytes: number,
    sizeOfAll: (items: readonly Item[]) => number,
  ): number | undefined {
    return cursor.#judge(bytes, sizeOfAll);
  }

  poll(): Value | undefined {
    this.#patience = this.#lastingPatience;
    return this.#index < this.#stop ? this.#take() : undefined;
  }

  next(): Promise<IteratorResult<Value, undefined>> {
    this.#patience = this.#lastingPatience;
    if (this.#index < this.#stop) return Promise.resolve({ done: false, value: this.#take() });
    return this.#wait();
  }

  return(): Promise<IteratorResult<Value, undefined>> {
    this.#error = undefined;
    this.#leave();
    return Promise.resolve(done);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  startAt(number: number): void {
    while (this.#index < this.#stop && this.#at < number) {
      this.#index = Math.min(this.#index + number - this.#at, this.#stop);
      if (this.#index === this.#stop) this.#turnPage();
    }
  }

  endAt(number: number): void {
    this.#until = number;
    if (this.#at >= number) this.#leave();
    else this.#limit();
  }

  get #at(): number {
    return this.#chunk ? this.#chunk.first + this.#index : this.#awaited;
  }

  #hear(): void {
    if (!this.#chunk) this.#open();
    while (this.#pulls.length > 0 && this.#index < this.#stop) {
      this.#pulls.shift()?.resolve({ done: false, value: this.#take() });
    }
  }

  #endPulls(): void {
    while (this.#pulls.length > 0) this.#pulls.shift()?.resolve(done);
  }

  #judge(bytes: number, sizeOfAll: (items: readonly Item[]) => number): number | undefined {
    if (!this.#chunk) return undefined;
    const patience = this.#patience;
    const warnAbove = this.#lastingPatience / 2;
    const atMost = bytes - this.#chunk.bytesBefore;
    // Those that keep up, which are nearly all, need no count.
    if (atMost <= (this.#warned ? patience : Math.min(patience, warnAbove))) return undefined;
    const unread = atMost - sizeOfAll(this.#items.slice(0, this.#index));
    if (unread > patience) {
      this.#error = tooSlow(patience);
      this.#leave();
    } else if (unread > warnAbove && !this.#warned) {
      this.#warned = true;
      return unread;
    }
    return undefined;
  }

  #wait(): Promise<IteratorResult<Value, undefined>> {
    const error = this.#error;
    if (error) {
      // An error is thrown once; after it the reader is simply over.
      this.#error = undefined;
      return Promise.reject(error);
    }
    if (this.#attached && !this.#pages.isClosed()) {
      return new Promise((resolve) => this.#pulls.push({ resolve: resolve as Pull['resolve'] }));
    }
    this.#leave();
    return Promise.resolve(done);
  }

  #take(): Value {
    const item = this.#items[this.#index] as Item;
    this.#index += 1;
    if (this.#index === this.#stop) this.#turnPage();
    return this.#select(item);
  }

  #turnPage(): void {
    if (this.#index === this.#items.length) {
      this.#awaited = this.#at;
      this.#chunkIndex += 1;
      this.#open();
      this.#pages.onPassed();
    }
    if (this.#at >= this.#until) this.#leave();
  }

  #open(): void {
    const chunk = this.#pages.chunkAt(this.#chunkIndex);
    this.#chunk = chunk;
    this.#items = chunk?.items ?? nothing;
    this.#index = chunk ? this.#awaited - chunk.first : 0;
    this.#limit();
  }

  #limit(): void {
    const end = this.#chunk ? this.#until - this.#chunk.first : 0;
    this.#stop = Math.min(this.#items.length, end);
  }

  #leave(): void {
    const at = this.#at;
    const wasAttached = this.#attached;
    this.#attached = false;
    this.#awaited = at;
    this.#chunk = undefined;
    this.#items = nothing;
    this.#index = 0;
    this.#stop = 0;
    this.#endPulls();
    if (wasAttached) this.#pages.onLeft(this as LogCursor<Item, unknown>, at);
  }
}

function tooSlow(limit: number): ClaudeActorsError {
  return new ClaudeActorsError(
    'ConsumerTooSlow',
    `This reader fell more than ${limit} bytes behind and was cut off. Read faster, or raise limits.unreadBytes.`,
    { limit },
  );
}
