import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Fifo } from '../../src/util/Fifo.js';

it('gives out in the order in which it took, as an array would', () => {
  const steps = fc.array(fc.oneof(fc.nat(), fc.constant('shift' as const)), {
    maxLength: 200,
    size: 'max',
  });
  fc.assert(
    fc.property(steps, (all) => {
      const fifo = new Fifo<number>();
      const array: number[] = [];
      for (const step of all) {
        if (step === 'shift') {
          expect(fifo.shift()).toBe(array.shift());
        } else {
          fifo.push(step);
          array.push(step);
        }
        expect(fifo.length).toBe(array.length);
      }
      expect(array.map((_, index) => fifo.at(index))).toEqual(array);
      expect(fifo.at(array.length)).toBeUndefined();
    }),
  );
});
