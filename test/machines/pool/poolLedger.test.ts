import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  emptyLedger,
  liveCount,
  nextOrders,
  ordersGiven,
  type PoolLedger,
  type ProcessLimits,
  slotAdded,
  slotChanged,
  slotRemoved,
  spareChanged,
  spareRemoved,
} from '../../../src/machines/pool/poolLedger.js';

const limits: ProcessLimits = { max: 1, perTenant: 1, warm: 0 };
const queued = (ledger: PoolLedger, key: string, tenant = key.charAt(0)) =>
  slotChanged(slotAdded(ledger, key, tenant), key, { phase: 'queued' });
const keysStarted = (ledger: PoolLedger, given: Partial<ProcessLimits> = {}) =>
  nextOrders(ledger, { ...limits, ...given }).flatMap((order) =>
    order.type === 'start' ? [order.key] : [],
  );

describe('who gets a process', () => {
  it('is the tenant that was served longest ago, and then the longest wait', () => {
    let ledger = ['a1', 'a2', 'a3', 'b1', 'c1'].reduce((one, key) => queued(one, key), emptyLedger);
    const order: string[] = [];
    for (let round = 0; round < 5; round += 1) {
      const orders = nextOrders(ledger, limits);
      const [key = ''] = keysStarted(ledger);
      order.push(key);
      ledger = slotRemoved(ordersGiven(ledger, orders), key);
    }
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  });

  it('is nobody of a tenant that has its share', () => {
    const ledger = ['a1', 'a2', 'b1'].reduce((one, key) => queued(one, key), emptyLedger);
    expect(keysStarted(ledger, { max: 5 })).toEqual(['a1', 'b1']);
    expect(keysStarted(ledger, { max: 5, perTenant: 2 })).toEqual(['a1', 'b1', 'a2']);
  });

  it('is a new conversation that takes a spare', () => {
    const ready = spareChanged(emptyLedger, { id: '1', phase: 'ready' });
    const fresh = slotChanged(queued(ready, 'a1'), 'a1', { phase: 'queued', isNew: true });
    expect(nextOrders(fresh, limits)).toEqual([{ type: 'start', key: 'a1', spare: '1' }]);
    // One with a transcript cannot, and the place of the spare is needed.
    expect(nextOrders(queued(ready, 'a1'), limits)).toEqual([{ type: 'dismiss', spare: '1' }]);
  });
});

describe('a place is needed', () => {
  const working = (ledger: PoolLedger, key: string) =>
    slotChanged(slotAdded(ledger, key, key.charAt(0)), key, { phase: 'working' });
  const ofTwo = working(working(emptyLedger, 'a1'), 'b1');
  const needed = (ledger: PoolLedger, given: ProcessLimits) => {
    const after = ordersGiven(ledger, nextOrders(ledger, given));
    return [...after.slots.values()].filter(({ isNeeded }) => isNeeded).map(({ key }) => key);
  };
  const full = { max: 2, perTenant: 2, warm: 0 };

  it('while all work and somebody is queued, until that is over', () => {
    const crowded = queued(ofTwo, 'c1');
    expect(needed(crowded, full)).toEqual(['a1', 'b1']);
    const told = ordersGiven(crowded, nextOrders(crowded, full));
    expect(nextOrders(told, full)).toEqual([]);
    expect(needed(slotRemoved(told, 'c1'), full)).toEqual([]);
  });

  it('by nobody who is still looked up, finds room, or waits for a place that is coming free', () => {
    expect(needed(slotAdded(ofTwo, 'c1', 'c'), full)).toEqual([]);
    expect(needed(queued(ofTwo, 'c1'), { ...full, max: 3 })).toEqual([]);
    const ending = slotChanged(slotAdded(ofTwo, 'd1', 'd'), 'd1', { phase: 'parking' });
    expect(needed(queued(ending, 'c1'), { ...full, max: 3 })).toEqual([]);
    expect(needed(queued(queued(ending, 'c1'), 'c2'), { ...full, max: 3 })).toEqual(['a1', 'b1']);
    const resting = slotChanged(ofTwo, 'b1', { phase: 'idle' });
    expect(needed(queued(resting, 'c1'), full)).toEqual([]);
  });

  it('of its own tenant only, if the tenant has its share', () => {
    expect(needed(queued(ofTwo, 'b2'), { max: 8, perTenant: 1, warm: 0 })).toEqual(['b1']);
  });
});

