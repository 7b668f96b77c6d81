import { ClaudeActorsError } from '../../errors.js';
import { Fifo } from '../../util/Fifo.js';

/** One reader of a log. Positions count items from the first that was ever appended. */
export interface LogReader<Value> extends AsyncIterableIterator<Value, undefined> {
  /** The next value if one is available now. If not, `next` waits for it, ends or throws. */
  poll(): Value | undefined;
  /** Skips the items before this position. */
  startAt(position: number): void;
  /** Ends the reader before this position. A pull that waits for a later item ends too. */
  endAt(position: number): void;
}

/** Items that were appended together. */
export interface Chunk<Item> {
  items: readonly Item[];
  /** The position of the first item. */
  first: number;
  /** The size of everything appended before this chunk. */
  bytesBefore: number;
}

/** The part of a log that its cursors use. */
export interface LogSource<Item> {
  /** `index` counts chunks from the first that was ever appended. */
  chunkAt(index: number): Chunk<Item> | undefined;
  isClosed(): boolean;
  /** A cursor has read a whole chunk. */
  onChunkRead(): void;
  /** A cursor has ended; `position` is the item it would have read next. */
  onDetached(cursor: LogCursor<Item, unknown>, position: number): void;
}

interface Pull {
  resolve(result: IteratorResult<unknown, undefined>): void;
}

export interface CursorStart {
  chunkIndex: number;
  position: number;
  /** How many bytes the cursor may fall behind before its first pull, and afterwards. */
  limitBeforeReading: number;
  limitOnceReading: number;
}

const done = { done: true as const, value: undefined };
const noItems: readonly never[] = [];

/**
 * Reads a log chunk by chunk, and asks the log only for the next chunk: going from item to item is
 * an array access.
 */
export class LogCursor<Item, out Value> implements LogReader<Value> {
  readonly #log: LogSource<Item>;
  readonly #select: (item: Item) => Value;
  readonly #pulls = new Fifo<Pull>();
  readonly #limitOnceReading: number;
  /** How many bytes it may fall behind: fewer until the first pull. */
  #unreadLimit: number;
  #warned = false;
  #attached = true;
  /** Set when the reader was cut off; its next pull rejects with it. */
  #error: ClaudeActorsError | undefined;
  #endPosition = Number.POSITIVE_INFINITY;
  /** The chunk being read, or waited for. */
  #chunkIndex: number;
  #chunk: Chunk<Item> | undefined;
  /** The position of the next item while there is no chunk to read. */
  #awaited: number;
  #items: readonly Item[] = noItems;
  /** In the chunk: the next item, and the first item that must not be read. */
  #index = 0;
  #chunkEnd = 0;

  /**
   * `select` turns an item into the value handed out, never undefined. Hand out no more than the
   * reader needs: a promise that was pending for long keeps its value until the next full garbage
   * collection.
   */
  constructor(log: LogSource<Item>, select: (item: Item) => Value, start: CursorStart) {
    this.#log = log;
    this.#select = select;
    this.#unreadLimit = start.limitBeforeReading;
    this.#limitOnceReading = start.limitOnceReading;
    this.#chunkIndex = start.chunkIndex;
    this.#awaited = start.position;
    this.#openChunk();
  }

  /** The position of the next item. */
  static positionOf<Item>(cursor: LogCursor<Item, unknown>): number {
    return cursor.#position;
  }

  /** Items were appended: resolves the pulls that wait for them. */
  static onAppended<Item>(cursor: LogCursor<Item, unknown>): void {
    cursor.#resolvePulls();
  }

  /** The log was closed: ends the pulls that wait. */
  static endPulls<Item>(cursor: LogCursor<Item, unknown>): void {
    cursor.#endPulls();
  }

  /**
   * Cuts the cursor off if it is too far behind. Returns its unread bytes if it is far enough
   * behind for a warning, once.
   */
  static checkBacklog<Item>(
    cursor: LogCursor<Item, unknown>,
    totalBytes: number,
    sizeOfAll: (items: readonly Item[]) => number,
  ): number | undefined {
    return cursor.#checkBacklog(totalBytes, sizeOfAll);
  }

  poll(): Value | undefined {
    this.#unreadLimit = this.#limitOnceReading;
    return this.#index < this.#chunkEnd ? this.#take() : undefined;
  }

