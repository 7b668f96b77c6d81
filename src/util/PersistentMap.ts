/** In what an older version differs from a newer one. Without a value, it lacks the key. */
interface Difference<Value> {
  readonly key: string;
  readonly value: Value | undefined;
  readonly newer: PersistentMap<Value>;
}

/**
 * An immutable map: every change returns a new one, and costs the same however many entries there
 * are. The version that was used last holds the entries; every other one knows in what it differs
 * from the next, and takes the entries over when somebody asks it. So the newest version is as fast
 * as a `Map`, and an older one is right, but slow. The order of the entries means nothing. Its JSON
 * shows no more than its size, because inspectors show the context that holds it.
 */
export class PersistentMap<Value> {
  readonly size: number;
  #entries: Map<string, Value> | undefined;
  #difference: Difference<Value> | undefined;

  constructor(entries = new Map<string, Value>()) {
    this.#entries = entries;
    this.size = entries.size;
  }

  get(key: string): Value | undefined {
    return this.#own().get(key);
  }

  has(key: string): boolean {
    return this.#own().has(key);
  }

  /** A copy. */
  values(): Value[] {
    return [...this.#own().values()];
  }

  with(key: string, value: Value): PersistentMap<Value> {
    return this.#change(key, value);
  }

  without(key: string): PersistentMap<Value> {
    return this.has(key) ? this.#change(key, undefined) : this;
  }

  #change(key: string, value: Value | undefined): PersistentMap<Value> {
    // A caller may keep an empty map forever. It must not keep the maps that grew out of it.
    if (this.size === 0) return new PersistentMap(new Map([[key, value as Value]]));
    const entries = this.#own();
    const before = entries.get(key);
    put(entries, key, value);
    const newer = new PersistentMap(entries);
    this.#handOver(key, before, newer);
    return newer;
  }

  /** Takes over the entries from the version that has them. */
  #own(): Map<string, Value> {
    if (this.#entries) return this.#entries;
    const path: PersistentMap<Value>[] = [];
    let owner: PersistentMap<Value> = this;
    while (owner.#difference) {
      path.push(owner);
      owner = owner.#difference.newer;
    }
    const entries = owner.#entries as Map<string, Value>;
    for (let older = path.pop(); older; older = path.pop()) {
      const { key, value } = older.#difference as Difference<Value>;
      owner.#handOver(key, entries.get(key), older);
      put(entries, key, value);
      older.#entries = entries;
      older.#difference = undefined;
      owner = older;
    }
    return entries;
  }

  #handOver(key: string, value: Value | undefined, newer: PersistentMap<Value>): void {
    this.#entries = undefined;
    this.#difference = { key, value, newer };
  }
}

function put<Value>(entries: Map<string, Value>, key: string, value: Value | undefined): void {
  if (value === undefined) entries.delete(key);
  else entries.set(key, value);
}
