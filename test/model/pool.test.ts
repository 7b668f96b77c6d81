import { expect } from '@jest/globals';
import { createActor, type EventObject, fromCallback, SimulatedClock } from 'xstate';
import { poolChart } from '../../src/machines/pool/poolChart.js';
import { compileMachine } from '../../src/statechart/compileMachine.js';
import { delayEvents } from '../../src/testing/model/chart/xstateEvents.js';
import { timersLeft } from '../support/leftovers.js';
import type { Coverage } from './coverage.js';
import type { Model, Stimulus } from './runModel.js';
import { walkAll } from './walkAll.js';

type Sent = Stimulus & Record<string, unknown>;

const times = { drainTimeout: 2000 };

const settings = {
  ...{ max: 1, perTenant: 1, warm: 1, idleMs: undefined, maxRssMb: undefined },
  ...{ memoryCheckMs: 300, spareRetryMs: 500, continueMs: 700 },
};

/** One that was answered wakes a conversation; one that was withdrawn does not. */
const approvals = [true, false].map((wake) => ({
  type: 'pool.approval',
  ...{ key: 'a', tenant: 'a', wake },
}));

walkAll('pool', poolChart, {
  'conversations and spares': (coverage: Coverage): Model<Sent> => {
    const input = { settings, hosts: { conversation: () => ({}), spares: {} } };
    return {
      chart: poolChart,
      input,
      distinguish: ({ context: { ledger } }) => [
        [...ledger.slots.values()].map(({ key, phase, isNeeded }) => [key, phase, isNeeded]),
        [...ledger.spares.values()].map(({ phase }) => phase),
      ],
      stimuli({ value, context: { ledger, nextSpare } }) {
        const slots: Sent[] = [...ledger.slots.values()].flatMap(({ key, phase }): Sent[] => [
          { type: 'pool.withdrawn', key },
          { type: 'pool.park', key },
          ...(phase === 'resolving' ? [{ type: 'slot.changed', key, phase: 'queued' }] : []),
          ...(phase === 'starting' ? [{ type: 'slot.changed', key, phase: 'starting' }] : []),
          ...(phase === 'starting' ? [{ type: 'slot.changed', key, phase: 'idle' }] : []),
          ...(phase === 'parking' || phase === 'idle'
            ? [
                {
                  type: `xstate.done.actor.pooledSession#${key}`,
                  output: { key, outcome: 'parked' },
                },
              ]
            : []),
        ]);
        const spares: Sent[] = [...ledger.spares.values()].flatMap(({ id, phase }): Sent[] => [
          ...(phase === 'starting' ? [{ type: 'spare.changed', id, phase: 'ready' }] : []),
          // Each one is followed by the next, and their ids count up without end.
          ...(nextSpare < 3 || value !== 'running'
            ? [{ type: `xstate.done.actor.poolSpare#${id}`, output: { id } }]
            : []),
        ]);
        const keys = value === 'drained' || nextSpare > 2 ? [] : ['a', 'b'];
        const isFinishing = JSON.stringify(value).includes('finishing');
        const mayDrain = value === 'running' || isFinishing;
        return [
          ...keys.map((key) => ({ type: 'pool.message', key, tenant: key })),
          ...(keys.length > 0 ? approvals : []),
          { type: 'pool.withdrawn', key: 'nobody' },
          { type: 'pool.park', key: 'nobody' },
          ...slots,
          ...spares,
          { type: 'xstate.done.actor.stranger' },
          ...(mayDrain ? [{ type: 'pool.drain', timeoutMs: times.drainTimeout }] : []),
          ...(isFinishing ? [{ type: 'drainTimeout' }] : []),
        ];
      },
      events: (stimulus, snapshot) =>
        stimulus.type in times ? delayEvents(snapshot, stimulus.type) : [stimulus],
      world: () => {
        const clock = new SimulatedClock();
        const told: Record<string, EventObject[]> = {};
        const stub = fromCallback<EventObject, { key?: string; id?: string }>(
          ({ input: { key, id }, receive }) => {
            const heard: EventObject[] = [];
            told[key ?? `spare ${id}`] = heard;
            receive((event) => void heard.push(event));
          },
        );
        const logic = compileMachine(poolChart, {
          actors: { pooledSession: stub, poolSpare: stub },
        });
        const actor = createActor(logic, { input, clock, inspect: coverage.inspect });
        const ended: string[] = [];
        actor.on('slotEnded', ({ key }) => void ended.push(key));
        actor.start();
        let removed = 0;
        return {
          perform(stimulus) {
            if (stimulus.type in times) clock.increment(times[stimulus.type as 'drainTimeout']);
            else {
              if (stimulus.type.includes('done.actor.pooled')) removed += 1;
              actor.send(stimulus as never);
            }
          },
          value: () => actor.getSnapshot().value,
          check() {
            const { context, value, children } = actor.getSnapshot();
            const { slots, spares } = context.ledger;
            const started = [...slots.values()].filter(({ phase }) => !/resol|queued/.test(phase));
            expect(started.length + spares.size).toBeLessThanOrEqual(settings.max + spares.size);
            for (const { key } of started) {
              expect(told[key]?.some(({ type }) => type === 'slot.start')).toBe(true);
            }
            // With one place, whoever works is to make room while somebody is queued, and is told so.
            const isCrowded = [...slots.values()].some(({ phase }) => phase === 'queued');
            for (const { key, phase, isNeeded } of slots.values()) {
              expect(isNeeded).toBe(isCrowded && phase === 'starting');
              const last = told[key]?.findLast(({ type }) => type === 'slot.needed');
              expect(last ?? { isNeeded: false }).toMatchObject({ isNeeded });
            }
            expect(ended).toHaveLength(removed);
            // A child for each slot and each spare, and no other.
            if (value !== 'drained') {
              const ids = Object.keys(children).filter((id) => id.startsWith('pooledSession#'));
              expect(ids).toHaveLength(slots.size);
            }
            if (JSON.stringify(value).includes('stopping')) {
              for (const key of slots.keys()) {
                expect(told[key]?.some(({ type }) => type === 'slot.stop')).toBe(true);
              }
            }
          },
          finish() {
            actor.stop();
            expect(timersLeft(clock)).toBe(0);
          },
        };
      },
    };
  },
});
