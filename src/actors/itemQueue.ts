import type { ClaudeActorsError } from '../errors.js';
import type { QueryItem } from '../machines/query/queryTypes.js';

type Pull = { resolve(result: IteratorResult<QueryItem>): void; reject(error: unknown): void };

export interface ItemQueueEvents {
  /** A pull found nothing: the chart may be waiting for just that. */
  onDry(): void;
  /** More than the limit is unread: the pipe must wait. */
  onFull(): void;
  /** Half of it has been read again. */
  onDrained(): void;
}

/** The items of one query, given out one a pull; the pipe is held up where nobody reads. */
export class ItemQueue {
  readonly #limit: number;
  readonly #events: ItemQueueEvents;
  #items: QueryItem[] = [];
  #taken = 0;
  #bytes = 0;
  #full = false;
  #pulls: Pull[] = [];
  #end: { error?: ClaudeActorsError } | undefined;

  constructor(limit: number, events: ItemQueueEvents) {
    this.#limit = limit;
    this.#events = events;
  }

  append(items: readonly QueryItem[]): void {
    if (this.#end) return;
    for (const item of items) {
      this.#items.push(item);
      this.#bytes += sizeOf(item);
    }
    while (this.#pulls.length > 0 && this.#has()) this.#pulls.shift()?.resolve(this.#take());
    if (this.#bytes > this.#limit && !this.#full) {
      this.#full = true;
      this.#events.onFull();
    }
  }

  /** Nothing follows what is queued; the first end counts. */
  end(error?: ClaudeActorsError): void {
    if (this.#end) return;
    this.#end = error ? { error } : {};
    const pulls = this.#pulls;
    this.#pulls = [];
    for (const pull of pulls) this.next().then(pull.resolve, pull.reject);
  }

  /** Drops what nobody will read any more. */
  discard(): void {
    this.#items = [];
    this.#taken = 0;
    this.#bytes = 0;
  }

  next(): Promise<IteratorResult<QueryItem>> {
    if (this.#has()) return Promise.resolve(this.#take());
    if (this.#end) {
      const { error } = this.#end;
      // An error is thrown once; after it the stream is simply over.
      this.#end = {};
      return error ? Promise.reject(error) : Promise.resolve({ done: true, value: undefined });
    }
    return new Promise((resolve, reject) => {
      this.#pulls.push({ resolve, reject });
      this.#events.onDry();
    });
  }

  #has(): boolean {
    return this.#taken < this.#items.length;
  }

  #take(): IteratorResult<QueryItem> {
    const value = this.#items[this.#taken] as QueryItem;
    this.#taken += 1;
    this.#bytes -= sizeOf(value);
    if (this.#taken === this.#items.length || this.#taken >= 1024) {
      this.#items.splice(0, this.#taken);
      this.#taken = 0;
    }
    if (this.#full && this.#bytes <= this.#limit / 2) {
      this.#full = false;
      this.#events.onDrained();
    }
    return { done: false, value };
  }
}

function sizeOf(item: QueryItem): number {
  if (item.kind === 'message') return item.frame.text.length;
  return item.kind === 'warning' ? (item.warning.frame?.text.length ?? 0) : 0;
}