describe('the orders', () => {
  it('never exceed the limits, park no more than needed, and leave nobody waiting for nothing', () => {
    const step = fc.record({
      what: fc.constantFrom('queue', 'work', 'idle', 'gone', 'ready'),
      which: fc.nat(11),
    });
    const settings = fc.record({
      max: fc.integer({ min: 1, max: 4 }),
      perTenant: fc.integer({ min: 1, max: 4 }),
      warm: fc.nat(2),
    });
    fc.assert(
      fc.property(settings, fc.array(step, { maxLength: 60 }), (given, steps) => {
        let ledger = emptyLedger;
        let spare = 0;
        const act = () => {
          const orders = nextOrders(ledger, given);
          ledger = ordersGiven(ledger, orders);
          for (const order of orders) {
            if (order.type === 'start' && order.spare) ledger = spareRemoved(ledger, order.spare);
            if (order.type === 'warmUp') {
              spare += 1;
              ledger = spareChanged(ledger, { id: `${spare}`, phase: 'starting' });
            }
          }
        };
        for (const { what, which } of steps) {
          const key = `${'abc'.charAt(which % 3)}${which}`;
          const slot = ledger.slots.get(key);
          if (what === 'queue' && !slot) ledger = queued(ledger, key);
          if (what === 'work' && slot && ['starting', 'idle'].includes(slot.phase))
            ledger = slotChanged(ledger, key, { phase: 'working' });
          if (what === 'idle' && slot?.phase === 'working')
            ledger = slotChanged(ledger, key, { phase: 'idle' });
          if (what === 'gone') {
            for (const one of ledger.spares.values())
              if (one.phase === 'leaving') ledger = spareRemoved(ledger, one.id);
            if (slot?.phase === 'parking') ledger = slotRemoved(ledger, key);
          }
          if (what === 'ready')
            for (const one of ledger.spares.values())
              if (one.phase === 'starting')
                ledger = spareChanged(ledger, { id: one.id, phase: 'ready' });
          act();
          expect(liveCount(ledger)).toBeLessThanOrEqual(given.max);
          const slots = [...ledger.slots.values()];
          for (const tenant of 'abc') {
            const own = slots.filter(
              (one) => one.tenant === tenant && !/queued|resolving/.test(one.phase),
            );
            expect(own.length).toBeLessThanOrEqual(given.perTenant);
          }
          const waiting = slots.filter(({ phase }) => phase === 'queued');
          const leaving =
            slots.filter(({ phase }) => phase === 'parking').length +
            [...ledger.spares.values()].filter(({ phase }) => phase === 'leaving').length;
          // Nobody waits while there is room for it, or somebody idle to make room.
          for (const { tenant } of leaving < waiting.length ? waiting : []) {
            const own = slots.filter(
              (one) => one.tenant === tenant && !/queued|resolving/.test(one.phase),
            );
            if (own.length >= given.perTenant) continue;
            expect(slots.some(({ phase }) => phase === 'idle') && leaving === 0).toBe(false);
          }
        }
      }),
    );
  });

  it('keep the spares full while nobody waits', () => {
    const given = { max: 3, perTenant: 3, warm: 2 };
    expect(nextOrders(emptyLedger, given)).toEqual([{ type: 'warmUp' }, { type: 'warmUp' }]);
    expect(nextOrders(emptyLedger, { ...given, max: 1 })).toEqual([{ type: 'warmUp' }]);
    const cooling = spareChanged(emptyLedger, { id: '1', phase: 'cooling' });
    expect(nextOrders(cooling, given)).toEqual([{ type: 'warmUp' }]);
  });
});
