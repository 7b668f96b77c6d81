interface Cursor {
  at: number;
  until: number;
}

export interface NaiveReader {
  poll(): number | undefined;
  return(): void;
  endAt(number: number): void;
}

/**
 * What a log of numbered items gives to whom, told as simply as possible: nothing is held, and `first`
 * is where one that comes later begins.
 */
export class NaiveLog {
  readonly #cursors = new Set<Cursor>();
  readonly #keptItems: number;
  #first = 0;
  #end = 0;

  constructor(keptItems: number) {
    this.#keptItems = keptItems;
  }

  append(count: number): void {
    if (count === 0) return;
    this.#end += count;
    this.#letGo();
  }

  iterate(): NaiveReader {
    return this.#reader(this.#first);
  }

  reserve(): NaiveReader {
    return this.#reader(this.#end);
  }

  #reader(at: number): NaiveReader {
    const cursor: Cursor = { at, until: Number.POSITIVE_INFINITY };
    this.#cursors.add(cursor);
    const canRead = () => this.#cursors.has(cursor) && cursor.at < this.#end;
    return {
      poll: () => (canRead() ? this.#take(cursor) : undefined),
      return: () => this.#leave(cursor),
      endAt: (number) => {
        cursor.until = number;
        if (cursor.at >= number) this.#leave(cursor);
      },
    };
  }

  #take(cursor: Cursor): number {
    const number = cursor.at;
    cursor.at += 1;
    // Nobody is left who has yet to read what was the first.
    if (number === this.#first && this.#slowest() > number) this.#letGo();
    if (cursor.at >= cursor.until) this.#leave(cursor);
    return number;
  }

  #leave(cursor: Cursor): void {
    if (this.#cursors.delete(cursor) && cursor.at < this.#slowest()) this.#letGo();
  }

  #slowest(): number {
    return Math.min(...[...this.#cursors].map(({ at }) => at));
  }

  #letGo(): void {
    const isRead = this.#cursors.size > 0;
    this.#first = isRead ? this.#slowest() : Math.max(this.#first, this.#end - this.#keptItems);
  }
}
