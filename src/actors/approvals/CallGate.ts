import { createHash } from 'node:crypto';
import { type Approval, type ApprovalDecision, canonicalJson } from '../../codec/approvals.js';
import { isObject, readJsonObject } from '../../codec/jsonObject.js';
import { isFor } from '../../machines/approvals/approvalRecord.js';
import type { GateAnswer, GatedCall } from '../../options/approvalTypes.js';
import type { ApprovalLedger } from './ApprovalLedger.js';
import { invalidDecision } from './approvalErrors.js';
import { inDoubt, withdrawnReason } from './approvalTexts.js';
import { HeldCall, type HoldSettings } from './HeldCall.js';

/** Whose conversation a call belongs to. */
export interface ApprovalOwner {
  /** The key of the conversation. */
  key?: string;
  /** Whose conversation it is. */
  tenant?: string;
  /** The epoch of the program that owns the conversation, if owners can change. */
  epoch?: number;
}

/** Decides about tool calls with the approvals of a store. */
export class CallGate {
  readonly #ledger: ApprovalLedger;
  readonly #held = new Map<string, HeldCall>();
  /** The calls that will get the answer, from before their approval can be seen. */
  readonly #asking = new Map<string, GatedCall>();
  /** Conversations whose processes must not wait any more. */
  readonly #leaving = new Set<string>();

  constructor(ledger: ApprovalLedger) {
    this.#ledger = ledger;
  }

  async decide(
    call: GatedCall,
    owner: ApprovalOwner,
    settings: Omit<HoldSettings, 'epoch'>,
  ): Promise<GateAnswer> {
    const { epoch } = owner;
    const inputHash = sha256(canonicalJson(call.input));
    try {
      for (;;) {
        const found = await this.#find(call, inputHash, epoch);
        const approval = found ?? newApproval(call, inputHash, owner);
        this.#asking.set(approval.id, call);
        const stored = found ?? (await this.#ledger.add(approval, { epoch }));
        const answer = await this.#answer(stored, call, { ...settings, epoch });
        if (answer) return answer;
      }
    } finally {
      for (const [id, one] of this.#asking) if (one === call) this.#asking.delete(id);
    }
  }

  /** Recalls the calls that the process of a conversation holds, until the result is called. */
  recall(sessionId: string): () => void {
    this.#leaving.add(sessionId);
    for (const held of this.#held.values()) if (held.sessionId === sessionId) held.recall();
    return () => this.#leaving.delete(sessionId);
  }

  /** A run is over. Deferred calls that it does not name will not come back. */
  async runEnded(sessionId: string, toolUseId: string | undefined, epoch?: number): Promise<void> {
    for (const approval of await this.#ledger.list({ sessionId })) {
      if (approval.state === 'used' || approval.held !== 'deferred') continue;
      if (approval.toolUseId === toolUseId) continue;
      await this.#ledger.change(approval.id, { type: 'approval.recall' }, { epoch });
    }
  }

  /** Whether a process of this program waits for the answer. */
  holds(id: string): boolean {
    return this.#asking.get(id)?.signal.aborted === false;
  }

  /** The approval of this call; or of an identical one that does not wait any more. */
  async #find(call: GatedCall, inputHash: string, epoch?: number): Promise<Approval | undefined> {
    const { sessionId, toolUseId, tool, agentId } = call;
    const all = await this.#ledger.list({ sessionId });
    const own = all.find((one) => one.toolUseId === toolUseId && one.inputHash === inputHash);
    if (own) return own;
    let isChanged = false;
    for (const one of all) {
      // Its process died; or it was deferred, and the main thread has moved on without it.
      const isLost = one.held === 'live' ? !this.holds(one.id) : agentId === undefined;
      if (one.state === 'used' || one.held === 'recalled' || !isLost) continue;
      await this.#ledger.change(one.id, { type: 'approval.recall' }, { epoch });
      isChanged = true;
    }
    const now = isChanged ? await this.#ledger.list({ sessionId }) : all;
    const same = now.filter((one) => isFor(one, { tool, inputHash }));
    return same.find(({ state }) => state === 'answered') ?? same[0];
  }

  /** Undefined if the approval has changed meanwhile. */
  async #answer(
    approval: Approval,
    call: GatedCall,
    settings: HoldSettings,
  ): Promise<GateAnswer | undefined> {
    const { id, state, held, decision } = approval;
    const writer = { epoch: settings.epoch };
    switch (state) {
      case 'answered': {
        const step = { type: 'approval.use', at: Date.now() } as const;
        return (await this.#ledger.change(id, step, writer))?.decision;
      }
      case 'used':
        return decision?.behavior === 'deny' ? decision : { behavior: 'deny', message: inDoubt };
      case 'withdrawn':
        await this.#ledger.change(id, { type: 'approval.recall' }, writer);
        return { behavior: 'deny', message: withdrawnReason };
      case 'open':
        break;
    }
    // The CLI was resumed before anybody answered.
    if (held === 'deferred') return { behavior: 'defer' };
    if (held === 'recalled') {
      const step = { type: 'approval.call', toolUseId: call.toolUseId } as const;
      if (!(await this.#ledger.change(id, step, writer))) return undefined;
    }
    return this.#hold(approval, call, settings);
  }

  async #hold(approval: Approval, call: GatedCall, settings: HoldSettings): Promise<GateAnswer> {
    const { id } = approval;
    const held = this.#held.get(id) ?? new HeldCall(approval, this.#ledger, call, settings);
    this.#held.set(id, held);
    if (this.#leaving.has(call.sessionId)) held.recall();
    try {
      return await held.answer;
    } finally {
      this.#held.delete(id);
    }
  }
}

function newApproval(call: GatedCall, inputHash: string, owner: ApprovalOwner): Approval {
  const { sessionId, tool, input, toolUseId, agentId } = call;
  const { key, tenant, epoch = 0 } = owner;
  return {
    id: sha256(JSON.stringify([sessionId, toolUseId, inputHash])).slice(0, 32),
    sessionId,
    ...(key !== undefined && { key }),
    ...(tenant !== undefined && { tenant }),
    tool,
    input,
    toolUseId,
    inputHash,
    ...(agentId !== undefined && { agentId }),
    askedAt: Date.now(),
    state: 'open',
    held: 'live',
    epoch,
    revision: 1,
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Checks an answer, and leaves out what a hook cannot say. */
export function readDecision(given: unknown): ApprovalDecision {
  const reading = readJsonObject(given);
  if ('problem' in reading) throw invalidDecision();
  const { behavior, message, updatedInput } = reading.object;
  if (behavior === 'allow') {
    if (updatedInput === undefined || updatedInput === null) return { behavior };
    if (isObject(updatedInput)) return { behavior, updatedInput };
  }
  if (behavior === 'deny' && typeof message === 'string') return { behavior, message };
  throw invalidDecision();
}
