import type { Engine, FleetClock, Lease } from '../engineTypes.js';
import type { FleetStore, StoredJson } from '../storeTypes.js';

/** The record of a tenant: which conversations have one of its places, and which wait for one. */
interface TenantRecord {
  /** Until when each conversation holds its place, in milliseconds since 1970. */
  slots: Readonly<Record<string, number>>;
  waiting: readonly string[];
}

export const tenantPrefix = 'tenant/';

/** Limits how many conversations of a tenant have a process, on all machines together. */
export class TenantSlots {
  readonly #store: FleetStore;
  readonly #engine: Engine;
  readonly #clock: FleetClock;
  readonly #limit: number | undefined;

  constructor(store: FleetStore, engine: Engine, clock: FleetClock, limit: number | undefined) {
    this.#store = store;
    this.#engine = engine;
    this.#clock = clock;
    this.#limit = limit;
  }

  /** Takes a place. If none is free, the conversation is woken when one is. */
  async take(tenant: string, id: string): Promise<boolean> {
    const limit = this.#limit;
    if (limit === undefined) return true;
    const { state } = await this.#change(tenant, ({ slots, waiting }, now) => {
      const live = alive(slots, now);
      const isFree = Object.hasOwn(live, id) || Object.keys(live).length < limit;
      const others = waiting.filter((one) => one !== id);
      return isFree
        ? { slots: { ...live, [id]: now + this.#engine.leaseMs }, waiting: others }
        : { slots: live, waiting: [...others, id] };
    });
    return Object.hasOwn(recordOf(state).slots, id);
  }

  /** Frees a place, and wakes the conversation that has waited longest for one. */
  async release(tenant: string, id: string): Promise<void> {
    if (this.#limit === undefined) return;
    let next: string | undefined;
    await this.#change(tenant, ({ slots: { [id]: _, ...slots }, waiting }, now) => {
      next = waiting[0];
      return { slots: alive(slots, now), waiting: waiting.slice(1) };
    });
    if (next !== undefined) await this.#engine.wake(next);
  }

  /** Keeps a place for as long as the lease is renewed. */
  renewWith(lease: Lease, tenant: string): () => void {
    if (this.#limit === undefined) return () => {};
    return lease.onRenewed(() => {
      void this.#change(tenant, ({ slots, waiting }, now) => ({
        slots: { ...slots, [lease.id]: now + this.#engine.leaseMs },
        waiting,
      })).catch(() => {});
    });
  }

  /** Calls `listen` with a tenant when one of its conversations waits for a place. */
  async watch(listen: (tenant: string) => void): Promise<() => void> {
    if (this.#limit === undefined) return () => {};
    return this.#store.watch(tenantPrefix, ({ key, note }) => {
      if (note) return;
      void this.#store.read(key).then(
        (state) => {
          if (recordOf(state).waiting.length > 0) listen(key.slice(tenantPrefix.length));
        },
        () => {},
      );
    });
  }

  #change(tenant: string, decide: (record: TenantRecord, now: number) => TenantRecord) {
    return this.#store.change(`${tenantPrefix}${tenant}`, (state) => ({
      state: { ...decide(recordOf(state), this.#clock.now()) },
    }));
  }
}

function recordOf(state: StoredJson | undefined): TenantRecord {
  return (state as TenantRecord | undefined) ?? { slots: {}, waiting: [] };
}

/** Without the places of workers that have died. */
function alive(slots: TenantRecord['slots'], now: number): TenantRecord['slots'] {
  return Object.fromEntries(Object.entries(slots).filter(([, until]) => until > now));
}
