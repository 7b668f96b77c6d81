import { Approvals } from '../../Approvals.js';
import { defaultFleet } from '../../defaults/fleetDefaults.js';
import { conversationId } from '../../ffi/conversationId.js';
import { addGuardToken } from '../../ffi/process/guardToken.js';
import { type ConversationRecord, isLeased } from '../../machines/fleet/conversationRecord.js';
import type { RecoverySettings } from '../../machines/fleet/conversationTypes.js';
import type { ApprovalNotice } from '../../options/approvalTypes.js';
import type { SessionStore } from '../../options/sessionStoreTypes.js';
import type { Options } from '../../options/types.js';
import type { DrainReport } from '../../pool/poolStatus.js';
import { SessionPool } from '../../pool/SessionPool.js';
import { longestTimeout } from '../../util/longestTimeout.js';
import type { ConversationRecords } from '../ConversationRecords.js';
import type { Engine, EngineWorker, FleetClock, Lease } from '../engineTypes.js';
import { FleetApprovalStore } from '../FleetApprovalStore.js';
import { staleEpoch } from '../fleetErrors.js';
import type { FleetOptions } from '../fleetTypes.js';
import type { FleetStore } from '../storeTypes.js';
import { ConversationRun } from './ConversationRun.js';
import { guardDeadline } from './guardDeadline.js';
import type { LiveProcess, ProcessObserver } from './liveProcess.js';
import { lostUsage } from './lostUsage.js';
import { OwnedApprovalStore } from './OwnedApprovalStore.js';
import { PooledProcess } from './PooledProcess.js';
import { priorityOf, type RunServices } from './runServices.js';
import { SenderTraces } from './SenderTraces.js';
import { TenantSlots } from './TenantSlots.js';
import { WakeSweep } from './WakeSweep.js';
import { WarmSpares } from './WarmSpares.js';

export interface WorkerParts {
  name: string;
  store: FleetStore;
  engine: Engine;
  clock: FleetClock;
  records: ConversationRecords;
  recovery: RecoverySettings;
  options: FleetOptions;
}

/** Works on the conversations that the engine gives it, with the processes of one pool. */
export class FleetWorker {
  readonly #parts: WorkerParts;
  readonly #max: number;
  readonly #pool: SessionPool;
  readonly #spares: WarmSpares | undefined;
  readonly #slots: TenantSlots;
  readonly #sweep: WakeSweep;
  readonly #runs = new Map<ConversationRun, { lease: Lease; tenant?: string; key?: string }>();
  /** By key of the pool. Each key stands for one lease of a conversation. */
  readonly #leases = new Map<string, HeldConversation>();
  readonly #services: RunServices;
  /** The epochs of the conversations that this worker owns. */
  readonly #epochs = new Map<string, number>();
  readonly #owned: OwnedApprovalStore;
  readonly #traces = new SenderTraces();
  readonly #approvals: Approvals | undefined;
  readonly #unfollow: (() => void) | undefined;
  #engineWorker: EngineWorker | undefined;
  #unwatch: () => void = () => {};
  #isDraining = false;
  #keepAlive: NodeJS.Timeout | undefined;

