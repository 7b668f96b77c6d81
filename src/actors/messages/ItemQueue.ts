import type { ClaudeActorsError } from '../../errors.js';
import type { QueryItem } from '../../machines/query/queryTypes.js';
import { Fifo } from '../../util/Fifo.js';

/** What a reader makes of an item; undefined for one that it passes over. */
export type Select<Value> = (item: QueryItem) => Value | undefined;

interface Pull {
  select: Select<unknown>;
  resolve(result: IteratorResult<unknown>): void;
  reject(error: unknown): void;
}

export interface ItemQueueEvents {
  /** A pull waits and there is nothing for it: the chart may be waiting for just that. */
  onDry(): void;
  /** More than the limit is unread: the pipe must wait. */
  onFull(): void;
  /** Half of it has been read again, or nothing more is kept. */
  onDrained(): void;
}

/** What came at once. */
interface Chunk {
  readonly items: readonly QueryItem[];
  readonly bytes: number;
}

const nothing: Chunk = { items: [], bytes: 0 };

/** The items of one query, given out one a pull; the pipe is held up where nobody reads. */
export class ItemQueue {
  readonly #limit: number;
  readonly #events: ItemQueueEvents;
  readonly #pulls = new Fifo<Pull>();
  #waiting = new Fifo<Chunk>();
  /** The chunk that is read, its items, and the next of them. */
  #chunk = nothing;
  #items = nothing.items;
  #index = 0;
  /** Of the chunk that is read, as a whole, and of those that wait. */
  #bytes = 0;
  /** The bytes that are unread, where that is more than may be: only then each item is counted. */
  #excess: number | undefined;
  #end: { error?: ClaudeActorsError } | undefined;

  constructor(limit: number, events: ItemQueueEvents) {
    this.#limit = limit;
    this.#events = events;
  }

  /** The array must not be changed any more. `bytes` is its size, for one who knows it. */
  append(items: readonly QueryItem[], bytes?: number): void {
    if (this.#end) return;
    if (items.length > 0) this.#keep(items, bytes ?? sizeOfAll(items));
    for (let pull = this.#pulls.at(0); pull && !this.#isDry; pull = this.#pulls.at(0)) {
      const value = pull.select(this.#take());
      if (value !== undefined) this.#pulls.shift()?.resolve({ done: false, value });
    }
    if (this.#pulls.length > 0) this.#events.onDry();
    this.#judge();
  }

  /** Nothing follows what is queued; the first end counts. */
  end(error?: ClaudeActorsError): void {
    if (this.#end) return;
    this.#end = error ? { error } : {};
    for (let pull = this.#pulls.shift(); pull; pull = this.#pulls.shift()) this.#tellEnd(pull);
    // What comes now is dropped, so there is nothing to hold up.
    this.#relieve();
  }

  /** Drops what nobody will read any more. */
  discard(): void {
    this.#waiting = new Fifo();
    this.#open();
    this.#bytes = 0;
    this.#relieve();
  }

  next(): Promise<IteratorResult<QueryItem, undefined>> {
    return this.pick((item) => item);
  }

  /** The next item of which `select` makes something; those before it are gone. */
  pick<Value>(select: Select<Value>): Promise<IteratorResult<Value, undefined>> {
    while (!this.#isDry) {
      const value = select(this.#take());
      if (value !== undefined) return Promise.resolve({ done: false, value });
    }
    return new Promise((resolve, reject) => {
      const pull = { select, resolve: resolve as Pull['resolve'], reject };
      if (this.#end) {
        this.#tellEnd(pull);
      } else {
        this.#pulls.push(pull);
        this.#events.onDry();
      }
    });
  }

  #tellEnd(pull: Pull): void {
    const error = this.#end?.error;
    // An error is thrown once; after it the stream is simply over.
    this.#end = {};
    if (error) pull.reject(error);
    else pull.resolve({ done: true, value: undefined });
  }

  get #isDry(): boolean {
    return this.#index === this.#items.length;
  }

  #keep(items: readonly QueryItem[], bytes: number): void {
    this.#bytes += bytes;
    if (this.#excess !== undefined) this.#excess += bytes;
    this.#waiting.push({ items, bytes });
    if (this.#isDry) this.#open();
  }

  #take(): QueryItem {
    const item = this.#items[this.#index] as QueryItem;
    this.#index += 1;
    if (this.#isDry) this.#open();
    if (this.#excess !== undefined) this.#drain(item);
    return item;
  }

  /** Goes on to the next chunk. */
  #open(): void {
    this.#bytes -= this.#chunk.bytes;
    this.#chunk = this.#waiting.shift() ?? nothing;
    this.#items = this.#chunk.items;
    this.#index = 0;
  }

  #judge(): void {
    if (this.#excess !== undefined || this.#bytes <= this.#limit) return;
    const unread = this.#bytes - sizeOfAll(this.#items.slice(0, this.#index));
    if (unread <= this.#limit) return;
    this.#excess = unread;
    this.#events.onFull();
  }

  #drain(item: QueryItem): void {
    this.#excess = (this.#excess ?? 0) - sizeOf(item);
    if (this.#excess <= this.#limit / 2) this.#relieve();
  }

  #relieve(): void {
    if (this.#excess === undefined) return;
    this.#excess = undefined;
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
