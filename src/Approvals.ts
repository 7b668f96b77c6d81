import { ApprovalLedger } from './actors/approvals/ApprovalLedger.js';
import { invalidApprovals } from './actors/approvals/approvalErrors.js';
import { type ApprovalOwner, CallGate, readDecision } from './actors/approvals/CallGate.js';
import { MemoryApprovalStore } from './actors/approvals/MemoryApprovalStore.js';
import type {
  Approval,
  ApprovalDecision,
  ApprovalFilter,
  ApprovalStore,
} from './codec/approvals.js';
import { approvalDefaults } from './defaults/poolDefaults.js';
import type {
  ApprovalChange,
  ApprovalGate,
  ApprovalNotice,
  GateAnswer,
  GatedCall,
} from './options/approvalTypes.js';
import type { ClockLike } from './options/runtimeTypes.js';
import { swallowErrors } from './util/swallowErrors.js';

/** Options of `new Approvals()`. */
export interface ApprovalsOptions {
  /** The tools that need an approval: names, and patterns such as `mcp__mail__*`. */
  tools: readonly string[];
  /**
   * Keeps the approvals. Default: in memory. With a store that outlives your program, such as a
   * `FileApprovalStore`, an approval survives a restart.
   */
  store?: ApprovalStore;
  /**
   * How long a running process holds a call that cannot be deferred, in milliseconds, before the
   * call is recalled. `Infinity`: for as long as the process runs. Default: 10 minutes.
   */
  holdMs?: number;
  /**
   * Whether calls are deferred, if the CLI can do it: the turn ends, and no process is needed while
   * the approval is open. Default: in a pool and with a `store`.
   */
  defer?: boolean;
  /** The clock for `holdMs`, such as a `simulatedClock()`. Default: real time. */
  clock?: ClockLike;
}

/**
 * Tool calls that wait for somebody's answer, as data: list them, store them, answer them when and
 * where you like. Pass it as the option `approvals` of a session, a query or a `SessionPool`.
 */
export class Approvals implements ApprovalGate, Disposable {
  readonly #options: ApprovalsOptions;
  readonly #ledger: ApprovalLedger;
  readonly #gate: CallGate;

  /** @param options - Which tools need an approval, and who keeps the approvals. */
  constructor(options: ApprovalsOptions) {
    checkApprovalsOptions(options);
    this.#options = options;
    this.#ledger = new ApprovalLedger(options.store ?? new MemoryApprovalStore());
    this.#gate = new CallGate(this.#ledger);
  }

  /** The tools that need an approval. */
  get tools(): readonly string[] {
    return this.#options.tools;
  }

  /**
   * The approvals that wait for an answer, oldest first.
   *
   * @param filter - Which ones. With `states`, also those that were answered, used or withdrawn.
   */
  list(filter: ApprovalFilter = {}): Promise<Approval[]> {
    return this.#ledger.list({ states: ['open'], ...filter });
  }

  /** The approval with this id, whatever its state. */
  load(id: string): Promise<Approval | undefined> {
    return this.#ledger.load(id);
  }

  /**
   * Answers an approval. The first answer wins.
   *
   * @param id - Which approval.
   * @param decision - `{ behavior: 'allow' }` or `{ behavior: 'deny', message }`.
   * @returns Whether this was the first answer. False if it was answered or withdrawn before.
   */
  async answer(id: string, decision: ApprovalDecision): Promise<boolean> {
    const step = { type: 'approval.answer', decision: readDecision(decision) } as const;
    return (await this.#ledger.change(id, step)) !== undefined;
  }

  /**
   * Withdraws an approval: the call does not run, and the model is told so.
   *
   * @param id - Which approval.
   * @returns Whether it could be withdrawn. False if the call has had its answer.
   */
  async withdraw(id: string): Promise<boolean> {
    const step = { type: 'approval.withdraw', at: Date.now() } as const;
    return (await this.#ledger.change(id, step)) !== undefined;
  }

  /**
   * Calls `listen` when an approval opens, is answered, recalled, used or withdrawn. If another
   * program did it, you hear of it if the store can watch for changes.
   *
   * @param change - What happened to it.
   * @param listen - Your listener.
   * @returns A function that removes the listener.
   */
  on(change: ApprovalChange, listen: (approval: Approval) => void): () => void {
    const safe = swallowErrors(listen);
    return this.#ledger.follow((notice) => {
      if (notice.change === change) safe(notice.approval);
    });
  }

