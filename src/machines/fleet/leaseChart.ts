import { fromCallback, setup } from 'xstate';
import { lazy } from '../../util/lazy.js';

export interface LeaseInput {
  /** The object that asks for another term. The chart only passes it on. */
  host: object;
  /** How long a term lasts, in milliseconds. */
  leaseMs: number;
  /** How long to wait before a renewal. */
  renewMs: number;
  /** How long to wait after one that failed. */
  retryMs: number;
}

export type LeaseEvent =
  /** The answer: the lease holds for this long from now. */
  | { type: 'lease.renewed'; validMs: number }
  /** Another worker has it, or its time was over. */
  | { type: 'lease.refused' }
  /** Nobody answered. */
  | { type: 'lease.failed' }
  /** It is not needed any more. */
  | { type: 'lease.release' };

export interface LeaseContext extends LeaseInput {
  validMs: number;
}

const leaseSetup = setup({
  types: {
    input: {} as LeaseInput,
    context: {} as LeaseContext,
    events: {} as LeaseEvent,
    emitted: {} as { type: 'renewed'; validMs: number } | { type: 'lost' },
    children: {} as { renew: 'renew' },
  },
  actors: {
    /** Asks for another term, and reports the answer. */
    renew: fromCallback<{ type: string }, { host: object }>(() => {}),
  },
});

/** A worker's lease of one conversation: renewed in time, or lost. */
export const leaseChart = lazy(() =>
  leaseSetup
    .extend({
      delays: {
        nextRenewal: ({ context }) => Math.min(context.renewMs, context.validMs),
        /** What is left of the term when a renewal begins. */
        restOfTerm: ({ context }) => Math.max(0, context.validMs - context.renewMs),
        retry: ({ context }) => context.retryMs,
      },
      actions: {
        noteTerm: leaseSetup.assign({
          validMs: ({ context, event }) =>
            event.type === 'lease.renewed' ? event.validMs : context.validMs,
        }),
        emitRenewed: leaseSetup.emit(({ context: { validMs } }) => ({ type: 'renewed', validMs })),
        emitLost: leaseSetup.emit({ type: 'lost' }),
      },
    })
    .createMachine({
      id: 'lease',
      context: ({ input }) => ({ ...input, validMs: input.leaseMs }),
      initial: 'held',
      on: { 'lease.release': '.released', 'lease.refused': '.lost' },
      states: {
        held: {
          entry: 'emitRenewed',
          after: { nextRenewal: 'renewing' },
        },
        renewing: {
          after: { restOfTerm: 'lost' },
          on: { 'lease.renewed': { target: 'held', actions: 'noteTerm' } },
          initial: 'asking',
          states: {
            asking: {
              invoke: {
                src: 'renew',
                id: 'renew',
                input: ({ context: { host } }) => ({ host }),
              },
              on: { 'lease.failed': 'pausing' },
            },
            pausing: { after: { retry: 'asking' } },
          },
        },
        lost: { type: 'final', entry: 'emitLost' },
        released: { type: 'final' },
      },
    }),
);
