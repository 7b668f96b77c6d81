import type { Job, Worker } from 'bullmq';
import { defaultBullmq } from '../../defaults/fleetBackends.js';
import type { EngineWorker, FleetClock, Lease } from '../engineTypes.js';
import { holdLease, type Renewal } from '../heldLease.js';
import { closeInTime } from './closeInTime.js';

/** The data of a job. */
export interface WakeUp {
  id: string;
  priority: number;
}

/** A job that runs a conversation. */
export const runJob = 'run';
/** A job that wakes a conversation when its delay is over. */
export const laterJob = 'later';

/** What BullMQ calls to run a job. */
export type RunJob = (job: Job<WakeUp>, token?: string) => Promise<void>;

/**
 * Runs the jobs of a queue, each under a lease, which is the lock of the job.
 *
 * BullMQ could renew locks by itself. But it does not say for how long, reports a lost lock late, and
 * loses track of a lock if the same process gets the job a second time.
 */
export class BullmqWorker implements EngineWorker {
  readonly #worker: Worker<WakeUp>;
  readonly #settings: LeaseSettings;
  readonly #run: (lease: Lease) => Promise<void>;
  readonly #running = new Map<string, Promise<void>>();
  /** One promise for each lease. It resolves when the lease ends. */
  readonly #held = new Set<Promise<unknown>>();
  #concurrency: number;
  #switching: Promise<void> = Promise.resolve();

  constructor(
    create: (run: RunJob) => Worker<WakeUp>,
    run: (lease: Lease) => Promise<void>,
    settings: LeaseSettings & { concurrency: number },
  ) {
    this.#settings = settings;
    this.#run = run;
    this.#concurrency = Math.max(1, settings.concurrency);
    this.#worker = create((job, token = '') => this.#process(job, token));
    this.concurrency = settings.concurrency;
  }

  ready(): Promise<unknown> {
    return this.#worker.waitUntilReady();
  }

  get concurrency(): number {
    return this.#concurrency;
  }

  set concurrency(value: number) {
    const before = this.#concurrency;
    this.#concurrency = value;
    if (value >= 1) this.#worker.concurrency = value;
    // BullMQ has no concurrency of 0, and notices a greater one when it resumes.
    if (value < 1 || value > before) {
      this.#switching = this.#switching.then(() => this.#restart());
    }
  }

  async #restart(): Promise<void> {
    await this.#worker.pause(true);
    if (this.#concurrency >= 1) await this.#worker.resume();
  }

  async close(): Promise<void> {
    await this.#switching;
    await closeInTime(this.#worker, this.#noLeases());
  }

  /** Resolves once no lease is held: each was given back or lost. */
  async #noLeases(): Promise<void> {
    while (this.#held.size > 0) await Promise.all(this.#held);
  }

  async #process(job: Job<WakeUp>, token: string): Promise<void> {
    if (job.name === laterJob) {
      await this.#settings.wake(job.data);
      return;
    }
    const { id } = job.data;
    const first = this.#firstTerm(job) ?? (await this.#renew(job, token));
    if (first.type !== 'lease.renewed') throw new Error(`The lease of ${id} was lost at once.`);
    const { clock, leaseMs } = this.#settings;
    const { validMs } = first;
    const renew = () => this.#renew(job, token);
    const { lease, release } = holdLease({ id, clock, leaseMs, validMs, renew });
    // An earlier run that has lost its lease may still be ending in this process.
    const run = (this.#running.get(id) ?? Promise.resolve())
      .catch(() => {})
      .then(() => this.#run(lease));
    this.#running.set(id, run);
    const lost = new Promise((resolve) => lease.signal.addEventListener('abort', resolve));
    const held = Promise.race([run.catch(() => {}), lost]);
    this.#held.add(held);
    void held.then(() => this.#held.delete(held));
    try {
      await run;
    } finally {
      release();
      if (this.#running.get(id) === run) this.#running.delete(id);
    }
  }

  /**
   * The term that a new job starts with: it needs no renewal before its first use, which saves a
   * round trip. It began when this worker asked for the job. Undefined if that is too long ago, or if
   * the clocks disagree.
   */
  #firstTerm({
    processedOn,
  }: Job<WakeUp>): Extract<Renewal, { type: 'lease.renewed' }> | undefined {
    const { clock, leaseMs, marginMs } = this.#settings;
    const tookMs = clock.now() - (processedOn ?? Number.NaN);
    if (!(tookMs >= 0 && tookMs < leaseMs * defaultBullmq.staleAfter)) return undefined;
    return { type: 'lease.renewed', validMs: Math.max(0, leaseMs - marginMs - tookMs) };
  }

  /** Renews the lock. The new term counts from when we asked, because the server cannot start it earlier. */
  async #renew(job: Job<WakeUp>, token: string): Promise<Renewal> {
    const { clock, leaseMs, marginMs } = this.#settings;
    const askedAt = [clock.now(), performance.now()] as const;
    try {
      const isOurs = await job.extendLock(token, leaseMs);
      if (!isOurs) return { type: 'lease.refused' };
      const tookMs = Math.max(clock.now() - askedAt[0], performance.now() - askedAt[1]);
      return { type: 'lease.renewed', validMs: Math.max(0, leaseMs - marginMs - tookMs) };
    } catch {
      return { type: 'lease.failed' };
    }
  }
}

interface LeaseSettings {
  clock: FleetClock;
  leaseMs: number;
  /** How much earlier than on the server a lease ends for this worker. */
  marginMs: number;
  wake(wakeUp: WakeUp): Promise<void>;
}

/** The pause before a run that failed is repeated. */
export function retryDelay(attempts: number): number {
  const { retryMs, maxRetryMs } = defaultBullmq;
  return Math.min(maxRetryMs, retryMs * 2 ** Math.min(attempts - 1, 20));
}
