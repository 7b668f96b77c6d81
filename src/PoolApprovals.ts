import type { Approvals } from './Approvals.js';
import { approvalNote } from './actors/approvals/approvalTexts.js';
import type { ApprovalOutlook } from './machines/pool/pooledSessionTypes.js';
import type { ApprovalGate, ApprovalNotice } from './options/approvalTypes.js';

/** What the approvals of a pool need of it. */
interface PoolSide {
  ownerOf(sessionId: string): { key?: string; tenant?: string };
  /** An approval was answered or withdrawn. `wake`: the conversation needs a process now. */
  onSettled(key: string, tenant: string, wake: boolean): void;
  onNotice(key: string, notice: ApprovalNotice): void;
}

/** What a conversation must do about its approvals before it is sent a message. */
export interface ApprovalPlan {
  outlook: ApprovalOutlook;
  /** Messages that tell the model of answers to calls that were recalled. */
  notes: string[];
}

/** The approvals of a pool: they wake parked conversations, and hold their messages. */
export class PoolApprovals {
  readonly gate: ApprovalGate;
  readonly #approvals: Approvals;
  readonly #pool: PoolSide;
  readonly #endings: (() => void)[] = [];

  constructor(approvals: Approvals, pool: PoolSide) {
    this.#approvals = approvals;
    this.#pool = pool;
    this.gate = approvals.bind((sessionId) => pool.ownerOf(sessionId));
    this.#endings.push(approvals.follow((notice) => this.#onNotice(notice)));
    void this.#wakeAnswered();
  }

  /**
   * Finds out what the approvals of a conversation without a process ask for. `isLost`: the CLI did
   * not come back to its deferred calls.
   */
  async plan(sessionId: string, isLost = false): Promise<ApprovalPlan> {
    await this.#approvals.recallLost(sessionId, isLost);
    const states = ['open', 'answered', 'withdrawn'] as const;
    const all = await this.#approvals.list({ sessionId, states });
    const deferred = all.filter(({ held }) => held === 'deferred');
    if (deferred.some(({ state }) => state === 'open')) return { outlook: 'wait', notes: [] };
    const notes: string[] = [];
    for (const one of all) {
      if (one.state !== 'answered' || one.held !== 'recalled' || one.isTold) continue;
      // Nobody else tells the model.
      if (await this.#approvals.noteTold(one.id)) notes.push(approvalNote(one));
    }
    return { outlook: deferred.length > 0 ? 'continue' : 'none', notes };
  }

  /** Recalls what the process of a conversation holds from now on, so that its turn ends. */
  recall(sessionId: string): void {
    this.#endings.push(this.#approvals.recall(sessionId));
  }

  close(): void {
    for (const end of this.#endings) end();
  }

  #onNotice(notice: ApprovalNotice): void {
    const { change, approval } = notice;
    const { id, key, tenant = '' } = approval;
    if (key === undefined) return;
    this.#pool.onNotice(key, notice);
    // A process that holds the call takes the answer itself.
    if (change === 'answered') this.#pool.onSettled(key, tenant, !this.#approvals.holds(id));
    else if (change === 'withdrawn') this.#pool.onSettled(key, tenant, false);
  }

  /** Wakes the conversations whose answers came while no pool was there. */
  async #wakeAnswered(): Promise<void> {
    const answered = await this.#approvals.list({ states: ['answered'] }).catch(() => []);
    for (const { key, tenant = '', held, isTold } of answered) {
      if (key === undefined || (held === 'recalled' && isTold)) continue;
      this.#pool.onSettled(key, tenant, true);
    }
  }
}
