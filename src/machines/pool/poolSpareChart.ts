import { type AnyActorRef, fromCallback, setup } from 'xstate';
import { lazy } from '../../util/lazy.js';
import type { Spare } from './poolLedger.js';

export interface PoolSpareInput {
  id: string;
  owner: AnyActorRef;
  /** Who starts the process. The chart never looks into it. */
  host: object;
  /** How long to wait after a failed start, in milliseconds. */
  retryMs: number;
}

export type PoolSpareEvent =
  /** A conversation has taken it. */
  | { type: 'spare.take' }
  /** Its place is needed. */
  | { type: 'spare.dismiss' }
  | { type: 'host.started' }
  | { type: 'host.gone' };

export interface PoolSpareReport {
  type: 'spare.changed';
  id: string;
  phase: Spare['phase'];
}

const spareSetup = setup({
  types: {
    input: {} as PoolSpareInput,
    context: {} as PoolSpareInput,
    events: {} as PoolSpareEvent,
    output: {} as { id: string },
    children: {} as { host: 'host' },
  },
  actors: {
    host: fromCallback<{ type: 'host.end' }, { id: string; host: object }>(() => {}),
  },
});

const report = (phase: Spare['phase']) =>
  spareSetup.enqueueActions(({ context, enqueue }) => {
    const changed: PoolSpareReport = { type: 'spare.changed', id: context.id, phase };
    enqueue.sendTo(context.owner, changed);
  });

/** A process that waits for a new conversation, so that its first answer comes sooner. */
export const poolSpareChart = lazy(() =>
  spareSetup
    .extend({
      delays: { retry: ({ context }) => context.retryMs },
      actions: {
        reportReady: report('ready'),
        reportLeaving: report('leaving'),
        reportCooling: report('cooling'),
        endProcess: spareSetup.enqueueActions(({ enqueue }) =>
          enqueue.sendTo('host', { type: 'host.end' }),
        ),
      },
    })
    .createMachine({
      id: 'poolSpare',
      context: ({ input }) => input,
      initial: 'open',
      output: ({ context }) => ({ id: context.id }),
      states: {
        open: {
          invoke: {
            src: 'host',
            id: 'host',
            input: ({ context: { id, host } }) => ({ id, host }),
          },
          initial: 'starting',
          on: { 'spare.dismiss': '.leaving', 'host.gone': 'cooling' },
          states: {
            starting: { on: { 'host.started': 'ready' } },
            ready: { entry: 'reportReady', on: { 'spare.take': '#poolSpare.gone' } },
            leaving: {
              entry: ['reportLeaving', 'endProcess'],
              on: { 'host.gone': '#poolSpare.gone', 'spare.dismiss': {} },
            },
          },
        },
        /** It failed to start, or died. Do not start the next one at once. */
        cooling: {
          entry: 'reportCooling',
          on: { 'spare.dismiss': 'gone' },
          after: { retry: 'gone' },
        },
        gone: { type: 'final' },
      },
    }),
);
