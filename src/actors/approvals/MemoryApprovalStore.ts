import {
  type Approval,
  type ApprovalFilter,
  type ApprovalStore,
  type ApprovalWriter,
  fitsFilter,
} from '../../codec/approvals.js';
import { staleApprovalWriter } from './approvalErrors.js';

/** Keeps approvals in memory: they are gone when your program ends. */
export class MemoryApprovalStore implements ApprovalStore {
  readonly #approvals = new Map<string, Approval>();
  readonly #epochs = new Map<string, number>();
  readonly #listeners = new Set<() => void>();

  async add(approval: Approval, writer: ApprovalWriter = {}): Promise<Approval> {
    this.#fence(approval, writer);
    const earlier = this.#approvals.get(approval.id);
    if (earlier) return structuredClone(earlier);
    this.#set(approval, writer);
    return structuredClone(approval);
  }

  async load(id: string): Promise<Approval | undefined> {
    return structuredClone(this.#approvals.get(id));
  }

  async list(filter?: ApprovalFilter): Promise<Approval[]> {
    const fitting = [...this.#approvals.values()].filter((one) => fitsFilter(one, filter));
    return structuredClone(fitting.sort((one, other) => one.askedAt - other.askedAt));
  }

  async replace(approval: Approval, writer: ApprovalWriter = {}): Promise<boolean> {
    this.#fence(approval, writer);
    const stored = this.#approvals.get(approval.id);
    if (stored?.revision !== approval.revision - 1) return false;
    this.#set(approval, writer);
    return true;
  }

  async delete(id: string): Promise<void> {
    this.#approvals.delete(id);
  }

  watch(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #set(approval: Approval, { epoch }: ApprovalWriter): void {
    this.#approvals.set(approval.id, structuredClone(approval));
    if (epoch !== undefined) this.#epochs.set(approval.sessionId, epoch);
    for (const listener of [...this.#listeners]) queueMicrotask(listener);
  }

  #fence({ sessionId }: Approval, { epoch }: ApprovalWriter): void {
    const newest = this.#epochs.get(sessionId) ?? 0;
    if (epoch !== undefined && epoch < newest) throw staleApprovalWriter(sessionId, epoch, newest);
  }
}
