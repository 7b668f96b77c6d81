import { transition } from 'xstate';
import type {
  Approval,
  ApprovalDecision,
  ApprovalHold,
  ApprovalState,
} from '../../codec/approvals.js';
import { approvalChart } from './approvalChart.js';

/** What happens to a stored approval. `at` is the time in milliseconds since 1970. */
export type ApprovalStep =
  | { type: 'approval.answer'; decision: ApprovalDecision }
  | { type: 'approval.withdraw'; at: number }
  | { type: 'approval.use'; at: number }
  | { type: 'approval.defer' }
  | { type: 'approval.recall' }
  | { type: 'approval.call'; toolUseId: string }
  | { type: 'approval.tell' };

type Regions = { answer: ApprovalState; call: ApprovalHold };

/** The approval after a step; undefined if the chart does not allow it. */
export function nextApproval(approval: Approval, step: ApprovalStep): Approval | undefined {
  if (step.type === 'approval.tell') {
    if (approval.isTold || approval.state !== 'answered') return undefined;
    return { ...approval, isTold: true, revision: approval.revision + 1 };
  }
  const value: Regions = { answer: approval.state, call: approval.held };
  const before = approvalChart.resolveState({ value, context: {} });
  const [{ value: after }] = transition(approvalChart, before, step);
  const { answer: state, call: held } = after as Regions;
  if (state === approval.state && held === approval.held) return undefined;
  const { type: _, ...facts } = step;
  const { at, ...more } = facts as { at?: number };
  return {
    ...approval,
    ...more,
    ...(at !== undefined && { settledAt: at }),
    state,
    held,
    revision: approval.revision + 1,
  };
}

/** Whether an identical call may have the answer to this approval: nothing else waits for it. */
export function isFor(approval: Approval, call: { tool: string; inputHash: string }): boolean {
  const { tool, inputHash, held, state } = approval;
  const isPending = state === 'open' || state === 'answered';
  return isPending && held === 'recalled' && tool === call.tool && inputHash === call.inputHash;
}
