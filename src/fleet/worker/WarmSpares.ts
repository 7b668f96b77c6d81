import { isDeepStrictEqual } from 'node:util';
import type { SessionStore } from '../../options/sessionStoreTypes.js';
import type { Options } from '../../options/types.js';
import type { SpareSource } from '../../pool/PoolSpares.js';
import { type Deferred, deferred } from '../../util/deferred.js';

interface Spare {
  token: string;
  store: Deferred<SessionStore>;
}

/** How many new conversations in a row need other options before spares get theirs. */
const missesBeforeChange = 2;

/**
 * The spares of a worker. A spare is started before its conversation is known, so it serves only those
 * whose options are equal to its own. It has the options of one of the last new conversations.
 */
export class WarmSpares implements SpareSource {
  readonly #wrap: (own: Options, token: string, store: SessionStore) => Options;
  readonly #ownOf: (key: string) => Options | undefined;
  readonly #spares = new Map<string, Spare>();
  #own: Options | undefined;
  #misses = 0;

  /**
   * @param ownOf - The options that the user wants for a conversation.
   * @param wrap - Adds what the fleet needs.
   */
  constructor(
    own: Options | undefined,
    ownOf: (key: string) => Options | undefined,
    wrap: (own: Options, token: string, store: SessionStore) => Options,
  ) {
    this.#own = own;
    this.#ownOf = ownOf;
    this.#wrap = wrap;
  }

  optionsOf(sessionId: string): Options | undefined {
    if (!this.#own) return undefined;
    const spare = { token: crypto.randomUUID(), store: deferred<SessionStore>() };
    this.#spares.set(sessionId, spare);
    return this.#wrap(this.#own, spare.token, {
      append: async (key, entries) => (await spare.store.promise).append(key, entries),
      load: async (key) => (await spare.store.promise).load(key),
    });
  }

  fits(key: string): 'yes' | 'no' | 'renew' {
    const own = this.#ownOf(key);
    const isEqual = this.#own !== undefined && isDeepStrictEqual(own, this.#own);
    this.#misses = isEqual ? 0 : this.#misses + 1;
    if (isEqual) return 'yes';
    if (this.#own && this.#misses < missesBeforeChange) return 'no';
    this.#own = own;
    this.#misses = 0;
    return 'renew';
  }

  ended(sessionId: string): void {
    this.#spares.delete(sessionId);
  }

  /** A conversation takes the spare with this id. Returns its guard token; undefined if it is none. */
  take(sessionId: string, store: SessionStore): string | undefined {
    const spare = this.#spares.get(sessionId);
    this.#spares.delete(sessionId);
    spare?.store.resolve(store);
    return spare?.token;
  }
}
