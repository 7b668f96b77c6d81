import { defaultSizes, keptMessages } from '../../defaults.js';
import { Fifo } from '../../util/Fifo.js';
import {
  type Chunk,
  LogCursor,
  type LogReader,
  type LogSource,
  type SelectingReader,
} from './LogCursor.js';

export interface LogLimits {
  /** How much is kept for a later reader while there is none. */
  keptItems: number;
  keptBytes: number;
  /** How far a reader may fall behind. */
  unreadBytes: number;
}

const defaultLogLimits: LogLimits = {
  keptItems: keptMessages,
  keptBytes: defaultSizes.keptMessages,
  unreadBytes: defaultSizes.unread,
};

/**
 * A log with any number of readers, each with its own cursor.
 *
 * The writer never waits: the log drops what every cursor has read, and a cursor that falls too far
 * behind ends with an error. Items that are appended together stay together as a chunk, so a reader
 * goes from item to item without asking the log.
 *
 * Cursors that wait or rest cost nothing: appending touches only those with a pull to resolve, and
 * each chunk counts the cursors in it, so nobody searches for the slowest.
 */
export class BroadcastLog<Item> {
  readonly #limits: LogLimits;
  readonly #sizeOf: (item: Item) => number;
  readonly #sizeOfAll = (items: readonly Item[]): number => {
    let bytes = 0;
    for (const item of items) bytes += this.#sizeOf(item);
    return bytes;
  };
  readonly #onSlow: (unreadBytes: number) => void;
  readonly #cursors = new Set<LogCursor<Item, unknown>>();
  /** The cursors with pulls that wait for the next item. */
  #waiting: LogCursor<Item, unknown>[] = [];
  /** What at least one cursor has yet to read, or what is kept for a later reader. */
  readonly #chunks = new Fifo<Chunk<Item>>();
  #droppedChunks = 0;
  /** How many cursors have read everything, and will read the next chunk. */
  #cursorsAtEnd = 0;
  /** The position of the oldest item that a new reader gets. */
  #first = 0;
  #end = 0;
  /** The size of everything that was ever appended. */
  #totalBytes = 0;
  /** Up to this total, no cursor can have fallen too far behind. */
  #backlogCheckAt = Number.POSITIVE_INFINITY;
  #closed = false;
  readonly #source: LogSource<Item> = {
    chunkAt: (index) => this.#chunks.at(index - this.#droppedChunks),
    isClosed: () => this.#closed,
    onPullWaiting: (cursor) => this.#waiting.push(cursor),
    onPullsEnded: (cursor) => {
      const index = this.#waiting.indexOf(cursor);
      if (index >= 0) this.#waiting.splice(index, 1);
    },
    onChunkRead: (index) => {
      this.#enter(index + 1);
      this.#leave(index);
    },
    onDetached: (cursor, position, index) => {
      this.#cursors.delete(cursor);
      if (this.#cursors.size === 0) this.#advanceFirst(position);
      this.#leave(index);
    },
  };

  constructor(
    sizeOf: (item: Item) => number,
    limits: Partial<LogLimits> = {},
    onSlow: (unreadBytes: number) => void = () => {},
  ) {
    this.#sizeOf = sizeOf;
    this.#limits = { ...defaultLogLimits, ...limits };
    this.#onSlow = onSlow;
  }

  /** The position that the next item will get. */
  get end(): number {
    return this.#end;
  }

  /** Takes over the array: do not change it afterwards. Pass `bytes` if you know its size. */
  append(items: readonly Item[], bytes?: number): void {
    if (this.#closed || items.length === 0) return;
    const chunk = {
      items,
      first: this.#end,
      bytesBefore: this.#totalBytes,
      cursors: this.#cursorsAtEnd,
    };
    this.#cursorsAtEnd = 0;
    this.#chunks.push(chunk);
    this.#end += items.length;
    this.#totalBytes += bytes ?? this.#sizeOfAll(items);
    if (this.#waiting.length > 0) {
      const waiting = this.#waiting;
      this.#waiting = [];
      for (const cursor of waiting) LogCursor.onAppended(cursor);
    }
    this.#dropRead();
    // Last, because a listener of the warning may append, or add and end readers.
    if (this.#totalBytes > this.#backlogCheckAt) this.#checkBacklogs();
  }

  /** No more items will come. Readers end once they have read the rest. */
  close(): void {
    this.#closed = true;
    for (const cursor of this.#waiting.splice(0)) LogCursor.endPulls(cursor);
  }

  /** A reader that starts with the oldest item that is kept. */
  iterate<Value = Item>(select: (item: Item) => Value = identity): LogReader<Value> {
    let slowest = Number.POSITIVE_INFINITY;
    for (const cursor of this.#cursors) slowest = Math.min(slowest, LogCursor.positionOf(cursor));
    this.#advanceFirst(slowest);
    return this.#reader(select, this.#droppedChunks, this.#first, this.#limits.unreadBytes);
  }

  /**
   * A reader that starts with the next item. Nobody may ever read from it, so until the first pull
   * it may hold only `keptBytes`.
   */
  reserve(): SelectingReader<Item> {
    const next = this.#droppedChunks + this.#chunks.length;
    return this.#reader<Item>(identity, next, this.#end, this.#limits.keptBytes);
  }

  #reader<Value>(
    select: (item: Item) => Value,
    chunkIndex: number,
    position: number,
    limitBeforeReading: number,
  ): LogCursor<Item, Value> {
    const limitOnceReading = this.#limits.unreadBytes;
    const start = { chunkIndex, position, limitBeforeReading, limitOnceReading };
    const cursor = new LogCursor(this.#source, select, start);
    this.#cursors.add(cursor);
    this.#enter(chunkIndex);
    this.#planBacklogCheck(cursor);
    return cursor;
  }

  #enter(index: number): void {
    const chunk = this.#chunks.at(index - this.#droppedChunks);
    if (chunk) chunk.cursors += 1;
    else this.#cursorsAtEnd += 1;
  }

  #leave(index: number): void {
    const chunk = this.#chunks.at(index - this.#droppedChunks);
    if (chunk) chunk.cursors -= 1;
    else this.#cursorsAtEnd -= 1;
    // Unless it was among the slowest, the others still need everything that is here.
    if (index === this.#droppedChunks || this.#cursors.size === 0) this.#dropRead();
  }

  /** Drops what every cursor has read. Without a cursor, keeps only the newest items. */
  #dropRead(): void {
    if (this.#cursors.size === 0) {
      this.#dropOldest();
      return;
    }
    while (this.#chunks.at(0)?.cursors === 0) this.#dropFirstChunk();
  }

  /** Every cursor has read the first chunk up to this position, if the position lies in it. */
  #advanceFirst(position: number): void {
    const chunk = this.#chunks.at(0);
    if (chunk && position > this.#first && position < chunk.first + chunk.items.length) {
      this.#first = position;
    }
  }

  #dropOldest(): void {
    const { keptItems, keptBytes } = this.#limits;
    for (let chunk = this.#chunks.at(0); chunk; chunk = this.#chunks.at(0)) {
      const { items, first } = chunk;
      let { bytesBefore } = chunk;
      let dropped = 0;
      const mustDrop = () =>
        first + dropped < this.#first ||
        this.#end - first - dropped > keptItems ||
        this.#totalBytes - bytesBefore > keptBytes;
      for (; dropped < items.length && mustDrop(); dropped++) {
        bytesBefore += this.#sizeOf(items[dropped] as Item);
      }
      this.#first = first + dropped;
      if (dropped < items.length) {
        if (dropped > 0)
          Object.assign(chunk, { items: items.slice(dropped), first: this.#first, bytesBefore });
        return;
      }
      this.#dropFirstChunk();
    }
  }

  #dropFirstChunk(): void {
    const dropped = this.#chunks.shift();
    this.#droppedChunks += 1;
    if (dropped) this.#first = Math.max(this.#first, dropped.first + dropped.items.length);
  }

  #planBacklogCheck(cursor: LogCursor<Item, unknown>): void {
    const at = LogCursor.backlogCheckAt(cursor, this.#totalBytes);
    this.#backlogCheckAt = Math.min(this.#backlogCheckAt, at);
  }

  /** Cuts off the cursors that are too far behind, and finds out when to look again. */
  #checkBacklogs(): void {
    const slow: number[] = [];
    for (const cursor of [...this.#cursors]) {
      const unread = LogCursor.checkBacklog(cursor, this.#totalBytes, this.#sizeOfAll);
      if (unread !== undefined) slow.push(unread);
    }
    this.#backlogCheckAt = Number.POSITIVE_INFINITY;
    for (const cursor of this.#cursors) this.#planBacklogCheck(cursor);
    for (const unread of slow) this.#onSlow(unread);
  }
}

function identity<Item, Value>(item: Item): Value {
  return item as unknown as Value;
}
