import type { Approval, ApprovalDecision } from '../../../src/codec/approvals.js';
import type { InspectedConversation } from '../../../src/inspect/fleet/inspectedFleet.js';

export function conversation(id: string, more: Partial<InspectedConversation> = {}) {
  return {
    ...{ id, tenant: 'anna', state: 'parked', worker: undefined, messages: 0, approvals: [] },
    ...{ at: 1_000, usage: { cost: 0.01, estimated: false, unpriced: false }, ...more },
  };
}

export function approval(id: string, more: Partial<Approval> = {}): Approval {
  return {
    ...{ id, sessionId: 's', key: 'chat-1', tenant: 'anna', tool: 'Bash', toolUseId: 't' },
    ...{ input: { command: 'the COMMANDWORD' }, inputHash: 'h', askedAt: 5, state: 'open' },
    ...{ held: 'deferred', epoch: 1, revision: 1, ...more },
  } as Approval;
}

/** A fleet of nothing but lists, which notes the answers. */
export class ListedFleet {
  conversationList: InspectedConversation[] = [];
  approvalList: Approval[] = [];
  failure: Error | undefined;
  reads = 0;
  readonly answers: { chat: string; tenant: string; id: string; decision: ApprovalDecision }[] = [];

  async conversations() {
    this.reads += 1;
    if (this.failure) throw this.failure;
    return this.conversationList;
  }

  async approvals() {
    return this.approvalList;
  }

  async session(chat: string, { tenant }: { tenant: string }) {
    return {
      answer: async (id: string, decision: ApprovalDecision) => {
        const isFirst = !this.answers.some((one) => one.id === id);
        this.answers.push({ chat, tenant, id, decision });
        return isFirst;
      },
    };
  }
}
