import { ClaudeActorsError } from '../../errors.js';
import { Fifo } from '../../util/Fifo.js';

/** One reader of a log. Positions count items from the first that was ever appended. */
export interface LogReader<Value> extends AsyncIterableIterator<Value, undefined> {
  /** The next value if one is available now. If not, `next` waits for it, ends or throws. */
  poll(): Value | undefined;
  /** Ends the reader before this position. A pull that waits for a later item ends too. */
  endAt(position: number): void;
}

/** A reader whose pulls can each select a part of the item. */
export interface SelectingReader<Item> extends LogReader<Item> {
  poll<Value = Item>(select?: (item: Item) => Value): Value | undefined;
  /** Like `next`. */
  pick<Value>(select: (item: Item) => Value): Promise<IteratorResult<Value, undefined>>;
}

/** Items that were appended together. */
export interface Chunk<Item> {
  items: readonly Item[];
  /** The position of the first item. */
  first: number;
  /** The size of everything appended before this chunk. */
  bytesBefore: number;
  /** How many cursors are reading it. */
  cursors: number;
}

/** The part of a log that its cursors use. */
export interface LogSource<Item> {
  /** `index` counts chunks from the first that was ever appended. */
  chunkAt(index: number): Chunk<Item> | undefined;
  isClosed(): boolean;
  /** A pull of this cursor waits for the next item. */
  onPullWaiting(cursor: LogCursor<Item, unknown>): void;
  /** The pulls of this cursor wait no longer, although nothing came. */
  onPullsEnded(cursor: LogCursor<Item, unknown>): void;
  /** A cursor has read a whole chunk, and continues with the next one. */
  onChunkRead(index: number): void;
  /** A cursor has ended; `position` is the item it would have read next, in the chunk `index`. */
  onDetached(cursor: LogCursor<Item, unknown>, position: number, index: number): void;
}

interface Pull<Item> {
  select(item: Item): unknown;
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
  readonly #pulls = new Fifo<Pull<Item>>();
  readonly #limitOnceReading: number;
  /** How many bytes it may fall behind: fewer until the first pull. */
  #unreadLimit: number;
  #warned = false;
  #attached = true;
  /** Set when the reader was cut off; its next pull rejects with it. */
  #error: ClaudeActorsError | undefined;
  #endPosition = Number.POSITIVE_INFINITY;
  /** The chunk being read, or waited for. It is opened by the next pull. */
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

  /** The total size of the log up to which `checkBacklog` has nothing to do. */
  static backlogCheckAt<Item>(cursor: LogCursor<Item, unknown>, totalBytes: number): number {
    return (cursor.#openChunk()?.bytesBefore ?? totalBytes) + cursor.#nextLimit;
  }

  poll<Picked = Value>(
    select = this.#select as (item: Item) => unknown as (item: Item) => Picked,
  ): Picked | undefined {
    this.#unreadLimit = this.#limitOnceReading;
    return this.#hasNext() ? select(this.#take()) : undefined;
  }

  next(): Promise<IteratorResult<Value, undefined>> {
    return this.pick(this.#select);
  }

  pick<Picked>(select: (item: Item) => Picked): Promise<IteratorResult<Picked, undefined>> {
    this.#unreadLimit = this.#limitOnceReading;
    if (this.#hasNext()) {
      return Promise.resolve({ done: false, value: select(this.#take()) });
    }
    return this.#wait(select);
  }

  return(): Promise<IteratorResult<Value, undefined>> {
    this.#error = undefined;
    this.#detach();
    return Promise.resolve(done);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  endAt(position: number): void {
    this.#endPosition = position;
    if (this.#position >= position) this.#detach();
    else this.#updateChunkEnd();
  }

  get #position(): number {
    return this.#chunk ? this.#chunk.first + this.#index : this.#awaited;
  }

  get #nextLimit(): number {
    const limit = this.#unreadLimit;
    return this.#warned ? limit : Math.min(limit, this.#limitOnceReading / 2);
  }

  #hasNext(): boolean {
    if (this.#index < this.#chunkEnd) return true;
    return this.#openChunk() !== undefined && this.#index < this.#chunkEnd;
  }

  #resolvePulls(): void {
    while (this.#pulls.length > 0 && this.#hasNext()) {
      const pull = this.#pulls.shift();
      pull?.resolve({ done: false, value: pull.select(this.#take()) });
    }
    if (this.#pulls.length > 0) this.#log.onPullWaiting(this as LogCursor<Item, unknown>);
  }

  #endPulls(): void {
    while (this.#pulls.length > 0) this.#pulls.shift()?.resolve(done);
  }

  #checkBacklog(
    totalBytes: number,
    sizeOfAll: (items: readonly Item[]) => number,
  ): number | undefined {
    const chunk = this.#openChunk();
    if (!chunk) return undefined;
    const limit = this.#unreadLimit;
    const warnAbove = this.#limitOnceReading / 2;
    const atMost = totalBytes - chunk.bytesBefore;
    // Nearly every cursor keeps up, and then nothing needs to be counted.
    if (atMost <= this.#nextLimit) return undefined;
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

  #wait<Picked>(select: (item: Item) => Picked): Promise<IteratorResult<Picked, undefined>> {
    const error = this.#error;
    if (error) {
      // The error is thrown once; after that the reader has simply ended.
      this.#error = undefined;
      return Promise.reject(error);
    }
    if (this.#attached && !this.#log.isClosed()) {
      if (this.#pulls.length === 0) this.#log.onPullWaiting(this as LogCursor<Item, unknown>);
      return new Promise((resolve) =>
        this.#pulls.push({ select, resolve: resolve as Pull<Item>['resolve'] }),
      );
    }
    this.#detach();
    return Promise.resolve(done);
  }

  #take(): Item {
    const item = this.#items[this.#index] as Item;
    this.#index += 1;
    if (this.#index === this.#chunkEnd) this.#finishChunk();
    return item;
  }

  #finishChunk(): void {
    if (this.#index === this.#items.length) {
      this.#awaited = this.#position;
      this.#closeChunk();
      this.#chunkIndex += 1;
      this.#log.onChunkRead(this.#chunkIndex - 1);
    }
    if (this.#position >= this.#endPosition) this.#detach();
  }

  #openChunk(): Chunk<Item> | undefined {
    if (this.#chunk || !this.#attached) return this.#chunk;
    const chunk = this.#log.chunkAt(this.#chunkIndex);
    if (chunk) {
      this.#chunk = chunk;
      this.#items = chunk.items;
      this.#index = this.#awaited - chunk.first;
      this.#updateChunkEnd();
    }
    return chunk;
  }

  #closeChunk(): void {
    this.#chunk = undefined;
    this.#items = noItems;
    this.#index = 0;
    this.#chunkEnd = 0;
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
    this.#closeChunk();
    if (this.#pulls.length > 0) this.#log.onPullsEnded(this as LogCursor<Item, unknown>);
    this.#endPulls();
    if (wasAttached) {
      this.#log.onDetached(this as LogCursor<Item, unknown>, position, this.#chunkIndex);
    }
  }
}

function tooSlow(limit: number): ClaudeActorsError {
  return new ClaudeActorsError(
    'ConsumerTooSlow',
    `This reader fell more than ${limit} bytes behind and was cut off. Read faster, or raise \`limits.unreadBytes\`.`,
    { limit },
  );
}