  next(): Promise<IteratorResult<Value, undefined>> {
    this.#unreadLimit = this.#limitOnceReading;
    if (this.#index < this.#chunkEnd) return Promise.resolve({ done: false, value: this.#take() });
    return this.#wait();
  }

  return(): Promise<IteratorResult<Value, undefined>> {
    this.#error = undefined;
    this.#detach();
    return Promise.resolve(done);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  startAt(position: number): void {
    while (this.#index < this.#chunkEnd && this.#position < position) {
      this.#index = Math.min(this.#index + position - this.#position, this.#chunkEnd);
      if (this.#index === this.#chunkEnd) this.#finishChunk();
    }
  }

  endAt(position: number): void {
    this.#endPosition = position;
    if (this.#position >= position) this.#detach();
    else this.#updateChunkEnd();
  }

  get #position(): number {
    return this.#chunk ? this.#chunk.first + this.#index : this.#awaited;
  }

  #resolvePulls(): void {
    if (!this.#chunk) this.#openChunk();
    while (this.#pulls.length > 0 && this.#index < this.#chunkEnd) {
      this.#pulls.shift()?.resolve({ done: false, value: this.#take() });
    }
  }

  #endPulls(): void {
    while (this.#pulls.length > 0) this.#pulls.shift()?.resolve(done);
  }

  #checkBacklog(
    totalBytes: number,
    sizeOfAll: (items: readonly Item[]) => number,
  ): number | undefined {
    if (!this.#chunk) return undefined;
    const limit = this.#unreadLimit;
    const warnAbove = this.#limitOnceReading / 2;
    const atMost = totalBytes - this.#chunk.bytesBefore;
    // Nearly every cursor keeps up, and then nothing needs to be counted.
    if (atMost <= (this.#warned ? limit : Math.min(limit, warnAbove))) return undefined;
    const unread = atMost - sizeOfAll(this.#items.slice(0, this.#index));
    if (unread > limit) {
      this.#error = tooSlow(limit);
      this.#detach();
    } else if (unread > warnAbove && !this.#warned) {
      this.#warned = true;
      return unread;
    }
    return undefined;
  }

  #wait(): Promise<IteratorResult<Value, undefined>> {
    const error = this.#error;
    if (error) {
      // The error is thrown once; after that the reader has simply ended.
      this.#error = undefined;
      return Promise.reject(error);
    }
    if (this.#attached && !this.#log.isClosed()) {
      return new Promise((resolve) => this.#pulls.push({ resolve: resolve as Pull['resolve'] }));
    }
    this.#detach();
    return Promise.resolve(done);
  }

  #take(): Value {
    const item = this.#items[this.#index] as Item;
    this.#index += 1;
    if (this.#index === this.#chunkEnd) this.#finishChunk();
    return this.#select(item);
  }

  #finishChunk(): void {
    if (this.#index === this.#items.length) {
      this.#awaited = this.#position;
      this.#chunkIndex += 1;
      this.#openChunk();
      this.#log.onChunkRead();
    }
    if (this.#position >= this.#endPosition) this.#detach();
  }

  #openChunk(): void {
    const chunk = this.#log.chunkAt(this.#chunkIndex);
    this.#chunk = chunk;
    this.#items = chunk?.items ?? noItems;
    this.#index = chunk ? this.#awaited - chunk.first : 0;
    this.#updateChunkEnd();
  }

  #updateChunkEnd(): void {
    const end = this.#chunk ? this.#endPosition - this.#chunk.first : 0;
    this.#chunkEnd = Math.min(this.#items.length, end);
  }

  #detach(): void {
    const position = this.#position;
    const wasAttached = this.#attached;
    this.#attached = false;
    this.#awaited = position;
    this.#chunk = undefined;
    this.#items = noItems;
    this.#index = 0;
    this.#chunkEnd = 0;
    this.#endPulls();
    if (wasAttached) this.#log.onDetached(this as LogCursor<Item, unknown>, position);
  }
}

function tooSlow(limit: number): ClaudeActorsError {
  return new ClaudeActorsError(
    'ConsumerTooSlow',
    `This reader fell more than ${limit} bytes behind and was cut off. Read faster, or raise \`limits.unreadBytes\`.`,
    { limit },
  );
}
