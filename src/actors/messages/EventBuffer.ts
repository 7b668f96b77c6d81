import { type Deferred, deferred } from '../../util/deferred.js';
import { Fifo } from '../../util/Fifo.js';
import { roughSize } from '../../util/roughSize.js';

interface Kept<Item> {
  value: Item;
  size: number;
}

/** What a reader gets. `gap`: some items are no longer kept. */
export type BufferedItem<Item> =
  | { kind: 'item'; id: string; value: Item }
  | { kind: 'gap' }
  | { kind: 'end'; id: string }
  | { kind: 'failed'; id: string; error: unknown };

/** Reads the items from some position on. */
export interface BufferReader<Item> {
  /** Undefined if the reader was closed. */
  next(): Promise<BufferedItem<Item> | undefined>;
  close(): void;
  /** Whether it has read everything there is. */
  readonly isWaiting: boolean;
}

/**
 * Keeps the latest items of an iterator, each with an id from which a reader can continue. Readers
 * pull, so a slow one costs nothing. If it falls behind what is kept, it gets a `gap`.
 */
export class EventBuffer<Item> {
  readonly #name: string;
  readonly #limits: { keptItems: number; keptBytes: number };
  readonly #kept = new Fifo<Kept<Item>>();
  /** The number of the oldest item that is kept, and of the next one. */
  #first = 0;
  #next = 0;
  #size = 0;
  #end: { error?: unknown } | undefined;
  #grown: Deferred<void> = deferred();

  /** @param name - Makes the ids of this buffer differ from those of others. */
  constructor(name: string, limits: { keptItems: number; keptBytes: number }) {
    this.#name = name;
    this.#limits = limits;
  }

  /** Takes everything from an iterator, until it ends or throws. Never rejects. */
  async fill(items: AsyncIterator<Item>): Promise<void> {
    try {
      for (let step = await items.next(); !step.done; step = await items.next()) {
        this.add(step.value);
      }
      this.close();
    } catch (error) {
      this.close({ error });
    }
  }

  /** Nothing more will come. */
  close(end: { error?: unknown } = {}): void {
    this.#end = end;
    this.#announce();
  }

  /** Returns a reader of the items after the one with this id, or of all that are kept. */
  read(after?: string): BufferReader<Item> {
    let position = after === undefined ? this.#first : this.#positionAfter(after);
    let isClosed = false;
    const buffer = this;
    return {
      get isWaiting() {
        return position !== undefined && position >= buffer.#next && !isClosed;
      },
      async next() {
        for (;;) {
          if (isClosed) return undefined;
          if (position === undefined || position < buffer.#first) {
            position = buffer.#first;
            return { kind: 'gap' };
          }
          const kept = buffer.#kept.at(position - buffer.#first);
          if (kept) {
            position += 1;
            return { kind: 'item', id: buffer.#idOf(position - 1), value: kept.value };
          }
          if (buffer.#end) {
            const id = buffer.#idOf(buffer.#next);
            const { error } = buffer.#end;
            return error === undefined ? { kind: 'end', id } : { kind: 'failed', id, error };
          }
          await buffer.#grown.promise;
        }
      },
      close() {
        isClosed = true;
        // Else it is kept until the next item, which may be hours away.
        buffer.#announce();
      },
    };
  }

  add(value: Item): void {
    const size = roughSize(value);
    this.#kept.push({ value, size });
    this.#next += 1;
    this.#size += size;
    const { keptItems, keptBytes } = this.#limits;
    while (this.#kept.length > 1 && (this.#kept.length > keptItems || this.#size > keptBytes)) {
      this.#size -= this.#kept.shift()?.size ?? 0;
      this.#first += 1;
    }
    this.#announce();
  }

  #announce(): void {
    const grown = this.#grown;
    this.#grown = deferred();
    grown.resolve();
  }

  #idOf(position: number): string {
    return `${this.#name}-${position}`;
  }

  /** Undefined if the id is not one of this buffer's. */
  #positionAfter(id: string): number | undefined {
    const number = id.startsWith(`${this.#name}-`) ? Number(id.slice(this.#name.length + 1)) : -1;
    const isKnown = Number.isInteger(number) && number >= 0 && number <= this.#next;
    return isKnown ? Math.min(number + 1, this.#next) : undefined;
  }
}
