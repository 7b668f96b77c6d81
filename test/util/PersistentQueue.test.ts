import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PersistentQueue } from '../../src/util/PersistentQueue.js';

const queueOf = (...lines: string[]) =>
  lines.reduce((queue, line) => queue.with(line), new PersistentQueue<string>());

describe('a queue of lines', () => {
  it('gives them in the order in which they came', () => {
    const queue = queueOf('a', 'b', 'c');
    expect([queue.length, queue.first, [...queue]]).toEqual([3, 'a', ['a', 'b', 'c']]);
  });

  it('is empty without lines, and stays so', () => {
    const queue = new PersistentQueue<string>().withoutFirst();
    expect([queue.length, queue.first, [...queue]]).toEqual([0, undefined, []]);
    expect(queueOf('a').withoutFirst().first).toBeUndefined();
  });

  it('shows nothing of its lines as JSON', () => {
    expect(JSON.stringify(queueOf('a secret'))).toBe('{}');
  });

  it('stays as it is, whatever grows out of it', () => {
    const change = fc.oneof(
      fc.record({ from: fc.nat(), add: fc.string() }),
      fc.record({ from: fc.nat(), drop: fc.constant('first' as const) }),
      fc.record({ from: fc.nat(), drop: fc.constant('odd' as const) }),
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 200, size: 'max' }), (changes) => {
        const queues: [PersistentQueue<string>, readonly string[]][] = [
          [new PersistentQueue(), []],
        ];
        for (const { from, ...change } of changes) {
          const [queue, lines] = queues[from % queues.length] as (typeof queues)[number];
          if ('add' in change) queues.push([queue.with(change.add), [...lines, change.add]]);
          else if (change.drop === 'first') queues.push([queue.withoutFirst(), lines.slice(1)]);
          else {
            const keep = (_: string, index: number) => index % 2 === 0;
            queues.push([queue.filter(keep), lines.filter(keep)]);
          }
        }
        for (const [queue, lines] of queues) {
          expect([...queue]).toEqual(lines);
          expect([queue.length, queue.first]).toEqual([lines.length, lines[0]]);
        }
      }),
    );
  });

  it('costs the same a line, however many wait', () => {
    const cost = (count: number) => {
      const start = performance.now();
      let queue = new PersistentQueue<number>();
      for (let line = 0; line < count; line++) queue = queue.with(line);
      while (queue.length > 0) queue = queue.withoutFirst();
      return (performance.now() - start) / count;
    };
    cost(20_000);
    // Forty times as many; a queue that copies would cost forty times as much a line.
    expect(cost(400_000)).toBeLessThan(15 * Math.max(cost(10_000), 0.0001));
  });
});
