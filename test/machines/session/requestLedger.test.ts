import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  classifyResponse,
  idOf,
  noRequests,
  pendingCount,
  type RequestLedger,
  requestSent,
  requestSettled,
} from '../../../src/machines/session/requestLedger.js';

/** A ledger that has given `given` ids, of which only these still wait. */
function ledgerOf(given: number, waiting: readonly string[]): RequestLedger {
  let ledger = noRequests;
  for (let i = 0; i < given; i++) {
    ledger = requestSent(ledger, { key: `key ${i}`, subtype: 'set_model' }).ledger;
  }
  for (const id of Object.keys(ledger.pending)) {
    if (!waiting.includes(id)) ledger = requestSettled(ledger, id);
  }
  return ledger;
}

describe('request ids', () => {
  it('are req_0, req_1 and so on', () => {
    const first = requestSent(noRequests, { key: 'a', subtype: 'initialize' });
    const second = requestSent(first.ledger, { key: 'b', subtype: 'interrupt' });
    expect([first.id, second.id]).toEqual(['req_0', 'req_1']);
    expect(second.ledger.pending).toEqual({
      req_0: { key: 'a', subtype: 'initialize' },
      req_1: { key: 'b', subtype: 'interrupt' },
    });
  });

  it('are found by the key of the caller, while they are pending', () => {
    const ledger = ledgerOf(3, ['req_1']);
    expect(idOf(ledger, 'key 1')).toBe('req_1');
    expect(idOf(ledger, 'key 0')).toBeUndefined();
    expect(idOf(ledger, 'never')).toBeUndefined();
  });

  it('are never used twice, whatever is settled in between', () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(fc.nat({ max: 30 })), { maxLength: 60, size: 'max' }),
        (steps) => {
          let ledger = noRequests;
          const given = new Set<string>();
          for (const settle of steps) {
            if (settle !== null) {
              ledger = requestSettled(ledger, `req_${settle}`);
              continue;
            }
            const sent = requestSent(ledger, { key: 'k', subtype: 's' });
            expect(given.has(sent.id)).toBe(false);
            given.add(sent.id);
            ledger = sent.ledger;
          }
          expect(ledger.sentCount).toBe(given.size);
        },
      ),
    );
  });
});

describe('an answer', () => {
  const ledger = ledgerOf(12, ['req_3', 'req_10']);

  it.each([
    ['req_3', 'pending'],
    ['req_10', 'pending'],
    ['req_0', 'late'],
    ['req_11', 'late'],
    ['req_12', 'orphan'],
    ['req_99999999999999999999999', 'orphan'],
    ['req_007', 'orphan'],
    ['req_1e1', 'orphan'],
    ['req_0x1', 'orphan'],
    ['req_-1', 'orphan'],
    ['req_1.0', 'orphan'],
    ['req_+1', 'orphan'],
    ['req_ 1', 'orphan'],
    ['req_1\n', 'orphan'],
    ['req_١', 'orphan'],
    ['req_', 'orphan'],
    ['1', 'orphan'],
    ['', 'orphan'],
    ['REQ_3', 'orphan'],
    ['__proto__', 'orphan'],
    ['constructor', 'orphan'],
    ['hasOwnProperty', 'orphan'],
  ])('for %j is %s', (id, standing) => {
    expect(classifyResponse(ledger, id)).toBe(standing);
  });

  it('is late once its request was settled, and settling again changes nothing', () => {
    const settled = requestSettled(ledger, 'req_3');
    expect(classifyResponse(settled, 'req_3')).toBe('late');
    expect(pendingCount(settled)).toBe(1);
    expect(requestSettled(settled, 'req_3')).toEqual(settled);
  });

  it('for an id of any other shape leaves what waits as it is', () => {
    for (const id of ['__proto__', 'constructor', 'req_007', '']) {
      expect(requestSettled(ledger, id)).toEqual(ledger);
    }
  });

  it('is never taken for one that waits or waited, unless an id was given', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.nat().map((n) => `req_${n}`),
        ),
        (id) => {
          const given = Array.from({ length: 12 }, (_, index) => `req_${index}`);
          const waits = ['req_3', 'req_10'].includes(id);
          const expected = waits ? 'pending' : given.includes(id) ? 'late' : 'orphan';
          expect(classifyResponse(ledger, id)).toBe(expected);
        },
      ),
    );
  });
});
