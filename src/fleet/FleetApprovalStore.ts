import type {
  Approval,
  ApprovalFilter,
  ApprovalStore,
  ApprovalWriter,
} from '../codec/approvals.js';
import { fitsFilter } from '../codec/approvals.js';
import { staleEpoch } from './fleetErrors.js';
import type { FleetStore, StoredJson } from './storeTypes.js';

const approvalPrefix = 'approval/';

/** The approvals of all conversations of a fleet, in its store. */
export class FleetApprovalStore implements ApprovalStore {
  readonly #store: FleetStore;

  constructor(store: FleetStore) {
    this.#store = store;
  }

  async add(approval: Approval, writer?: ApprovalWriter): Promise<Approval> {
    const { state } = await this.#change(approval.id, (before) => {
      checkEpoch(before, approval, writer);
      return before ? undefined : approval;
    });
    return approvalOf(state) as Approval;
  }

  async load(id: string): Promise<Approval | undefined> {
    return approvalOf(await this.#store.read(`${approvalPrefix}${id}`));
  }

  async list(filter?: ApprovalFilter): Promise<Approval[]> {
    const found = await this.#store.list(approvalPrefix);
    return found
      .flatMap(({ state }) => approvalOf(state) ?? [])
      .filter((one) => fitsFilter(one, filter))
      .sort((a, b) => a.askedAt - b.askedAt);
  }

  async replace(approval: Approval, writer?: ApprovalWriter): Promise<boolean> {
    const { outcome } = await this.#change(approval.id, (before) => {
      checkEpoch(before, approval, writer);
      return before?.revision === approval.revision - 1 ? approval : undefined;
    });
    return outcome === 'written';
  }

  async delete(id: string): Promise<void> {
    await this.#store.change(`${approvalPrefix}${id}`, (state) =>
      approvalOf(state) ? { state: { isDeleted: true } } : undefined,
    );
  }

  watch(listener: () => void): () => void {
    const watching = this.#store.watch(approvalPrefix, listener);
    return () => void watching.then((unwatch) => unwatch());
  }

  #change(id: string, decide: (before: Approval | undefined) => Approval | undefined) {
    return this.#store.change(`${approvalPrefix}${id}`, (state) => {
      const after = decide(approvalOf(state));
      return after && { state: { ...after } };
    });
  }
}

function approvalOf(state: StoredJson | undefined): Approval | undefined {
  return state && !state.isDeleted ? (state as unknown as Approval) : undefined;
}

function checkEpoch(
  before: Approval | undefined,
  { sessionId }: Approval,
  { epoch }: ApprovalWriter = {},
): void {
  if (before && epoch !== undefined && epoch < before.epoch) {
    throw staleEpoch(sessionId, epoch, before.epoch);
  }
}
