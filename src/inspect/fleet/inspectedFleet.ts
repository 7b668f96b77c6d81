import type { Approval, ApprovalDecision } from '../../codec/approvals.js';

/** What the page needs of a fleet. Every `Fleet` of `claude-actors/fleet` fits. */
export interface InspectedFleet {
  /** Lists the conversations. */
  conversations(): Promise<readonly InspectedConversation[]>;
  /** Lists the approvals that wait for an answer, oldest first. */
  approvals(): Promise<readonly Approval[]>;
  /** The conversation with this id, to answer its approvals. */
  session(
    id: string,
    settings: { tenant: string },
  ): Promise<{ answer(approvalId: string, decision: ApprovalDecision): Promise<boolean> }>;
}

/** A conversation of a fleet, as the page lists it. */
export interface InspectedConversation {
  /** Its id. */
  id: string;
  /** Whose it is. */
  tenant: string;
  /** Its state, such as `leased.working`. */
  state: string;
  /** The worker that runs it, or ran it last. */
  worker: string | undefined;
  /** How many messages have no outcome yet. */
  messages: number;
  /** The ids of the approvals that it waits for. */
  approvals: readonly string[];
  /** When it changed last, in milliseconds since 1970. */
  at: number;
  /** What it has used: the cost in US dollars, and whether a part of it is not known exactly. */
  usage: { cost: number; estimated: boolean; unpriced: boolean };
}
