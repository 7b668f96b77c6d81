import type { Approval } from '../../codec/approvals.js';
import { fleetViewLimits } from '../../defaults/inspectorDefaults.js';
import type { Content } from '../../options/runtimeTypes.js';
import { redact } from '../../secrets/redact.js';
import { visible } from '../../util/printable.js';
import type {
  FleetApproval,
  FleetConversation,
  FleetView,
  FleetWorkerView,
} from '../page/model/fleetView.js';
import type { InspectedConversation } from './inspectedFleet.js';

const { conversations: maxConversations, approvals: maxApprovals, inputLength } = fleetViewLimits;

export interface FleetFacts {
  conversations: readonly InspectedConversation[];
  approvals: readonly Approval[];
}

/** What the page shows of a fleet, within limits and without what is hidden. */
export function describeFleet(
  { conversations, approvals }: FleetFacts,
  { content, answers }: Pick<FleetView, 'content' | 'answers'>,
): FleetView {
  const sorted = [...conversations].sort(
    (one, other) => urgency(other) - urgency(one) || other.at - one.at,
  );
  return {
    ...{ content, answers },
    conversations: sorted.slice(0, maxConversations).map(describeConversation),
    totalConversations: conversations.length,
    cost: conversations.reduce((sum, { usage }) => sum + usage.cost, 0),
    workers: workersOf(conversations),
    approvals: approvals.slice(0, maxApprovals).map((one) => describeApproval(one, content)),
    totalApprovals: approvals.length,
  };
}

function urgency({ approvals, state }: InspectedConversation): number {
  if (approvals.length > 0) return 2;
  return state.startsWith('leased.') || state === 'queued' ? 1 : 0;
}

function describeConversation(info: InspectedConversation): FleetConversation {
  const { id, tenant, state, worker, messages, approvals, at, usage } = info;
  return {
    ...{ id: redact(id), tenant: redact(tenant), state, messages, at, cost: usage.cost },
    ...(worker !== undefined && { worker }),
    approvals: approvals.length,
    isEstimated: usage.estimated || usage.unpriced,
  };
}

function workersOf(conversations: readonly InspectedConversation[]): FleetWorkerView[] {
  const workers = new Map<string, FleetWorkerView>();
  for (const { worker, state } of conversations) {
    if (worker === undefined || !state.startsWith('leased.')) continue;
    const known = workers.get(worker) ?? { name: worker, conversations: 0, working: 0 };
    known.conversations += 1;
    if (state !== 'leased.idle') known.working += 1;
    workers.set(worker, known);
  }
  return [...workers.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

function describeApproval(approval: Approval, content: Content): FleetApproval {
  const { id, key = '', tenant = '', tool, input, askedAt, held } = approval;
  // Characters that turn the direction of text, or have no width, would make a command look harmless.
  const text =
    content === 'shown' ? visible(redact(JSON.stringify(input, undefined, 2))) : undefined;
  const isCut = text !== undefined && text.length > inputLength;
  return {
    ...{ id, conversation: redact(key), tenant: redact(tenant), askedAt, held, isCut },
    tool: visible(tool),
    ...(text !== undefined && { input: text.slice(0, inputLength) }),
  };
}
