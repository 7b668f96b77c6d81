import { isDeepStrictEqual } from 'node:util';
import { defaultFleet } from '../../defaults/fleetDefaults.js';
import type { SessionStore } from '../../options/sessionStoreTypes.js';
import type { Options } from '../../options/types.js';
import type { SpareSource } from '../../pool/PoolSpares.js';
import { type Deferred, deferred } from '../../util/deferred.js';

interface Spare {
  token: string;
  store: Deferred<SessionStore>;
}

/**
 * The spares of a worker. A spare is started before its conversation is known, so it serves only those
 * whose options are equal to its own. It has the options of one of the last new conversations.
 */
export class WarmSpares implements SpareSource {
  readonly #addFleetOptions: (userOptions: Options, token: string, store: SessionStore) => Options;
  readonly #userOptionsOf: (key: string) => Options | undefined;
  readonly #spares = new Map<string, Spare>();
  #userOptions: Options | undefined;
  #misses = 0;

  /**
   * @param userOptions - The options of the first spares. Undefined: none is started yet.
   * @param userOptionsOf - The user's options for a conversation.
   * @param addFleetOptions - Adds what the fleet needs.
   */
  constructor(
    userOptions: Options | undefined,
    userOptionsOf: (key: string) => Options | undefined,
    addFleetOptions: (userOptions: Options, token: string, store: SessionStore) => Options,
  ) {
    this.#userOptions = userOptions;
    this.#userOptionsOf = userOptionsOf;
    this.#addFleetOptions = addFleetOptions;
  }

  optionsOf(sessionId: string): Options | undefined {
    if (!this.#userOptions) return undefined;
    const spare = { token: crypto.randomUUID(), store: deferred<SessionStore>() };
    this.#spares.set(sessionId, spare);
    return this.#addFleetOptions(this.#userOptions, spare.token, {
      append: async (key, entries) => (await spare.store.promise).append(key, entries),
      load: async (key) => (await spare.store.promise).load(key),
    });
  }

  fits(key: string): 'yes' | 'no' | 'renew' {
    const wanted = this.#userOptionsOf(key);
    const isEqual = this.#userOptions !== undefined && isDeepStrictEqual(wanted, this.#userOptions);
    this.#misses = isEqual ? 0 : this.#misses + 1;
    if (isEqual) return 'yes';
    if (this.#userOptions && this.#misses < defaultFleet.missesBeforeNewSpares) return 'no';
    this.#userOptions = wanted;
    this.#misses = 0;
    return 'renew';
  }

  ended(sessionId: string): void {
    this.#spares.delete(sessionId);
  }

  /** Gives the spare with this id to a conversation. Returns its guard token, if there is such a spare. */
  take(sessionId: string, store: SessionStore): string | undefined {
    const spare = this.#spares.get(sessionId);
    this.#spares.delete(sessionId);
    spare?.store.resolve(store);
    return spare?.token;
  }
}
