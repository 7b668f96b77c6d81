import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { RowBody } from '../../../../src/inspect/page/model/rows.js';
import { liveLimits, SystemLog } from '../../../../src/inspect/page/model/SystemLog.js';
import {
  applyRow,
  emptyModel,
  type SystemModel,
} from '../../../../src/inspect/page/model/systemModel.js';

const ids = fc.constantFrom('a', 'b', 'c', 'd');
const row: fc.Arbitrary<RowBody> = fc.oneof(
  fc.record({ kind: fc.constant('actor' as const), id: ids, name: fc.constantFrom('x', 'y') }),
  fc.record({
    kind: fc.constant('state' as const),
    id: ids,
    active: fc.constantFrom(['s'], ['s', 's.t']),
    status: fc.constantFrom('active' as const, 'done' as const),
  }),
  fc.record({
    kind: fc.constant('frame' as const),
    id: ids,
    dir: fc.constantFrom('in' as const, 'out' as const),
    type: fc.constant('user'),
    ref: fc.constantFrom('r', 'q'),
    about: fc.constantFrom('Bash', 'Write'),
    bytes: fc.nat(),
  }),
  fc.record({
    kind: fc.constant('exited' as const),
    id: ids,
    code: fc.nat(),
    signal: fc.constant(null),
  }),
  fc.record({ kind: fc.constant('dropped' as const), count: fc.nat(5) }),
);

/** The model after the first `count` rows, built from scratch. */
function folded(rows: readonly RowBody[], count: number): SystemModel {
  const model = emptyModel();
  for (const [n, body] of rows.slice(0, count).entries()) applyRow(model, { ...body, n, at: n });
  return model;
}

function logOf(rows: readonly RowBody[], limit?: number): SystemLog {
  const log = new SystemLog(limit === undefined ? {} : { limits: { ...liveLimits, rows: limit } });
  for (const [at, body] of rows.entries()) log.add({ ...body, at });
  return log;
}

describe('the log of a system', () => {
  it('ends in the same model as all rows applied in order, however few it keeps', () => {
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 120 }),
        fc.integer({ min: 1, max: 30 }),
        (rows, limit) => {
          const log = logOf(rows, limit);
          expect(log.head).toEqual(folded(rows, rows.length));
          expect(log.rows.length).toBeLessThanOrEqual(2 * limit);
          expect(log.rows.at(-1)?.n).toBe(rows.length === 0 ? undefined : rows.length - 1);
        },
      ),
    );
  });

  it('rebuilds the system as it was at any row that it keeps', () => {
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 120 }),
        fc.integer({ min: 5, max: 200 }),
        (rows, limit) => {
          const log = logOf(rows, limit);
          for (const { n } of log.rows) expect(log.modelAt(n)).toEqual(folded(rows, n + 1));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('does so across checkpoints, forwards and backwards', () => {
    const rows = fc.sample(row, { numRuns: 3_600, seed: 7 });
    const log = logOf(rows, 2_000);
    const first = log.rows[0]?.n ?? 0;
    expect(first).toBeGreaterThan(0);
    for (const n of [3_599, first, 2_500, 3_000, 2_999, 3_001, first + 1]) {
      expect(log.modelAt(n)).toEqual(folded(rows, n + 1));
    }
  });

  it('survives a round trip through JSON', () => {
    const rows = fc.sample(row, { numRuns: 300, seed: 3 });
    const log = logOf(rows, 100);
    const copy = new SystemLog(JSON.parse(JSON.stringify(log.start())));
    expect(copy.next).toBe(log.rows[0]?.n);
    for (const one of JSON.parse(JSON.stringify(log.rows))) copy.push(one);
    expect(copy.next).toBe(300);
    expect(copy.head).toEqual(log.head);
    expect(copy.modelAt(250)).toEqual(log.modelAt(250));
  });

  it('limits the text that it keeps, whatever the number of rows', () => {
    const log = new SystemLog();
    const text = 'x'.repeat(1024 * 1024);
    const frame = { kind: 'frame', id: 'a', dir: 'out', type: 'user', bytes: 1, text } as const;
    for (let at = 0; at < 200; at += 1) log.add({ ...frame, at });
    expect(log.bytes).toBeLessThanOrEqual(33 * 1024 * 1024);
    expect(log.rows.length).toBeGreaterThan(20);
    expect(log.next).toBe(200);
  });

  it('removes actors that have ended, and counts them', () => {
    const log = new SystemLog();
    log.add({ kind: 'actor', id: 'root', name: 'session', at: 0 });
    for (let index = 0; index < 5_000; index += 1) {
      const id = `callback#${index}`;
      log.add({ kind: 'actor', id, parent: 'root', name: id, at: index });
      log.add({ kind: 'state', id, active: [], status: 'done', at: index });
    }
    expect(Object.keys(log.head.actors).length).toBeLessThan(200);
    expect(log.head.actors.root).toBeDefined();
    expect(log.head.forgotten + Object.keys(log.head.actors).length).toBe(5_001);
  });
});
