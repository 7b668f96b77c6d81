import { setup } from 'xstate';
import { lazy } from '../../util/lazy.js';

export interface DeadlineInput {
  /** When the time is over, in milliseconds from now. */
  afterMs: number;
}

const deadlineSetup = setup({
  types: {
    input: {} as DeadlineInput,
    context: {} as DeadlineInput,
    /** The lease was renewed. */
    events: {} as { type: 'deadline.set'; afterMs: number },
    emitted: {} as { type: 'overdue' },
  },
});

/** How long the process of a conversation may live unless its lease is renewed. */
export const deadlineChart = lazy(() =>
  deadlineSetup
    .extend({
      delays: { timeLeft: ({ context }) => context.afterMs },
      actions: {
        noteTime: deadlineSetup.assign({ afterMs: ({ event }) => event.afterMs }),
        emitOverdue: deadlineSetup.emit({ type: 'overdue' }),
      },
    })
    .createMachine({
      id: 'deadline',
      context: ({ input }) => ({ ...input }),
      initial: 'valid',
      on: { 'deadline.set': { target: '.valid', reenter: true, actions: 'noteTime' } },
      states: {
        valid: { after: { timeLeft: 'overdue' } },
        /** News may still come: the lease was renewed at the last moment. */
        overdue: { entry: 'emitOverdue' },
      },
    }),
);
