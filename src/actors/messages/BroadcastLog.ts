import { defaultSizes, keptMessages } from '../../defaults.js';
import { Fifo } from '../../util/Fifo.js';
import { type Chunk, LogCursor, type LogPages, type LogReader } from './LogCursor.js';

export interface LogLimits {
  /** What is kept while nobody listens, for one that comes later. */
  keptItems: number;
  keptBytes: number;
  /** How far an iterator may fall behind. */
  unreadBytes: number;
}

const defaultLogLimits: LogLimits = {
  keptItems: keptMessages,
  keptBytes: defaultSizes.keptMessages,
  unreadBytes: defaultSizes.unread,
};

/**
 * One log, with a cursor for each reader. It never makes the writer wait: what all cursors have
 * passed is let go, and a cursor that falls too far behind ends with an error. What came at once
 * stays together, so that a reader goes from item to item without asking the log.
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
  /** What somebody has not passed yet. */
  readonly #chunks = new Fifo<Chunk<Item>>();
  /** How many chunks came before. */
  #passed = 0;
  /** The number of the first item that is kept. */
  #first = 0;
  #end = 0;
  /** Of all that ever came. */
  #bytes = 0;
  #closed = false;
  readonly #pages: LogPages<Item> = {
    chunkAt: (index) => this.#chunks.at(index - this.#passed),
    isClosed: () => this.#closed,
    onPassed: () => this.#letGo(),
    onLeft: (cursor, at) => {
      this.#cursors.delete(cursor);
      const slowest = this.#slowest();
      this.#pass(Math.min(at, slowest));
      // What it was not the last to read stays as it is.
      if (at < slowest) this.#letGo();
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

  /** The number that the next item will have. */
  get end(): number {
    return this.#end;
  }

  /** The array must not be changed any more. `bytes` is its size, for one who knows it. */
  append(items: readonly Item[], bytes?: number): void {
    if (this.#closed || items.length === 0) return;
    this.#chunks.push({ items, first: this.#end, bytesBefore: this.#bytes });
    this.#end += items.length;
    this.#bytes += bytes ?? this.#sizeOfAll(items);
    // Whoever is warned may start a reader, or leave one.
    for (const cursor of [...this.#cursors]) {
      if (!this.#cursors.has(cursor)) continue;
      LogCursor.hear(cursor);
      const unread = LogCursor.judge(cursor, this.#bytes, this.#sizeOfAll);
      if (unread !== undefined) this.#onSlow(unread);
    }
    this.#letGo();
  }

  /** No more items: readers end once they have read what there is. */
  close(): void {
    this.#closed = true;
    for (const cursor of this.#cursors) LogCursor.endPulls(cursor);
  }

  /** Starts with the oldest item that is kept. */
  iterate<Value = Item>(select: (item: Item) => Value = itself): LogReader<Value> {
    this.#pass(this.#slowest());
    return this.#reader(select, this.#passed, this.#first, this.#limits.unreadBytes);
  }

  /** Starts with the next item; held for a reader who may never come, so with less patience. */
  reserve<Value = Item>(select: (item: Item) => Value = itself): LogReader<Value> {
    const next = this.#passed + this.#chunks.length;
    return this.#reader(select, next, this.#end, this.#limits.keptBytes);
  }

  #reader<Value>(
    select: (item: Item) => Value,
    chunkIndex: number,
    at: number,
    patience: number,
  ): LogReader<Value> {
    const lastingPatience = this.#limits.unreadBytes;
    const start = { chunkIndex, at, patience, lastingPatience };
    const cursor = new LogCursor(this.#pages, select, start);
    this.#cursors.add(cursor);
    return cursor;
  }

  /** Drops what every cursor has passed or, where there is none, all but the last of it. */
  #letGo(): void {
    if (this.#cursors.size === 0) {
      this.#keepTheLast();
      return;
    }
    const slowest = this.#slowest();
    this.#first = slowest;
    for (let chunk = this.#chunks.at(0); chunk; chunk = this.#chunks.at(0)) {
      if (chunk.first + chunk.items.length > slowest) return;
      this.#drop();
    }
  }

  /** The number of the first item that somebody has yet to read. */
  #slowest(): number {
    let slowest = Number.POSITIVE_INFINITY;
    for (const cursor of this.#cursors) slowest = Math.min(slowest, LogCursor.at(cursor));
    return slowest;
  }

  /** All have read what comes before this number in the first chunk, if it lies there. */
  #pass(number: number): void {
    const chunk = this.#chunks.at(0);
    if (chunk && number > this.#first && number < chunk.first + chunk.items.length) {
      this.#first = number;
    }
  }

  #keepTheLast(): void {
    const { keptItems, keptBytes } = this.#limits;
    for (let chunk = this.#chunks.at(0); chunk; chunk = this.#chunks.at(0)) {
      const { items, first } = chunk;
      let { bytesBefore } = chunk;
      let gone = 0;
      const mustGo = () =>
        first + gone < this.#first ||
        this.#end - first - gone > keptItems ||
        this.#bytes - bytesBefore > keptBytes;
      for (; gone < items.length && mustGo(); gone++) {
        bytesBefore += this.#sizeOf(items[gone] as Item);
      }
      this.#first = first + gone;
      if (gone < items.length) {
        if (gone > 0)
          Object.assign(chunk, { items: items.slice(gone), first: this.#first, bytesBefore });
        return;
      }
      this.#drop();
    }
  }

  #drop(): void {
    this.#chunks.shift();
    this.#passed += 1;
  }
}

function itself<Item, Value>(item: Item): Value {
  return item as unknown as Value;
}