  /**
   * A gate for the conversations of somebody who starts them, such as a pool. Its approvals say whose
   * they are, and its calls are deferred if the CLI can do it.
   *
   * @param ownerOf - Whose conversation it is.
   */
  bind(ownerOf: (sessionId: string) => ApprovalOwner): ApprovalGate {
    return {
      tools: this.tools,
      defers: this.#options.defer ?? true,
      decide: (call) => this.#decide(call, ownerOf(call.sessionId), this.#options.defer ?? true),
      runEnded: (sessionId, toolUseId) =>
        this.#runEnded(sessionId, toolUseId, ownerOf(sessionId).epoch),
      follow: (listen) => this.follow(listen),
    };
  }

  /** Notes that the model was told of the answer. Resolves with false if it had been. @internal */
  async noteTold(id: string): Promise<boolean> {
    return (await this.#ledger.change(id, { type: 'approval.tell' })) !== undefined;
  }

  /** Recalls the calls that a process holds, so that its turn can end. @internal */
  recall(sessionId: string): () => void {
    return this.#gate.recall(sessionId);
  }

  /** Whether a process of this program holds the call. @internal */
  holds(id: string): boolean {
    return this.#gate.holds(id);
  }

  /** Recalls what processes held that are gone; `all`: what was deferred, too. @internal */
  async recallLost(sessionId: string, all = false): Promise<void> {
    for (const { id, held, state } of await this.#ledger.list({ sessionId })) {
      const isLost = held === 'live' ? !this.#gate.holds(id) : all && held === 'deferred';
      if (isLost && state !== 'used') await this.#ledger.change(id, { type: 'approval.recall' });
    }
  }

  /** @internal */
  get defers(): boolean {
    return this.#options.defer ?? this.#options.store !== undefined;
  }

  /** @internal */
  decide(call: GatedCall): Promise<GateAnswer> {
    return this.#decide(call, {}, this.defers);
  }

  /** @internal */
  runEnded(sessionId: string, deferredToolUseId: string | undefined): void {
    this.#runEnded(sessionId, deferredToolUseId);
  }

  /** @internal */
  follow(listen: (notice: ApprovalNotice) => void): () => void {
    return this.#ledger.follow(listen);
  }

  /** Removes all listeners, and stops watching the store. */
  close(): void {
    this.#ledger.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #decide(call: GatedCall, owner: ApprovalOwner, defers: boolean): Promise<GateAnswer> {
    const { holdMs = approvalDefaults.holdMs, clock } = this.#options;
    return this.#gate.decide(call, owner, {
      holdMs: holdMs === Number.POSITIVE_INFINITY ? undefined : holdMs,
      defers,
      clock: clock as never,
    });
  }

  #runEnded(sessionId: string, toolUseId: string | undefined, epoch?: number): void {
    // If the store fails, the user's next call fails too, and reports it.
    void this.#gate.runEnded(sessionId, toolUseId, epoch).catch(() => {});
  }
}

function checkApprovalsOptions({ tools, holdMs }: ApprovalsOptions): void {
  const isText = (tool: unknown) => typeof tool === 'string' && tool !== '';
  if (!Array.isArray(tools) || tools.length === 0 || !tools.every(isText)) {
    throw invalidApprovals('tools', "must be a list of names, such as `['Bash', 'mcp__mail__*']`.");
  }
  if (holdMs !== undefined && !(typeof holdMs === 'number' && holdMs >= 0)) {
    throw invalidApprovals('holdMs', 'must be a number of at least 0.');
  }
}
