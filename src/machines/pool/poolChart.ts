import { type AnyActorRef, assertEvent, type DoneActorEvent, setup } from 'xstate';
import { lazy } from '../../util/lazy.js';
import { finalOutput } from '../doneEvents.js';
import { pooledSessionChart } from './pooledSessionChart.js';
import type {
  PooledSessionOutput,
  PooledSessionSettings,
  SlotReport,
} from './pooledSessionTypes.js';
import {
  emptyLedger,
  nextOrders,
  ordersGiven,
  type PoolLedger,
  type ProcessLimits,
  slotAdded,
  slotChanged,
  slotRemoved,
  spareChanged,
  spareRemoved,
} from './poolLedger.js';
import { type PoolSpareReport, poolSpareChart } from './poolSpareChart.js';

export interface PoolSettings extends ProcessLimits, PooledSessionSettings {
  spareRetryMs: number;
}

/** Starts processes and sends messages. The charts never look into the objects it returns. */
export interface PoolHosts {
  conversation(key: string): object;
  spares: object;
}

export interface PoolInput {
  settings: PoolSettings;
  hosts: PoolHosts;
}

export interface PoolContext extends PoolInput {
  ledger: PoolLedger;
  nextSpare: number;
  drainMs: number;
}

export type PoolEvent =
  /** A message for a conversation waits to be sent. */
  | { type: 'pool.message'; key: string; tenant: string }
  /** No message for the conversation waits any more. */
  | { type: 'pool.withdrawn'; key: string }
  /** An approval of the conversation was answered or withdrawn. `wake`: it needs a process now. */
  | { type: 'pool.approval'; key: string; tenant: string; wake: boolean }
  | { type: 'pool.park'; key: string }
  /** Finish what was accepted, then end all processes; after `timeoutMs`, end them anyway. */
  | { type: 'pool.drain'; timeoutMs: number }
  | SlotReport
  | PoolSpareReport
  | DoneActorEvent;

export type PoolEmitted =
  /** A conversation has no process any more. */
  | ({ type: 'slotEnded' } & PooledSessionOutput)
  | { type: 'slotChanged'; key: string; phase: SlotReport['phase'] };

const poolSetup = setup({
  types: {
    input: {} as PoolInput,
    context: {} as PoolContext,
    events: {} as PoolEvent,
    emitted: {} as PoolEmitted,
    children: {} as Record<string, 'pooledSession' | 'poolSpare'>,
  },
  actors: { pooledSession: pooledSessionChart, poolSpare: poolSpareChart },
});

type Enqueue = Parameters<Parameters<typeof poolSetup.enqueueActions>[0]>[0]['enqueue'];

const slotId = (key: string) => `pooledSession#${key}`;
const isDoneOf = (kind: string, event: PoolEvent) =>
  event.type.startsWith(`xstate.done.actor.${kind}#`);

