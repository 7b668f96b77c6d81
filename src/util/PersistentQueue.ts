/**
 * An immutable queue: every change returns a new one. Queues that grew out of one another share an
 * array, so adding an item costs the same however many are waiting. Its JSON is `{}`, because
 * inspectors show the context that holds it.
 */
export class PersistentQueue<Item> implements Iterable<Item> {
  readonly #items: Item[];
  readonly #start: number;
  readonly #end: number;

  constructor(items: Item[] = [], start = 0, end = items.length) {
    this.#items = items;
    this.#start = start;
    this.#end = end;
  }

  get length(): number {
    return this.#end - this.#start;
  }

  get first(): Item | undefined {
    return this.length > 0 ? this.#items[this.#start] : undefined;
  }

  *[Symbol.iterator](): Iterator<Item> {
    for (let index = this.#start; index < this.#end; index++) yield this.#items[index] as Item;
  }

  with(item: Item): PersistentQueue<Item> {
    // A caller may keep an empty queue forever. It must not keep what is added to its array.
    if (this.length === 0) return new PersistentQueue([item]);
    // Another queue has already grown out of this one and taken the next place in the array.
    if (this.#end < this.#items.length) return new PersistentQueue([...this.#all(), item]);
    this.#items.push(item);
    return new PersistentQueue(this.#items, this.#start);
  }

  withoutFirst(count = 1): PersistentQueue<Item> {
    const start = Math.min(this.#start + count, this.#end);
    // Copying now and then releases the items that were taken.
    if (start >= 32 && start * 2 >= this.#end) {
      return new PersistentQueue(this.#all().slice(count));
    }
    return new PersistentQueue(this.#items, start, this.#end);
  }

  filter(keep: (item: Item, index: number) => boolean): PersistentQueue<Item> {
    return new PersistentQueue(this.#all().filter(keep));
  }

  #all(): Item[] {
    return this.#items.slice(this.#start, this.#end);
  }
}
