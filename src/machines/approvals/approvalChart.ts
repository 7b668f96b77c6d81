import { setup } from 'xstate';
import { lazy } from '../../util/lazy.js';
import { longestTimeout } from '../../util/longestTimeout.js';

export interface ApprovalInput {
  /** How long a running process may hold the call, in milliseconds. Undefined: forever. */
  holdMs?: number | undefined;
}

export type ApprovalEvent =
  /** Somebody has decided. */
  | { type: 'approval.answer' }
  /** Nobody needs an answer any more. */
  | { type: 'approval.withdraw' }
  /** The call takes the answer. */
  | { type: 'approval.use' }
  /** The CLI has put the call off: the transcript has it. */
  | { type: 'approval.defer' }
  /** The call does not wait any more. */
  | { type: 'approval.recall' }
  /** The model has made the call again. */
  | { type: 'approval.call' };

/**
 * One approval: what became of the answer, and where the call waits for it. The answer belongs to
 * whoever is first; the call belongs to the process that runs the conversation.
 */
export const approvalChart = lazy(() =>
  setup({
    types: {
      input: {} as ApprovalInput,
      context: {} as ApprovalInput,
      events: {} as ApprovalEvent,
    },
    delays: { holdTimeout: ({ context }) => Math.min(context.holdMs ?? 0, longestTimeout) },
    guards: { hasTimeout: ({ context }) => context.holdMs !== undefined },
  }).createMachine({
    id: 'approval',
    context: ({ input }) => ({ ...input }),
    type: 'parallel',
    states: {
      answer: {
        initial: 'open',
        states: {
          open: { on: { 'approval.answer': 'answered', 'approval.withdraw': 'withdrawn' } },
          answered: { on: { 'approval.use': 'used', 'approval.withdraw': 'withdrawn' } },
          used: {},
          withdrawn: {},
        },
      },
      call: {
        initial: 'live',
        states: {
          /** A running process waits. */
          live: {
            on: { 'approval.defer': 'deferred', 'approval.recall': 'recalled' },
            after: { holdTimeout: { guard: 'hasTimeout', target: 'recalled' } },
          },
          /** The transcript has the call. The CLI asks again when it is resumed. */
          deferred: { on: { 'approval.recall': 'recalled' } },
          /** The next identical call gets the answer, once. */
          recalled: { on: { 'approval.call': 'live' } },
        },
      },
    },
  }),
);
