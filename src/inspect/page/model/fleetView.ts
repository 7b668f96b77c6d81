/** A fleet as the page shows it. Lists are cut at a limit; the totals count everything. */
export interface FleetView {
  content: 'hidden' | 'shown';
  /** Whether approvals can be answered from a page that has the key for it. */
  answers: boolean;
  /** Those that wait for an answer first, then those that changed last. */
  conversations: readonly FleetConversation[];
  totalConversations: number;
  /** What all conversations cost, in US dollars. */
  cost: number;
  workers: readonly FleetWorkerView[];
  /** Oldest first. */
  approvals: readonly FleetApproval[];
  totalApprovals: number;
  /** Why the fleet could not be read. The lists are then those of the last time. */
  problem?: string;
}

export interface FleetConversation {
  id: string;
  tenant: string;
  state: string;
  worker?: string;
  /** How many messages have no outcome yet. */
  messages: number;
  approvals: number;
  /** When it changed last. */
  at: number;
  cost: number;
  /** Whether a part of the cost is an estimate. */
  isEstimated: boolean;
}

export interface FleetWorkerView {
  name: string;
  /** How many conversations it has now. */
  conversations: number;
  working: number;
}

export interface FleetApproval {
  id: string;
  conversation: string;
  tenant: string;
  tool: string;
  /** Undefined if content is hidden. */
  input?: string;
  /** The input is too long to be shown, so it cannot be allowed from the page. */
  isCut: boolean;
  askedAt: number;
  held: 'live' | 'deferred' | 'recalled';
}

/** What a person calls the state of a conversation. Without a process, it can need an answer too. */
export function conversationState({
  state,
  approvals,
}: Pick<FleetConversation, 'state' | 'approvals'>): string {
  if (approvals > 0) return 'needs an answer';
  // Answered, but the process has not had the answer yet.
  if (state === 'leased.awaitingApproval') return 'working';
  return state.replace(/^leased\./, '');
}

/** The CSS class that colours a state. */
export function conversationTone({ state, approvals }: FleetConversation): string {
  if (approvals > 0) return 'waiting';
  if (state === 'interrupted') return 'failed';
  if (state === 'leased.working' || state === 'queued') return 'busy';
  return state === 'closed' ? 'ended' : 'idle';
}
