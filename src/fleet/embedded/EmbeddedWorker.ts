import { defaultFleet } from '../../defaults/fleetDefaults.js';
import { deferred } from '../../util/deferred.js';
import type { EngineWorker, EngineWorkSettings, FleetClock, Lease } from '../engineTypes.js';
import { holdLease, type Renewal } from '../heldLease.js';
import type { FleetStore } from '../storeTypes.js';
import {
  claimed,
  dueAt,
  isHeld,
  isWanted,
  type LeaseRecord,
  leaseRecord,
  released,
  renewed,
} from './leaseRecord.js';

export const leasePrefix = 'lease/';

export interface EmbeddedParts {
  store: FleetStore;
  clock: FleetClock;
  leaseMs: number;
}

/** Takes leases that are recorded in the store. Several processes may do so on one store. */
export class EmbeddedWorker implements EngineWorker {
  readonly #parts: EmbeddedParts;
  readonly #run: (lease: Lease) => Promise<void>;
  readonly #name: string;
  /** The conversations that are wanted or leased. */
  readonly #known = new Map<string, LeaseRecord>();
  readonly #held = new Set<string>();
  /** Timers for records that could not be read, by key. */
  readonly #retries = new Map<string, unknown>();
  readonly #closed = deferred<void>();
  #unwatch: () => void = () => {};
  #concurrency: number;
  #isClosing = false;
  #taking: Promise<void> | undefined;
  #mustTakeAgain = false;
  #alarm: unknown;

  constructor(
    parts: EmbeddedParts,
    run: (lease: Lease) => Promise<void>,
    { worker, concurrency }: EngineWorkSettings,
  ) {
    this.#parts = parts;
    this.#run = run;
    this.#name = worker;
    this.#concurrency = concurrency;
  }

  async start(): Promise<void> {
    const { store } = this.#parts;
    this.#unwatch = await store.watch(leasePrefix, ({ key, note }) => {
      if (!note) this.#readRecord(key);
    });
    for (const { key, state } of await store.list(leasePrefix)) {
      this.#remember(key, leaseRecord(state));
    }
    this.#takeDue();
  }

  get concurrency(): number {
    return this.#concurrency;
  }

  set concurrency(value: number) {
    this.#concurrency = value;
    this.#takeDue();
  }

  close(): Promise<void> {
    this.#isClosing = true;
    this.#unwatch();
    const { clock } = this.#parts;
    for (const timer of [this.#alarm, ...this.#retries.values()]) clock.clearTimeout(timer);
    if (this.#held.size === 0 && !this.#taking) this.#closed.resolve();
    return this.#closed.promise;
  }

  #readRecord(key: string): void {
    this.#parts.store.read(key).then(
      (state) => {
        this.#remember(key, leaseRecord(state));
        this.#takeDue();
      },
      () => this.#readRecordLater(key),
    );
  }

  /** The store has failed, and will not report this record again. */
  #readRecordLater(key: string): void {
    if (this.#isClosing || this.#retries.has(key)) return;
    const { clock } = this.#parts;
    const retry = () => {
      this.#retries.delete(key);
      this.#readRecord(key);
    };
    this.#retries.set(key, clock.setTimeout(retry, defaultFleet.retryMs));
  }

  #remember(key: string, record: LeaseRecord): void {
    if (isWanted(record)) this.#known.set(key, record);
    else this.#known.delete(key);
  }

  /** Takes what is due, one after the other. */
  #takeDue(): void {
    if (this.#isClosing) return;
    this.#mustTakeAgain = true;
    this.#taking ??= this.#takeAll().finally(() => {
      this.#taking = undefined;
      if (this.#isClosing) void this.close();
      else if (this.#mustTakeAgain) this.#takeDue();
    });
  }

  async #takeAll(): Promise<void> {
    while (this.#mustTakeAgain) {
      this.#mustTakeAgain = false;
      for (let key = this.#nextKey(); key !== undefined; key = this.#nextKey()) {
        const taken = key;
        await this.#take(taken).catch(() => {
          this.#known.delete(taken);
          this.#readRecordLater(taken);
        });
      }
      this.#setAlarm();
    }
  }

  /** The most urgent conversation that can be taken now. */
  #nextKey(): string | undefined {
    if (this.#isClosing || this.#held.size >= this.#concurrency) return undefined;
    const now = this.#parts.clock.now();
    const due = [...this.#known].filter(
      ([key, record]) => !this.#held.has(key) && dueAt(record) <= now,
    );
    due.sort(([, a], [, b]) => a.priority - b.priority || a.since - b.since);
    return due[0]?.[0];
  }

  /** Sets a timer for the next record that will be due: after a delay, or if a lease is not renewed. */
  #setAlarm(): void {
    const { clock } = this.#parts;
    clock.clearTimeout(this.#alarm);
    const now = clock.now();
    const times = [...this.#known.values()].map(dueAt).filter((at) => at > now);
    if (this.#isClosing || times.length === 0) return;
    const next = times.reduce((a, b) => Math.min(a, b));
    this.#alarm = clock.setTimeout(() => this.#takeDue(), next - now);
    (this.#alarm as { unref?(): void } | undefined)?.unref?.();
  }

  async #take(key: string): Promise<void> {
    const { store, clock, leaseMs } = this.#parts;
    const token = crypto.randomUUID();
    const { state } = await store.change(key, (before) => {
      const facts = { worker: this.#name, token, now: clock.now(), leaseMs };
      const state = claimed(leaseRecord(before), facts);
      return state && { state: { ...state } };
    });
    const record = leaseRecord(state);
    this.#remember(key, record);
    if (record.lease?.token === token) void this.#hold(key, token, record.lease.until);
  }

  async #hold(key: string, token: string, until: number): Promise<void> {
    const { clock, leaseMs } = this.#parts;
    const { lease, release } = holdLease({
      id: key.slice(leasePrefix.length),
      clock,
      leaseMs,
      validMs: Math.max(0, until - clock.now()),
      renew: () => this.#renew(key, token),
    });
    this.#held.add(key);
    let retryMs: number | undefined;
    try {
      await this.#run(lease);
    } catch {
      retryMs = defaultFleet.retryMs;
    }
    release();
    await this.#release(key, token, retryMs);
    this.#held.delete(key);
    if (this.#isClosing) void this.close();
    else this.#takeDue();
  }

  async #renew(key: string, token: string): Promise<Renewal> {
    const { store, clock, leaseMs } = this.#parts;
    const now = clock.now();
    try {
      const { outcome } = await store.change(key, (before) => {
        // `clock.now()`, not `now`: the store may read the record later than we asked.
        const record = leaseRecord(before);
        const isOver = !isHeld(record, clock.now());
        const state = isOver ? undefined : renewed(record, { token, now, leaseMs });
        return state && { state: { ...state } };
      });
      if (outcome !== 'written') return { type: 'lease.refused' };
      return { type: 'lease.renewed', validMs: Math.max(0, now + leaseMs - clock.now()) };
    } catch {
      return { type: 'lease.failed' };
    }
  }

  async #release(key: string, token: string, retryMs: number | undefined): Promise<void> {
    const { store, clock } = this.#parts;
    try {
      const { state } = await store.change(key, (before) => {
        const state = released(leaseRecord(before), { token, now: clock.now(), retryMs });
        return state && { state: { ...state } };
      });
      this.#remember(key, leaseRecord(state));
    } catch {
      // The store is gone. The lease ends by itself.
    }
  }
}
