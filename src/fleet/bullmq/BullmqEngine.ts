import type { JobsOptions, Queue } from 'bullmq';
import { defaultBullmq } from '../../defaults/fleetBackends.js';
import type {
  Engine,
  EngineStatus,
  EngineWorker,
  EngineWorkSettings,
  FleetClock,
  Lease,
  WakeSettings,
} from '../engineTypes.js';
import { invalidFleetOption, queueUnreachable } from '../fleetErrors.js';
import {
  BullmqWorker,
  laterJob,
  type RunJob,
  retryDelay,
  runJob,
  type WakeUp,
} from './BullmqWorker.js';
import { type BullmqClasses, type BullmqSettings, loadBullmqClasses } from './bullmqClasses.js';
import { closeInTime } from './closeInTime.js';

/** BullMQ's priorities are 1 to 2,097,151. A fleet's have 0 in the middle. */
const normalPriority = 1_000_000;
const lastPriority = 2_097_151;
/** With so many attempts, BullMQ never gives up a job, however often its run fails or its worker dies. */
const unlimited = 2_147_483_647;

/** Wake-ups are jobs of a BullMQ queue, one at a time for each conversation. */
export class BullmqEngine implements Engine {
  readonly leaseMs: number;
  readonly #settings: BullmqSettings;
  readonly #name: string;
  #clock: FleetClock | undefined;
  #opened: Promise<{ classes: BullmqClasses; queue: Queue<WakeUp> }> | undefined;

  constructor(settings: BullmqSettings) {
    const { leaseMs = defaultBullmq.leaseMs, queue = 'claude-actors' } = settings;
    this.#settings = settings;
    this.leaseMs = leaseMs;
    this.#name = queue;
  }

  open({ clock }: { clock: FleetClock }): void {
    this.#clock = clock;
  }

  async wake(id: string, { priority = 0, delayMs = 0 }: WakeSettings = {}): Promise<void> {
    const { queue } = await this.#open();
    const options = jobOptions(priority);
    // Not a delayed run: BullMQ would ignore all other wake-ups until it has run.
    if (delayMs > 0) await queue.add(laterJob, { id, priority }, { ...options, delay: delayMs });
    else {
      const jobId = crypto.randomUUID();
      const deduplication = { id, keepLastIfActive: true };
      const job = await queue.add(runJob, { id, priority }, { ...options, jobId, deduplication });
      if (job.id !== undefined && job.id !== jobId) await bringForward(queue, job.id, job.priority);
    }
  }

  async work(
    run: (lease: Lease) => Promise<void>,
    settings: EngineWorkSettings,
  ): Promise<EngineWorker> {
    const { classes } = await this.#open();
    const clock = this.#clock;
    if (!clock) throw invalidFleetOption('engine', 'Call `engine.open()` first.');
    const { clockSkewMs = defaultBullmq.clockSkewMs } = this.#settings;
    const create = (runJob: RunJob) => this.#createWorker(classes, runJob, settings);
    const worker = new BullmqWorker(create, run, {
      clock,
      leaseMs: this.leaseMs,
      marginMs: classes.comparesClocks ? Math.min(clockSkewMs, this.leaseMs / 2) : 0,
      concurrency: settings.concurrency,
      wake: ({ id, priority }) => this.wake(id, { priority }),
    });
    await worker.ready();
    return worker;
  }

  async status(): Promise<EngineStatus> {
    const { queue } = await this.#open();
    const counts = await queue.getJobCounts('active', 'waiting', 'prioritized', 'delayed');
    const { active = 0, waiting = 0, prioritized = 0, delayed = 0 } = counts;
    return { leased: active, waiting: waiting + prioritized + delayed };
  }

  async close(): Promise<void> {
    const opened = await this.#opened?.catch(() => undefined);
    if (opened) await closeInTime(opened.queue);
  }

  #createWorker(classes: BullmqClasses, run: RunJob, { worker, concurrency }: EngineWorkSettings) {
    const created = new classes.Worker<WakeUp>(this.#name, run, {
      connection: classes.workerConnection,
      name: worker,
      concurrency: Math.max(1, concurrency),
      lockDuration: this.leaseMs,
      // `BullmqWorker` does it.
      skipLockRenewal: true,
      stalledInterval: Math.min(defaultBullmq.expiryCheckMs, this.leaseMs),
      maxStalledCount: unlimited,
      runRetryDelay: defaultBullmq.reconnectMs,
      settings: { backoffStrategy: retryDelay },
    });
    created.on('error', (error) => this.#settings.onError?.(error));
    return created;
  }

  #open(): Promise<{ classes: BullmqClasses; queue: Queue<WakeUp> }> {
    this.#opened ??= this.#connect().catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  async #connect(): Promise<{ classes: BullmqClasses; queue: Queue<WakeUp> }> {
    const classes = await loadBullmqClasses(this.#settings);
    const queue: Queue<WakeUp> = new classes.Queue(this.#name, {
      connection: classes.queueConnection,
    });
    let reason: Error | undefined;
    queue.on('error', (error) => {
      reason = error;
      this.#settings.onError?.(error);
    });
    // BullMQ would wait for Redis for ever, without an error.
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      const giveUp = () => reject(queueUnreachable(reason));
      timer = setTimeout(giveUp, defaultBullmq.connectMs);
    });
    try {
      await Promise.race([queue.waitUntilReady(), late]);
    } catch (error) {
      await queue.close();
      throw error;
    } finally {
      clearTimeout(timer);
    }
    return { classes, queue };
  }
}

/** A job that waits keeps its priority in BullMQ, also if it is wanted more urgently now. */
async function bringForward(queue: Queue<WakeUp>, jobId: string, priority: number): Promise<void> {
  try {
    const job = await queue.getJob(jobId);
    if (job && job.priority > priority) await job.changePriority({ priority });
  } catch {
    // Either a worker has it by now, or the queue cannot be reached and it keeps its place.
  }
}

function jobOptions(priority: number): JobsOptions {
  return {
    priority: Math.round(Math.min(Math.max(normalPriority + priority, 1), lastPriority)),
    attempts: unlimited,
    backoff: { type: 'custom' },
    removeOnComplete: true,
    removeOnFail: true,
  };
}

/**
 * An engine on BullMQ 6, for any number of machines, on Redis 6.2 or PostgreSQL 13 and later. Install
 * `bullmq`, and `ioredis` or `pg`.
 *
 * @param settings - The connection, and how long a lease lasts.
 */
export function bullmq(settings: BullmqSettings): Engine {
  const { leaseMs = defaultBullmq.leaseMs } = settings;
  if (!(leaseMs >= 1_000)) {
    throw invalidFleetOption('leaseMs', '`leaseMs` must be a number of at least 1000.');
  }
  return new BullmqEngine(settings);
}
