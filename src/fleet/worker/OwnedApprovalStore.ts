import type {
  Approval,
  ApprovalFilter,
  ApprovalStore,
  ApprovalWriter,
} from '../../codec/approvals.js';
import { fitsFilter } from '../../codec/approvals.js';
import { staleEpoch } from '../fleetErrors.js';

/** What the worker owns. */
export interface Ownership {
  /** The epoch in which this worker owns a conversation, if it does. */
  epochOf(id: string): number | undefined;
  /** The epoch of the conversation in the store. */
  currentEpoch(id: string): Promise<number | undefined>;
}

/**
 * The approvals of the conversations that a worker owns. In the worker's pool, a conversation has a key
 * for each lease, `epoch/id`. The store knows it by its id, and refuses writes of an older lease.
 */
export class OwnedApprovalStore implements ApprovalStore {
  readonly #all: ApprovalStore;
  readonly #owner: Ownership;
  readonly #listeners = new Set<() => void>();

  constructor(all: ApprovalStore, owner: Ownership) {
    this.#all = all;
    this.#owner = owner;
  }

  async add(approval: Approval): Promise<Approval> {
    const { stored, writer } = await this.#toStore(approval);
    return this.#fromStore(await this.#all.add(stored, writer)) as Approval;
  }

  async load(id: string): Promise<Approval | undefined> {
    return this.#fromStore(await this.#all.load(id));
  }

  async list(filter?: ApprovalFilter): Promise<Approval[]> {
    const { key: _, ...rest } = filter ?? {};
    const owned = (await this.#all.list(rest)).flatMap((one) => this.#fromStore(one) ?? []);
    return owned.filter((one) => fitsFilter(one, filter));
  }

  async replace(approval: Approval): Promise<boolean> {
    const { stored, writer } = await this.#toStore(approval);
    return this.#all.replace(stored, writer);
  }

  async delete(id: string): Promise<void> {
    await this.#all.delete(id);
  }

  watch(listener: () => void): () => void {
    const unwatch = this.#all.watch?.(listener);
    this.#listeners.add(listener);
    return () => {
      unwatch?.();
      this.#listeners.delete(listener);
    };
  }

  /** Makes the pool list the approvals again. */
  refresh(): void {
    for (const listener of this.#listeners) listener();
  }

  async #toStore(approval: Approval): Promise<{ stored: Approval; writer: ApprovalWriter }> {
    const { key = '' } = approval;
    const id = key.slice(key.indexOf('/') + 1);
    const epoch = Number.parseInt(key, 10);
    const current = await this.#owner.currentEpoch(id);
    if (current !== epoch) throw staleEpoch(id, epoch, current);
    return { stored: { ...approval, key: id, epoch }, writer: { epoch } };
  }

  #fromStore(approval: Approval | undefined): Approval | undefined {
    const epoch = approval?.key === undefined ? undefined : this.#owner.epochOf(approval.key);
    return approval && epoch !== undefined
      ? { ...approval, key: `${epoch}/${approval.key}` }
      : undefined;
  }
}
