import { swallowErrors } from '../../util/swallowErrors.js';
import type { StoreEvent } from '../storeTypes.js';

/** The listeners of a store's changes, each for the keys with a prefix. */
export class Watchers {
  readonly #watchers = new Set<{ prefix: string; listen: (event: StoreEvent) => void }>();

  add(prefix: string, listen: (event: StoreEvent) => void): () => void {
    const watcher = { prefix, listen: swallowErrors(listen) };
    this.#watchers.add(watcher);
    return () => {
      this.#watchers.delete(watcher);
    };
  }

  get size(): number {
    return this.#watchers.size;
  }

  /** Whether anybody watches a record. */
  has(key: string): boolean {
    return [...this.#watchers].some(({ prefix }) => key.startsWith(prefix));
  }

  notify(event: StoreEvent): void {
    for (const watcher of this.#watchers) {
      if (event.key.startsWith(watcher.prefix)) watcher.listen(event);
    }
  }

  clear(): void {
    this.#watchers.clear();
  }
}