  constructor(parts: WorkerParts) {
    this.#parts = parts;
    const { store, engine, clock, options } = parts;
    const { max = defaultFleet.max, perTenant, ...limits } = options.pool ?? {};
    this.#max = max;
    this.#slots = new TenantSlots(store, engine, clock, perTenant);
    this.#sweep = new WakeSweep(parts);
    const { approvals } = options;
    this.#owned = new OwnedApprovalStore(new FleetApprovalStore(store), {
      epochOf: (id) => this.#epochs.get(id),
      currentEpoch: async (id) => (await parts.records.read(id))?.epoch,
    });
    const own = { defer: true, store: this.#owned, ...(options.clock && { clock: options.clock }) };
    this.#approvals = approvals && new Approvals({ ...approvals, ...own });
    this.#unfollow = this.#approvals?.follow((notice) => this.#onApproval(notice));
    const { warm = 0 } = limits;
    const { options: session } = options;
    this.#spares =
      warm > 0
        ? new WarmSpares(
            typeof session === 'function' ? undefined : this.#withShared({ ...session }),
            (key) => this.#leases.get(key)?.userOptions,
            (shared, token, transcripts) => this.#sessionOptions(shared, token, transcripts),
          )
        : undefined;
    const settings = {
      ...(this.#approvals && { approvals: this.#approvals }),
      max,
      ...limits,
      ...(options.clock && { clock: options.clock }),
      options: (key: string) => this.#optionsOf(key),
      store: {
        sessionId: async (key: string) => this.#sessionIdOf(key),
        rememberSessionId: (key: string, id: string) => this.#rememberSessionId(key, id),
      },
    };
    this.#pool = new SessionPool(settings, this.#spares && { spares: this.#spares });
    this.#services = {
      ...{ worker: parts.name, store, engine, clock, records: parts.records },
      recovery: parts.recovery,
      slots: this.#slots,
      host: { open: (...opened) => this.#open(...opened) },
      deadline: guardDeadline(clock, engine.leaseMs),
      lostUsage: async (record) => {
        const session = await this.#userOptions(record);
        return lostUsage(store, session, record, clock.now());
      },
      openApprovals: async (id) =>
        this.#approvals ? this.#approvals.list({ key: `${this.#epochs.get(id)}/${id}` }) : [],
      isDraining: () => this.#isDraining,
      onBusy: () => this.#setConcurrency(),
    };
  }

  async start(): Promise<void> {
    const { engine, name, records } = this.#parts;
    // Keeps the program alive while the worker waits for work.
    this.#keepAlive = setInterval(() => {}, longestTimeout);
    this.#unwatch = await this.#slots.watch((tenant) => {
      for (const [run, owner] of this.#runs) if (owner.tenant === tenant) run.parkIfIdle();
    });
    this.#engineWorker = await engine.work((lease) => this.#run(lease), {
      worker: name,
      concurrency: this.#max,
    });
    for (const record of await records.list()) {
      const priority = priorityOf(record);
      // Its sender may have died before it could wake a worker.
      if (record.state === 'queued') await engine.wake(record.id, { priority });
      // Its worker may have died, and the queue may have lost it. After the delay, the lease has been
      // renewed or is over.
      if (isLeased(record)) await engine.wake(record.id, { priority, delayMs: engine.leaseMs });
    }
    this.#sweep.begin();
  }

  /** Takes no more conversations, lets turns finish, and gives everything back. */
  async drain(timeoutMs: number): Promise<DrainReport> {
    this.#isDraining = true;
    this.#sweep.end();
    const closing = this.#engineWorker?.close();
    for (const run of this.#runs.keys()) run.look();
    const report = await this.#pool.drain({ timeoutMs });
    for (const run of this.#runs.keys()) run.look();
    await closing;
    clearInterval(this.#keepAlive);
    this.#unwatch();
    this.#unfollow?.();
    this.#approvals?.close();
    return { stopped: report.stopped.map(idOf) };
  }

  async #run(lease: Lease): Promise<void> {
    const run = new ConversationRun(lease, this.#services);
    this.#runs.set(run, { lease });
    try {
      await run.run();
    } finally {
      this.#runs.delete(run);
      this.#setConcurrency();
    }
  }

  /** Idle conversations make room for others, so their leases do not count. */
  #setConcurrency(): void {
    const worker = this.#engineWorker;
    if (!worker || this.#isDraining) return;
    const idle = [...this.#runs.keys()].filter((run) => !run.isBusy).length;
    worker.concurrency = this.#max + idle;
  }

  #open(record: ConversationRecord, token: string, observer: ProcessObserver): LiveProcess {
    const key = `${record.epoch}/${record.id}`;
    const run = observer as ConversationRun;
    const { lease } = this.#runs.get(run) as { lease: Lease };
    this.#runs.set(run, { lease, tenant: record.tenant, key });
    const session = this.#pool.session(key, { tenant: record.tenant });
    const unguards: (() => void)[] = [];
    const guardSpare = (spare: string) => {
      const stop = () => void session.session?.stop();
      unguards.push(this.#services.deadline.watch(spare, lease, stop));
    };
    this.#leases.set(key, { record, token, run, guardSpare });
    this.#epochs.set(record.id, record.epoch);
    return new PooledProcess(this.#pool, session, observer, {
      traces: this.#traces,
      wake: () => this.#wakeAnswered(key),
      onReleased: () => {
        for (const unguard of unguards) unguard();
        this.#leases.delete(key);
        this.#epochs.delete(record.id);
      },
    });
  }

  /** Lets the pool find answers that came while nobody owned the conversation. */
  async #wakeAnswered(key: string): Promise<boolean> {
    const answered = await this.#approvals?.list({ key, states: ['answered'] });
    const isNeeded = answered?.some(({ held, isTold }) => held === 'deferred' || !isTold) ?? false;
    if (isNeeded) this.#owned.refresh();
    return isNeeded;
  }

  #onApproval(notice: ApprovalNotice): void {
    for (const [run, { key }] of this.#runs) {
      if (key === notice.approval.key) run.onApproval(notice);
    }
  }

  #sessionIdOf(key: string): string {
    const lease = this.#leases.get(key);
    return lease?.record.sessionId ?? conversationId(idOf(key));
  }

  async #userOptions({ id, tenant, cwd }: ConversationRecord): Promise<Options> {
    const { options = {} } = this.#parts.options;
    const own = typeof options === 'function' ? await options({ id, tenant, cwd }) : options;
    return this.#withShared({ ...(cwd !== undefined && { cwd }), ...own });
  }

  #withShared(own: Options): Options {
    const { telemetry } = this.#parts.options;
    return { ...(telemetry && { telemetry }), ...own };
  }

  /** Throws if this worker may no longer start a process for the conversation. */
  #ownedConversation(key: string): HeldConversation {
    const held = this.#leases.get(key);
    if (held?.run.mayStart) return held;
    throw staleEpoch(idOf(key), Number.parseInt(key, 10), 'unknown');
  }

  async #optionsOf(key: string): Promise<Options> {
    const { record, token } = this.#ownedConversation(key);
    const { store, records } = this.#parts;
    const own = await this.#userOptions(record);
    this.#ownedConversation(key).userOptions = own;
    const transcripts = store.fenced(records.keyOf(record.id), record.epoch);
    return this.#sessionOptions(own, token, {
      ...transcripts,
      // Checks again: the process starts next, and the store may have taken longer than the lease.
      load: async (transcript) => {
        const entries = await transcripts.load(transcript);
        this.#ownedConversation(key);
        return entries;
      },
    });
  }

  #sessionOptions(own: Options, token: string, sessionStore: SessionStore): Options {
    return {
      ...own,
      ...(own.telemetry && { telemetry: this.#traces.addTo(own.telemetry) }),
      // What is not mirrored is lost with this machine.
      sessionStoreFlush: 'eager',
      sessionStore,
      env: {
        ...addGuardToken((own.env ?? process.env) as Record<string, string>, token),
        // With this variable, whatever its value, a CLI would run a turn again that was cut off.
        CLAUDE_CODE_RESUME_INTERRUPTED_TURN: undefined,
      },
    };
  }

  /** The conversation has a new id in the CLI: it uses a spare now, or its context was cleared. */
  async #rememberSessionId(key: string, sessionId: string): Promise<void> {
    const held = this.#ownedConversation(key);
    const { id, epoch } = held.record;
    const { store, records, clock } = this.#parts;
    const spareToken = this.#spares?.take(sessionId, store.fenced(records.keyOf(id), epoch));
    // First, before the spare can start anything that outlives the lease.
    if (spareToken !== undefined) held.guardSpare(spareToken);
    held.record = { ...held.record, sessionId };
    const event = { type: 'output', sessionId, epoch, at: clock.now() } as const;
    const { outcome, record } = await records.send(id, event);
    if (outcome === 'refused') throw staleEpoch(id, epoch, record?.epoch);
  }
}

interface HeldConversation {
  record: ConversationRecord;
  token: string;
  run: ConversationRun;
  /** Makes sure that the spare it uses ends before the lease does. */
  guardSpare(token: string): void;
  /** The user's options for it, once they are known. */
  userOptions?: Options;
}

/** The conversation that a key of the pool stands for. */
function idOf(key: string): string {
  return key.slice(key.indexOf('/') + 1);
}
