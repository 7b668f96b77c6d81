import { setMaxListeners } from 'node:events';
import { hostname } from 'node:os';
import { Approvals } from '../Approvals.js';
import type { Approval } from '../codec/approvals.js';
import { defaultFleet, defaultFleetFolder } from '../defaults/fleetDefaults.js';
import { addUsage, noUsage } from '../machines/usage/usageTotals.js';
import type { UsageTotals } from '../machines/usage/usageTypes.js';
import type { DrainReport } from '../pool/poolStatus.js';
import { systemClock } from '../util/systemClock.js';
import { ConversationRecords } from './ConversationRecords.js';
import { checkDrain, checkFleetOptions, checkSession } from './checkFleetOptions.js';
import { embedded } from './embedded/embedded.js';
import type { Engine, EngineStatus, FleetClock } from './engineTypes.js';
import { FleetApprovalStore } from './FleetApprovalStore.js';
import { FleetSession, infoOf } from './FleetSession.js';
import { fleetClosed } from './fleetErrors.js';
import type { ConversationInfo, FleetOptions } from './fleetTypes.js';
import { fileStore } from './stores/fileStore.js';
import type { FleetStore } from './storeTypes.js';
import { FleetWorker } from './worker/FleetWorker.js';

let fleets = 0;

/**
 * Conversations that run on any of several machines. If a machine dies, no message is lost: another one
 * takes over its conversations.
 */
export class Fleet implements AsyncDisposable {
  /** The name of this member as a worker. */
  readonly worker: string;
  readonly #options: FleetOptions;
  readonly #store: FleetStore;
  readonly #engine: Engine;
  readonly #clock: FleetClock;
  readonly #records: ConversationRecords;
  readonly #approvals: Approvals;
  readonly #ending = new AbortController();
  #worker: FleetWorker | undefined;
  #starting: Promise<void> | undefined;
  #draining: Promise<DrainReport> | undefined;
  #isClosed = false;
  #released: Promise<void> | undefined;

  /** @internal */
  constructor(options: FleetOptions) {
    checkFleetOptions(options);
    this.#options = options;
    this.#store = options.store ?? fileStore(defaultFleetFolder);
    this.#engine = options.engine ?? embedded();
    this.#clock = options.clock ?? { ...systemClock, now: () => Date.now() };
    this.#records = new ConversationRecords(this.#store);
    const { approvals = { tools: ['*'] } } = options;
    this.#approvals = new Approvals({ ...approvals, store: new FleetApprovalStore(this.#store) });
    // Every reader of rows adds a listener.
    setMaxListeners(0, this.#ending.signal);
    fleets += 1;
    this.worker = options.worker ?? `${hostname()}-${process.pid}-${fleets}`;
    this.#engine.open({ store: this.#store, clock: this.#clock });
  }

  /**
   * Makes this process a worker, which takes waiting conversations and runs their CLIs. Rejects if the
   * queue or the store cannot be reached. You can call it again.
   */
  work(): Promise<void> {
    if (this.#isClosed) return Promise.reject(fleetClosed());
    this.#starting ??= this.#startWorker().catch((error: unknown) => {
      this.#starting = undefined;
      throw error;
    });
    return this.#starting;
  }

  /**
   * The conversation with this id. It is created if there is none.
   *
   * @param id - A name of your own, such as the id of a chat.
   * @param settings - `tenant`: whose conversation it is. `cwd`: its working directory, on any machine.
   */
  async session(
    id: string,
    settings: { tenant?: string; cwd?: string } = {},
  ): Promise<FleetSession> {
    this.#checkOpen();
    checkSession(id, settings);
    const { tenant = '', cwd } = settings;
    await this.#records.create({ id, tenant, cwd, at: this.#clock.now() });
    const { store, engine, clock, records } = this.#parts;
    const approvals = this.#approvals;
    const { telemetry } = this.#options;
    const { signal: ending } = this.#ending;
    return new FleetSession(id, { store, engine, clock, records, approvals, telemetry, ending });
  }

