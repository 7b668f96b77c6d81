import { Buffer, isUtf8 } from 'node:buffer';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { areChunksUtf8 } from '../../src/util/chunks.js';

const pieces = (...parts: number[][]) => parts.map((part) => Buffer.from(part));

describe('areChunksUtf8', () => {
  it.each([
    ['a character of four bytes over four pieces', [[0xf0], [0x9f], [0x98], [0x80]]],
    [
      'a character that begins in the first and ends in the last',
      [
        [0x61, 0xf0],
        [0x9f, 0x98],
        [0x80, 0x62],
      ],
    ],
    ['an empty piece inside a character', [[0xc3], [], [0xa9]]],
    ['a whole character at each border', [[0xc3, 0xa9], [0xc3, 0xa9], [0x61]]],
    ['no pieces', []],
  ])('is true of %s', (_what, parts) => {
    expect(areChunksUtf8(pieces(...parts))).toBe(true);
  });

  it.each([
    ['the last character is not finished', [[0x61], [0xe2, 0x82]]],
    ['a character is not finished before the border', [[0xe2, 0x82], [0x61]]],
    ['a character goes on for too long after the border', [[0xc3, 0xa9], [0xa9]]],
    ['the first piece begins inside a character', [[0xa9, 0x61]]],
    ['a surrogate is over the border', [[0xed], [0xa0, 0x80]]],
    ['an overlong form is over the border', [[0xc0], [0x80]]],
    ['a piece is bad in its middle', [[0x61], [0x61, 0xff, 0x61], [0x61]]],
    [
      'continuations come without end',
      [
        [0xf0, 0x9f, 0x98, 0x80],
        [0x80, 0x80, 0x80, 0x80, 0x80],
      ],
    ],
  ])('is false if %s', (_why, parts) => {
    expect(areChunksUtf8(pieces(...parts))).toBe(false);
  });

  it('says of pieces what isUtf8 says of the whole', () => {
    const character = fc.string({ unit: 'binary', minLength: 1, maxLength: 2 });
    const part = fc.oneof(
      { weight: 6, arbitrary: character.map((text) => [...Buffer.from(text)]) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 4 }).map((some) => [...some]) },
    );
    fc.assert(
      fc.property(fc.array(part), fc.array(fc.nat({ max: 5 })), (parts, sizes) => {
        const whole = Buffer.from(parts.flat());
        const cut: Buffer[] = [];
        let at = 0;
        for (const size of sizes) {
          cut.push(whole.subarray(at, at + size));
          at += size;
        }
        cut.push(whole.subarray(at));
        expect(areChunksUtf8(cut)).toBe(isUtf8(whole));
      }),
      { numRuns: 3000 },
    );
  });
});
