import type {
  Approval,
  ApprovalFilter,
  ApprovalStore,
  ApprovalWriter,
} from '../../codec/approvals.js';
import { approvalDefaults } from '../../defaults/poolDefaults.js';
import { type ApprovalStep, nextApproval } from '../../machines/approvals/approvalRecord.js';
import type { ApprovalChange, ApprovalNotice } from '../../options/approvalTypes.js';
import { swallowErrors } from '../../util/swallowErrors.js';
import { unknownApproval } from './approvalErrors.js';

type Follower = (notice: ApprovalNotice) => void;

/** Changes approvals in a store, one compare-and-set at a time, and tells who follows them. */
export class ApprovalLedger {
  readonly #store: ApprovalStore;
  readonly #followers = new Set<Follower>();
  /** The last revision that the followers know. */
  readonly #known = new Map<string, Approval>();
  #watching: { stop: () => void; baseline: Promise<void> } | undefined;
  #refreshing: Promise<void> = Promise.resolve();
  /** A refresh has yet to read the store, so it will see what has changed by now. */
  #willRefresh = false;
  #lastForgotAt = 0;

  constructor(store: ApprovalStore) {
    this.#store = store;
  }

  list(filter?: ApprovalFilter): Promise<Approval[]> {
    return this.#store.list(filter);
  }

  load(id: string): Promise<Approval | undefined> {
    return this.#store.load(id);
  }

  /** Adds an approval, unless its id is taken. Resolves with what the store has under the id. */
  async add(approval: Approval, writer: ApprovalWriter): Promise<Approval> {
    await this.#watch();
    const stored = await this.#store.add(approval, writer);
    if (stored.revision === approval.revision) this.#tell(stored);
    return stored;
  }

  /**
   * Takes a step. Resolves with the changed approval, or with undefined if the step is not allowed,
   * for example because another answer came first.
   */
  async change(
    id: string,
    step: ApprovalStep,
    writer?: ApprovalWriter,
  ): Promise<Approval | undefined> {
    await this.#watch();
    for (;;) {
      const before = await this.#store.load(id);
      if (!before) throw unknownApproval(id);
      const after = nextApproval(before, step);
      if (!after) return undefined;
      const next = writer?.epoch === undefined ? after : { ...after, epoch: writer.epoch };
      if (!(await this.#store.replace(next, writer))) continue;
      this.#tell(next);
      if (next.settledAt !== undefined) await this.#forget(next.settledAt);
      return next;
    }
  }

  /** Calls `follow` after every change, also those of other programs if the store reports them. */
  follow(follow: Follower): () => void {
    const safe = swallowErrors(follow);
    this.#followers.add(safe);
    void this.#watch();
    return () => this.#followers.delete(safe);
  }

  /** Stops watching the store. */
  close(): void {
    this.#watching?.stop();
    this.#watching = undefined;
    this.#followers.clear();
  }

  #watch(): Promise<void> {
    if (!this.#watching) {
      const stop = this.#store.watch?.(() => this.#refresh()) ?? (() => {});
      // What is there already is not news.
      const baseline = this.#store.list().then(
        (all) => {
          for (const one of all) this.#known.set(one.id, one);
        },
        () => {},
      );
      this.#watching = { stop, baseline };
    }
    return this.#watching.baseline;
  }

  /** Tells what others have changed. */
  #refresh(): void {
    if (this.#willRefresh) return;
    this.#willRefresh = true;
    const refresh = async () => {
      await this.#watching?.baseline;
      this.#willRefresh = false;
      const all = await this.#store.list();
      for (const one of all) this.#tell(one);
      const ids = new Set(all.map(({ id }) => id));
      for (const id of this.#known.keys()) if (!ids.has(id)) this.#known.delete(id);
    };
    // A store that fails here fails again in the next call of the user, who then hears of it.
    this.#refreshing = this.#refreshing.then(refresh).catch(() => {});
  }

  #tell(approval: Approval): void {
    const before = this.#known.get(approval.id);
    if (before && before.revision >= approval.revision) return;
    this.#known.set(approval.id, approval);
    const change = changeBetween(before, approval);
    if (change) for (const follow of [...this.#followers]) follow({ change, approval });
  }

  /** Removes what was settled long ago. */
  async #forget(now: number): Promise<void> {
    if (now - this.#lastForgotAt < approvalDefaults.forgetEveryMs) return;
    this.#lastForgotAt = now;
    const settled = await this.#store.list({ states: ['used', 'withdrawn'] });
    for (const { id, settledAt = now } of settled) {
      if (settledAt >= now - approvalDefaults.keepSettledMs) continue;
      await this.#store.delete(id);
      this.#known.delete(id);
    }
  }
}

function changeBetween(before: Approval | undefined, after: Approval): ApprovalChange | undefined {
  if (!before) return after.state === 'open' ? 'opened' : after.state;
  if (before.state !== after.state) return after.state === 'open' ? 'opened' : after.state;
  return before.held !== after.held && after.held === 'recalled' ? 'recalled' : undefined;
}
