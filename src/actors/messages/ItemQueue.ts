import type { ClaudeActorsError } from '../../errors.js';
import type { QueryItem } from '../../machines/query/queryTypes.js';
import { Fifo } from '../../util/Fifo.js';

/** Turns an item into the value a reader gets; undefined skips the item. */
export type Select<Value> = (item: QueryItem) => Value | undefined;

/** How a stream ends. */
export interface StreamEnd {
  /** Thrown to every reader. */
  error?: ClaudeActorsError | undefined;
  /** What readers of plain messages get instead, as in the official SDK; null for no error. */
  messagesError?: ClaudeActorsError | null | undefined;
}

interface Pull {
  select: Select<unknown>;
  readsMessages: boolean;
  resolve(result: IteratorResult<unknown>): void;
  reject(error: unknown): void;
}

export interface ItemQueueEvents {
  /** More than the limit is unread: stop reading from the process. */
  onFull(): void;
  /** At most half the limit is unread, or nothing is kept any more: read on. */
  onDrained(): void;
}

/** Items that were appended together. */
interface Chunk {
  readonly items: readonly QueryItem[];
  readonly bytes: number;
}

const emptyChunk: Chunk = { items: [], bytes: 0 };

/** Hands out a query's items, one per pull. If nobody reads, the pipe is paused. */
export class ItemQueue {
  readonly #limit: number;
  readonly #events: ItemQueueEvents;
  readonly #pulls = new Fifo<Pull>();
  #chunks = new Fifo<Chunk>();
  /** The chunk being read, its items, and the index of the next one. */
  #chunk = emptyChunk;
  #items = emptyChunk.items;
  #index = 0;
  /** The size of the chunk being read, all of it, and of the chunks after it. */
  #bytes = 0;
  /** The exact number of unread bytes, counted item by item, but only while the queue is full. */
  #unreadWhileFull: number | undefined;
  #end: StreamEnd | undefined;

  constructor(limit: number, events: ItemQueueEvents) {
    this.#limit = limit;
    this.#events = events;
  }

  /** Takes over the array: do not change it afterwards. Pass `bytes` if you know its size. */
  append(items: readonly QueryItem[], bytes?: number): void {
    if (this.#end) return;
    if (items.length > 0) this.#enqueue(items, bytes ?? sizeOfAll(items));
    for (let pull = this.#pulls.at(0); pull && !this.#isEmpty; pull = this.#pulls.at(0)) {
      const value = pull.select(this.#take());
      if (value !== undefined) this.#pulls.shift()?.resolve({ done: false, value });
    }
    this.#checkLimit();
  }

  /** Ends the stream after what is queued. Only the first call counts. */
  end(error?: ClaudeActorsError, messagesError?: ClaudeActorsError | null): void {
    if (this.#end) return;
    this.#end = { error, messagesError };
    for (let pull = this.#pulls.shift(); pull; pull = this.#pulls.shift()) this.#settleAtEnd(pull);
    // Later items are dropped, so the pipe need not wait any more.
    this.#leaveFull();
  }

  /** Drops everything that is queued. */
  discard(): void {
    this.#chunks = new Fifo();
    this.#openNextChunk();
    this.#bytes = 0;
    this.#leaveFull();
  }

  next(): Promise<IteratorResult<QueryItem, undefined>> {
    return this.pick((item) => item);
  }

  /** The next item that `select` does not skip. Skipped items are gone. */
  pick<Value>(
    select: Select<Value>,
    readsMessages = false,
  ): Promise<IteratorResult<Value, undefined>> {
    while (!this.#isEmpty) {
      const value = select(this.#take());
      if (value !== undefined) return Promise.resolve({ done: false, value });
    }
    return new Promise((resolve, reject) => {
      const pull = { select, readsMessages, resolve: resolve as Pull['resolve'], reject };
      if (this.#end) this.#settleAtEnd(pull);
      else this.#pulls.push(pull);
    });
  }

  #settleAtEnd(pull: Pull): void {
    const { error: always, messagesError } = this.#end ?? {};
    const error = pull.readsMessages && messagesError !== undefined ? messagesError : always;
    // The error is thrown once; after that the stream has simply ended.
    this.#end = {};
    if (error) pull.reject(error);
    else pull.resolve({ done: true, value: undefined });
  }

  get #isEmpty(): boolean {
    return this.#index === this.#items.length;
  }

  #enqueue(items: readonly QueryItem[], bytes: number): void {
    this.#bytes += bytes;
    if (this.#unreadWhileFull !== undefined) this.#unreadWhileFull += bytes;
    this.#chunks.push({ items, bytes });
    if (this.#isEmpty) this.#openNextChunk();
  }

  #take(): QueryItem {
    const item = this.#items[this.#index] as QueryItem;
    this.#index += 1;
    if (this.#isEmpty) this.#openNextChunk();
    if (this.#unreadWhileFull !== undefined) this.#countRead(item);
    return item;
  }

  #openNextChunk(): void {
    this.#bytes -= this.#chunk.bytes;
    this.#chunk = this.#chunks.shift() ?? emptyChunk;
    this.#items = this.#chunk.items;
    this.#index = 0;
  }

  #checkLimit(): void {
    if (this.#unreadWhileFull !== undefined || this.#bytes <= this.#limit) return;
    const unread = this.#bytes - sizeOfAll(this.#items.slice(0, this.#index));
    if (unread <= this.#limit) return;
    this.#unreadWhileFull = unread;
    this.#events.onFull();
  }

  #countRead(item: QueryItem): void {
    this.#unreadWhileFull = (this.#unreadWhileFull ?? 0) - sizeOf(item);
    if (this.#unreadWhileFull <= this.#limit / 2) this.#leaveFull();
  }

  #leaveFull(): void {
    if (this.#unreadWhileFull === undefined) return;
    this.#unreadWhileFull = undefined;
    this.#events.onDrained();
  }
}

function sizeOfAll(items: readonly QueryItem[]): number {
  let bytes = 0;
  for (const item of items) bytes += sizeOf(item);
  return bytes;
}

function sizeOf(item: QueryItem): number {
  if (item.kind === 'message') return item.text.length;
  return item.kind === 'warning' ? (item.warning.frame?.text.length ?? 0) : 0;
}
