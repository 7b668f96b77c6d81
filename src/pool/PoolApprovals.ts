import type { Approvals } from '../Approvals.js';
import { approvalNote } from '../actors/approvals/approvalTexts.js';
import type { Approval } from '../codec/approvals.js';
import type { ApprovalOutlook } from '../machines/pool/pooledSessionTypes.js';
import type { ApprovalGate, ApprovalNotice } from '../options/approvalTypes.js';

/** What the approvals of a pool need of it. */
interface PoolSide {
  ownerOf(sessionId: string): { key?: string; tenant?: string };
  /** An approval was answered or withdrawn. `wake`: the conversation needs a process now. */
  onSettled(approval: Approval, wake: boolean): void;
  onNotice(notice: ApprovalNotice): void;
}

/** What a conversation must do about its approvals before it is sent a message. */
export interface ApprovalPlan {
  outlook: ApprovalOutlook;
  /** Messages that tell the model of answers to calls that were recalled. */
  notes: ApprovalNote[];
}

/** Tells the model of an answer. */
export interface ApprovalNote {
  text: string;
  /** Call it with whether the model has read the message. */
  settle(isRead: boolean): void;
}

/** The approvals of a pool: they wake parked conversations, and hold their messages. */
export class PoolApprovals {
  readonly gate: ApprovalGate;
  readonly #approvals: Approvals;
  readonly #pool: PoolSide;
  readonly #endings: (() => void)[] = [];
  /** The approvals whose answers are on their way to the model. */
  readonly #telling = new Set<string>();
  /** The approvals whose process died before the model had read the answer. */
  readonly #lost = new Set<string>();
  #isDraining = false;

  constructor(approvals: Approvals, pool: PoolSide) {
    this.#approvals = approvals;
    this.#pool = pool;
    const gate = approvals.bind((sessionId) => pool.ownerOf(sessionId));
    this.gate = {
      ...gate,
      decide: (call) => {
        if (this.#isDraining) this.#recall(call.sessionId);
        return gate.decide(call);
      },
    };
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
    const notes = all
      .filter((one) => one.state === 'answered' && one.held === 'recalled' && !one.isTold)
      .filter(({ id }) => !this.#telling.has(id) && !this.#approvals.holds(id))
      .map((one) => this.#note(one));
    return { outlook: deferred.length > 0 ? 'continue' : 'none', notes };
  }

  /** Recalls what the processes of these and all later calls hold, so that their turns end. */
  drain(sessionIds: Iterable<string>): void {
    this.#isDraining = true;
    for (const sessionId of sessionIds) this.#recall(sessionId);
  }

  close(): void {
    for (const end of this.#endings) end();
  }

  #recall(sessionId: string): void {
    this.#endings.push(this.#approvals.recall(sessionId));
  }

  /** A message that tells the model of an answer. If its process dies first, the next one tells it. */
  #note(approval: Approval): ApprovalNote {
    const { id } = approval;
    this.#telling.add(id);
    const settle = async (isRead: boolean) => {
      // If the store fails here, the model is told a second time. That does no harm.
      if (isRead) await this.#approvals.noteTold(id).catch(() => {});
      this.#telling.delete(id);
      const isLostAgain = this.#lost.has(id);
      if (isRead) this.#lost.delete(id);
      else this.#lost.add(id);
      // Start a process once more, not again and again: after that, the next message tells the model.
      if (!isRead && !isLostAgain) this.#pool.onSettled(approval, true);
    };
    return { text: approvalNote(approval), settle: (isRead) => void settle(isRead) };
  }

  #onNotice(notice: ApprovalNotice): void {
    const { change, approval } = notice;
    const { id, state } = approval;
    this.#pool.onNotice(notice);
    // A process that holds the call takes the answer itself, unless it dies before.
    const isAnswered = change === 'answered' || (change === 'recalled' && state === 'answered');
    if (isAnswered) this.#pool.onSettled(approval, !this.#approvals.holds(id));
    else if (change === 'withdrawn') this.#pool.onSettled(approval, false);
  }

  /** Wakes the conversations whose answers came while no pool was there. */
  async #wakeAnswered(): Promise<void> {
    const answered = await this.#approvals.list({ states: ['answered'] }).catch(() => []);
    for (const approval of answered) {
      const isRead = approval.held === 'recalled' && approval.isTold;
      if (!isRead) this.#pool.onSettled(approval, true);
    }
  }
}
