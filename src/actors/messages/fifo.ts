/**
 * A queue that is cheap at both ends: `shift` on a long array moves all that stays. Empty, it begins
 * with a new array: one that has grown old would be outgrown, and dead it would keep what it held
 * until the next full collection.
 */
export class Fifo<Item> {
  #items: (Item | undefined)[] = [];
  #start = 0;

  get length(): number {
    return this.#items.length - this.#start;
  }

  at(index: number): Item | undefined {
    return this.#items[this.#start + index];
  }

  push(item: Item): void {
    this.#items.push(item);
  }

  shift(): Item | undefined {
    if (this.length === 0) return undefined;
    const item = this.#items[this.#start];
    this.#items[this.#start] = undefined;
    this.#start += 1;
    if (this.length === 0) {
      this.#items = [];
      this.#start = 0;
    } else if (this.#start >= 32 && this.#start * 2 >= this.#items.length) {
      // Now and then, and no more is moved than was taken since the last time.
      this.#items.splice(0, this.#start);
      this.#start = 0;
    }
    return item;
  }
}
