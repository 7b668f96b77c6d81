import { hostname } from 'node:os';
import { Approvals } from '../Approvals.js';
import type { Approval } from '../codec/approvals.js';
import { defaultFleet } from '../defaults/fleetDefaults.js';
import { addUsage, noUsage } from '../machines/usage/usageTotals.js';
import type { UsageTotals } from '../machines/usage/usageTypes.js';
import type { DrainReport } from '../pool/SessionPool.js';
import { systemClock } from '../util/systemClock.js';
import { ConversationRecords } from './ConversationRecords.js';
import { embedded } from './embedded/embedded.js';
import type { Engine, EngineStatus, FleetClock } from './engineTypes.js';
import { FleetApprovalStore } from './FleetApprovalStore.js';
import { FleetSession, infoOf } from './FleetSession.js';
import { invalidFleetOption } from './fleetErrors.js';
import type { ConversationInfo, FleetOptions } from './fleetTypes.js';
import { fileStore } from './stores/fileStore.js';
import type { FleetStore } from './storeTypes.js';
import { FleetWorker } from './worker/FleetWorker.js';

let fleets = 0;

/**
 * Conversations that any of many machines can run. One that dies loses no message: another takes its
 * conversations over.
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
  #worker: FleetWorker | undefined;
  #starting: Promise<void> | undefined;

  /** @internal */
  constructor(options: FleetOptions) {
    this.#options = options;
    this.#store = options.store ?? fileStore('.claude-fleet');
    this.#engine = options.engine ?? embedded();
    this.#clock = options.clock ?? { ...systemClock, now: () => Date.now() };
    this.#records = new ConversationRecords(this.#store);
    const { tools = ['*'] } = options.approvals ?? {};
    this.#approvals = new Approvals({ tools, store: new FleetApprovalStore(this.#store) });
    fleets += 1;
    this.worker = options.worker ?? `${hostname()}-${process.pid}-${fleets}`;
    this.#engine.open({ store: this.#store, clock: this.#clock });
  }

  /** Makes this process a worker: it takes conversations that wait, and runs their CLIs. */
  work(): Promise<void> {
    this.#starting ??= this.#startWorker();
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
    { tenant = '', cwd }: { tenant?: string; cwd?: string } = {},
  ): Promise<FleetSession> {
    if (typeof id !== 'string' || id === '') {
      throw invalidFleetOption('id', '`fleet.session()` needs an id: a string that is not empty.');
    }
    await this.#records.create({ id, tenant, cwd, at: this.#clock.now() });
    const { store, engine, clock, records } = this.#parts;
    const approvals = this.#approvals;
    const { telemetry } = this.#options;
    return new FleetSession(id, { store, engine, clock, records, approvals, telemetry });
  }

  /** The conversations: of all tenants, or of one. */
  async conversations({ tenant }: { tenant?: string } = {}): Promise<ConversationInfo[]> {
    const records = await this.#records.list();
    return records.filter((one) => (tenant ?? one.tenant) === one.tenant).map(infoOf);
  }

  /** The approvals that wait for an answer, oldest first: of all tenants, or of one. `key` is the conversation. */
  approvals({ tenant }: { tenant?: string } = {}): Promise<Approval[]> {
    return this.#approvals.list(tenant === undefined ? {} : { tenant });
  }

  /** What was used: by all tenants, or by one. */
  async usage({ tenant }: { tenant?: string } = {}): Promise<UsageTotals> {
    const conversations = await this.conversations(tenant === undefined ? {} : { tenant });
    return addUsage(noUsage, ...conversations.map(({ usage }) => usage));
  }

  /** How many conversations wait for a worker, and how many have one. */
  status(): Promise<EngineStatus> {
    return this.#engine.status();
  }

  /**
   * Hands this worker's conversations over: takes no more of them, lets turns finish, and ends each
   * process. Other workers go on with what waits.
   *
   * @param settings - `timeoutMs`: how long turns may take. Default: 30 seconds. Those that are not
   * finished by then are cut off, and the conversations have a row `interrupted`.
   */
  async drain({
    timeoutMs = defaultFleet.drainMs,
  }: {
    timeoutMs?: number;
  } = {}): Promise<DrainReport> {
    await this.#starting;
    const report = await this.#worker?.drain(timeoutMs);
    this.#worker = undefined;
    return report ?? { stopped: [] };
  }

  /** Drains this worker, then closes the engine and the store. */
  async close(settings?: { timeoutMs?: number }): Promise<DrainReport> {
    const report = await this.drain(settings);
    this.#approvals.close();
    await this.#engine.close();
    await this.#store.close?.();
    return report;
  }

  /** Closes at once. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close({ timeoutMs: 0 });
  }

  get #parts() {
    const { interrupted = 'wait', restarts = defaultFleet.restarts } = this.#options.recovery ?? {};
    return {
      ...{ name: this.worker, store: this.#store, engine: this.#engine, clock: this.#clock },
      ...{ records: this.#records, options: this.#options },
      recovery: { interrupted, ...restarts },
    };
  }

  async #startWorker(): Promise<void> {
    this.#worker = new FleetWorker(this.#parts);
    await this.#worker.start();
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
