import type { ClaudeActorsError } from '../../errors.js';
import type { QueryItem } from '../../machines/query/queryTypes.js';
import { Fifo } from './fifo.js';

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

/** The items of one query, given out one a pull; the pipe is held up where nobody reads. */
export class ItemQueue {
  readonly #limit: number;
  readonly #events: ItemQueueEvents;
  readonly #pulls = new Fifo<Pull>();
  #items = new Fifo<QueryItem>();
  #bytes = 0;
  #full = false;
  #end: { error?: ClaudeActorsError } | undefined;

  constructor(limit: number, events: ItemQueueEvents) {
    this.#limit = limit;
    this.#events = events;
  }

  /** The array belongs to the queue from now on. */
  append(items: QueryItem[]): void {
    if (this.#end) return;
    for (const item of items) this.#bytes += sizeOf(item);
    this.#items.append(items);
    for (let pull = this.#pulls.at(0); pull && this.#items.length > 0; pull = this.#pulls.at(0)) {
      const value = pull.select(this.#take());
      if (value !== undefined) this.#pulls.shift()?.resolve({ done: false, value });
    }
    if (this.#pulls.length > 0) this.#events.onDry();
    if (this.#bytes > this.#limit && !this.#full) {
      this.#full = true;
      this.#events.onFull();
    }
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
    this.#items = new Fifo();
    this.#bytes = 0;
    this.#relieve();
  }

  next(): Promise<IteratorResult<QueryItem, undefined>> {
    return this.pick((item) => item);
  }

  /** The next item of which `select` makes something; those before it are gone. */
  pick<Value>(select: Select<Value>): Promise<IteratorResult<Value, undefined>> {
    while (this.#items.length > 0) {
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

  #take(): QueryItem {
    const item = this.#items.shift() as QueryItem;
    this.#bytes -= sizeOf(item);
    if (this.#bytes <= this.#limit / 2) this.#relieve();
    return item;
  }

  #relieve(): void {
    if (!this.#full) return;
    this.#full = false;
    this.#events.onDrained();
  }
}

function sizeOf(item: QueryItem): number {
  if (item.kind === 'message') return item.text.length;
  return item.kind === 'warning' ? (item.warning.frame?.text.length ?? 0) : 0;
}
