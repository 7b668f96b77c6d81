/**
 * A queue that is cheap at both ends; `shift` on a long array moves everything behind it. When it
 * runs empty it starts with a new array: V8 would keep what an old, outgrown array held until the
 * next full collection.
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
      // Only now and then, so that each item is moved about once.
      this.#items.splice(0, this.#start);
      this.#start = 0;
    }
    return item;
  }
}