const actions = {
  forwardMessage: poolSetup.enqueueActions(({ context, event, self, enqueue }) => {
    assertEvent(event, ['pool.message', 'pool.approval']);
    const { key, tenant } = event;
    if (context.ledger.slots.has(key)) {
      const isMessage = event.type === 'pool.message';
      enqueue.sendTo(slotId(key), { type: isMessage ? 'slot.message' : 'slot.approval' });
      return;
    }
    if (event.type === 'pool.approval' && !event.wake) return;
    const { hosts, settings } = context;
    const owner: AnyActorRef = self;
    enqueue.assign({ ledger: slotAdded(context.ledger, key, tenant) });
    enqueue.spawnChild('pooledSession', {
      id: slotId(key),
      input: { key, owner, host: hosts.conversation(key), settings },
    });
  }),
  withdraw: poolSetup.enqueueActions(({ context, event, enqueue }) => {
    assertEvent(event, 'pool.withdrawn');
    const { key } = event;
    if (context.ledger.slots.has(key)) enqueue.sendTo(slotId(key), { type: 'slot.withdrawn' });
  }),
  park: poolSetup.enqueueActions(({ context, event, enqueue }) => {
    assertEvent(event, 'pool.park');
    const { key } = event;
    if (context.ledger.slots.has(key)) enqueue.sendTo(slotId(key), { type: 'slot.park' });
  }),
  noteSlot: poolSetup.enqueueActions(({ context, event, enqueue }) => {
    assertEvent(event, 'slot.changed');
    const { type: _, key, ...change } = event;
    // A spare taken for it no longer counts by itself, and the slot was noted as starting.
    enqueue.assign({ ledger: slotChanged(context.ledger, key, change) });
    enqueue.emit({ type: 'slotChanged', key, phase: change.phase });
  }),
  noteSpare: poolSetup.assign({
    ledger: ({ context, event }) => {
      assertEvent(event, 'spare.changed');
      const { id, phase } = event;
      return context.ledger.spares.has(id)
        ? spareChanged(context.ledger, { id, phase })
        : context.ledger;
    },
  }),
  forgetSlot: poolSetup.enqueueActions(({ context, event, enqueue }) => {
    const output = finalOutput<PooledSessionOutput>(event);
    enqueue.stopChild(slotId(output.key));
    enqueue.assign({ ledger: slotRemoved(context.ledger, output.key) });
    enqueue.emit({ type: 'slotEnded', ...output });
  }),
  forgetSpare: poolSetup.enqueueActions(({ context, event, enqueue }) => {
    const { id } = finalOutput<{ id: string }>(event);
    enqueue.stopChild(`poolSpare#${id}`);
    enqueue.assign({ ledger: spareRemoved(context.ledger, id) });
  }),
  /** Carries out what the ledger says is next. */
  schedule: poolSetup.enqueueActions(({ context, enqueue, self }) => {
    const orders = nextOrders(context.ledger, context.settings);
    if (orders.length === 0) return;
    let ledger = ordersGiven(context.ledger, orders);
    let { nextSpare } = context;
    for (const order of orders) {
      switch (order.type) {
        case 'start': {
          const { key, spare } = order;
          enqueue.sendTo(slotId(key), { type: 'slot.start', spare });
          if (spare === undefined) break;
          ledger = spareRemoved(ledger, spare);
          enqueue.sendTo(`poolSpare#${spare}`, { type: 'spare.take' });
          break;
        }
        case 'park':
          enqueue.sendTo(slotId(order.key), { type: 'slot.park' });
          break;
        case 'need': {
          const { key, isNeeded } = order;
          enqueue.sendTo(slotId(key), { type: 'slot.needed', isNeeded });
          break;
        }
        case 'dismiss':
          enqueue.sendTo(`poolSpare#${order.spare}`, { type: 'spare.dismiss' });
          break;
        case 'warmUp': {
          nextSpare += 1;
          const id = `${nextSpare}`;
          ledger = spareChanged(ledger, { id, phase: 'starting' });
          const { hosts, settings } = context;
          const owner: AnyActorRef = self;
          enqueue.spawnChild('poolSpare', {
            id: `poolSpare#${id}`,
            input: { id, owner, host: hosts.spares, retryMs: settings.spareRetryMs },
          });
          break;
        }
      }
    }
    enqueue.assign({ ledger, nextSpare });
  }),
  noteDrain: poolSetup.enqueueActions(({ context, event, enqueue }) => {
    assertEvent(event, 'pool.drain');
    // No more spares.
    const settings = { ...context.settings, warm: 0 };
    enqueue.assign({ drainMs: event.timeoutMs, settings });
    dismissSpares(enqueue, context);
    for (const key of context.ledger.slots.keys()) {
      enqueue.sendTo(slotId(key), { type: 'slot.park' });
    }
  }),
  /**
   * While the pool drains, a conversation that gets a process is parked once it is idle, and nobody
   * waits for an answer.
   */
  parkAfterStart: poolSetup.enqueueActions(({ event, enqueue }) => {
    assertEvent(event, 'slot.changed');
    const isPaused = event.phase === 'starting' || event.phase === 'awaitingApproval';
    if (isPaused) enqueue.sendTo(slotId(event.key), { type: 'slot.park' });
  }),
  noteDrainTime: poolSetup.assign(({ event }) => {
    assertEvent(event, 'pool.drain');
    return { drainMs: event.timeoutMs };
  }),
  stopAll: poolSetup.enqueueActions(({ context, enqueue }) => {
    for (const key of context.ledger.slots.keys()) {
      enqueue.sendTo(slotId(key), { type: 'slot.stop' });
    }
  }),
};

function dismissSpares(enqueue: Enqueue, { ledger }: PoolContext): void {
  for (const id of ledger.spares.keys())
    enqueue.sendTo(`poolSpare#${id}`, { type: 'spare.dismiss' });
}

/** Many conversations over a limited number of processes. */
export const poolChart = lazy(() =>
  poolSetup
    .extend({
      actions,
      delays: { drainTimeout: ({ context }) => context.drainMs },
      guards: {
        isSlotEnd: ({ event }) => isDoneOf('pooledSession', event),
        isSpareEnd: ({ event }) => isDoneOf('poolSpare', event),
        isEmpty: ({ context: { ledger } }) => ledger.slots.size === 0 && ledger.spares.size === 0,
      },
    })
    .createMachine({
      id: 'pool',
      context: ({ input }) => ({ ...input, ledger: emptyLedger, nextSpare: 0, drainMs: 0 }),
      initial: 'running',
      on: {
        'pool.withdrawn': { actions: 'withdraw' },
        'pool.park': { actions: 'park' },
        'slot.changed': { actions: ['noteSlot', 'schedule'] },
        'spare.changed': { actions: ['noteSpare', 'schedule'] },
        'xstate.done.actor.*': [
          { guard: 'isSlotEnd', actions: ['forgetSlot', 'schedule'] },
          { guard: 'isSpareEnd', actions: ['forgetSpare', 'schedule'] },
        ],
      },
      states: {
        running: {
          entry: 'schedule',
          on: {
            'pool.message': { actions: 'forwardMessage' },
            'pool.approval': { actions: 'forwardMessage' },
            'pool.drain': { target: 'draining', actions: 'noteDrain' },
          },
        },
        /** Takes no more messages. Those that were accepted are answered. */
        draining: {
          initial: 'finishing',
          always: { guard: 'isEmpty', target: 'drained' },
          states: {
            finishing: {
              on: {
                /** A message that was accepted before. */
                'pool.message': { actions: 'forwardMessage' },
                'slot.changed': { actions: ['noteSlot', 'parkAfterStart', 'schedule'] },
                /** Somebody does not want to wait that long. */
                'pool.drain': { target: 'finishing', reenter: true, actions: 'noteDrainTime' },
              },
              after: { drainTimeout: 'stopping' },
            },
            /** The time is over. */
            stopping: { entry: 'stopAll' },
          },
        },
        drained: { type: 'final' },
      },
    }),
);