  /** The conversations: of all tenants, or of one. */
  async conversations({ tenant }: { tenant?: string } = {}): Promise<ConversationInfo[]> {
    this.#checkOpen();
    const records = await this.#records.list();
    return records.filter((one) => (tenant ?? one.tenant) === one.tenant).map(infoOf);
  }

  /** The approvals that wait for an answer, oldest first: of all tenants, or of one. `key` is the conversation. */
  async approvals({ tenant }: { tenant?: string } = {}): Promise<Approval[]> {
    this.#checkOpen();
    return this.#approvals.list(tenant === undefined ? {} : { tenant });
  }

  /** What was used: by all tenants, or by one. */
  async usage({ tenant }: { tenant?: string } = {}): Promise<UsageTotals> {
    const conversations = await this.conversations(tenant === undefined ? {} : { tenant });
    return addUsage(noUsage, ...conversations.map(({ usage }) => usage));
  }

  /** How many conversations wait for a worker, and how many have one. */
  async status(): Promise<EngineStatus> {
    this.#checkOpen();
    return this.#engine.status();
  }

  /**
   * Hands this worker's conversations over: takes no more of them, lets turns finish, and ends each
   * process. Other workers continue with the messages that wait.
   *
   * @param settings - `timeoutMs`: how long turns may take. Default: 30 seconds. Those that are not
   * finished by then are cut off, and the conversations have a row `interrupted`.
   */
  drain(settings: { timeoutMs?: number } = {}): Promise<DrainReport> {
    this.#draining = this.#drain(settings);
    return this.#draining;
  }

  async #drain(settings: { timeoutMs?: number }): Promise<DrainReport> {
    checkDrain(settings);
    const { timeoutMs = defaultFleet.drainMs } = settings;
    const starting = this.#starting;
    this.#starting = undefined;
    await starting?.catch(() => {});
    const worker = this.#worker;
    const report = await worker?.drain(timeoutMs);
    if (this.#worker === worker) this.#worker = undefined;
    return report ?? { stopped: [] };
  }

  /**
   * Drains this worker, then closes the engine and the store. Loops over the rows of this fleet end.
   */
  async close(settings: { timeoutMs?: number } = {}): Promise<DrainReport> {
    checkDrain(settings);
    this.#isClosed = true;
    try {
      return await this.drain(settings);
    } finally {
      this.#released ??= this.#release();
      await this.#released;
    }
  }

  /** Closes at once. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close({ timeoutMs: 0 });
  }

  async #release(): Promise<void> {
    this.#ending.abort();
    this.#approvals.close();
    try {
      await this.#engine.close();
    } finally {
      await this.#store.close?.();
    }
  }

  #checkOpen(): void {
    if (this.#isClosed) throw fleetClosed();
  }

  get #parts() {
    const { interrupted = 'wait', restarts = {} } = this.#options.recovery ?? {};
    const { max = defaultFleet.restarts.max, withinMs = defaultFleet.restarts.withinMs } = restarts;
    return {
      name: this.worker,
      store: this.#store,
      engine: this.#engine,
      clock: this.#clock,
      records: this.#records,
      options: this.#options,
      recovery: { interrupted, max, withinMs },
    };
  }

  async #startWorker(): Promise<void> {
    await this.#draining?.catch(() => {});
    // If the queue cannot be reached, fail now. The worker would wait in silence.
    await this.#engine.status();
    const worker = new FleetWorker(this.#parts);
    this.#worker = worker;
    try {
      await worker.start();
    } catch (error) {
      this.#worker = undefined;
      await worker.drain(0).catch(() => {});
      throw error;
    }
  }
}

/**
 * Joins a fleet: all programs with the same engine and store.
 *
 * @param options - Where the fleet keeps its data, and what its sessions are like.
 */
export function createFleet(options: FleetOptions = {}): Fleet {
  return new Fleet(options);
}
