import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { OutputTail } from '../../../src/actors/process/OutputTail.js';

function tailOf(limit: number, ...writes: (string | Uint8Array)[]): string {
  const tail = new OutputTail(limit);
  for (const write of writes) tail.push(Buffer.from(write));
  return tail.text();
}

describe('the tail of stderr', () => {
  it('is all of it up to the limit', () => {
    expect(tailOf(10)).toBe('');
    expect(tailOf(10, 'abc', 'defghij')).toBe('abcdefghij');
  });

  it('is the last of it beyond the limit', () => {
    expect(tailOf(10, 'abc', 'defghijk')).toBe('bcdefghijk');
    expect(tailOf(10, '0123456789abcdefghij')).toBe('abcdefghij');
    expect(tailOf(10, '0123456789', '0123456789', '0123456789', 'x')).toBe('123456789x');
  });

  it('is 256 KiB by default', () => {
    const tail = new OutputTail();
    tail.push(Buffer.alloc(300 * 1024, 'x'));
    expect(tail.text()).toHaveLength(256 * 1024);
  });

  it('can be empty', () => {
    expect(tailOf(0, 'abc', 'def')).toBe('');
  });

  it('begins with a whole character', () => {
    expect(tailOf(5, 'aé😀')).toBe('😀');
    expect(tailOf(6, 'aé😀')).toBe('é😀');
    expect(tailOf(3, 'x😀')).toBe('');
    expect(tailOf(4, 'éé', 'é')).toBe('éé');
    expect(tailOf(3, 'éé', 'é')).toBe('é');
  });

  it('keeps a character whole that came in two writes', () => {
    const [head, rest] = [Buffer.from('😀').subarray(0, 2), Buffer.from('😀').subarray(2)];
    expect(tailOf(10, 'a', head, rest, 'b')).toBe('a😀b');
  });

  it('leaves bytes that are not UTF-8 in their place', () => {
    expect(tailOf(10, Buffer.from([0x80, 0x80, 0x61]))).toBe('\ufffd\ufffda');
    expect(tailOf(4, Buffer.alloc(10, 0x80))).toBe('\ufffd');
  });

  it('can be read at any time', () => {
    const tail = new OutputTail(4);
    tail.push(Buffer.from('abcdef'));
    expect(tail.text()).toBe('cdef');
    expect(tail.text()).toBe('cdef');
    tail.push(Buffer.from('g'));
    expect(tail.text()).toBe('defg');
  });

  it('is not changed by what a writer does to its chunk afterwards', () => {
    const tail = new OutputTail(10);
    const chunk = Buffer.from('abc');
    tail.push(chunk);
    chunk.fill('x');
    expect(tail.text()).toBe('abc');
  });

  it('takes very many small writes', () => {
    const tail = new OutputTail();
    for (let i = 0; i < 600_000; i++) tail.push(one);
    expect(tail.text()).toHaveLength(256 * 1024);
  });

  it('depends on the bytes only, not on how they were written', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary', maxLength: 8 })),
        fc.nat(20),
        (writes, limit) => {
          const all = Buffer.from(writes.join(''));
          const inPieces = tailOf(limit, ...[...all].map((byte) => Buffer.from([byte])));
          expect(inPieces).toBe(tailOf(limit, all));
          expect(all.toString().endsWith(inPieces)).toBe(true);
          expect(Buffer.byteLength(inPieces)).toBeGreaterThanOrEqual(
            Math.min(all.length, limit) - Math.min(3, all.length > limit ? limit : 0),
          );
        },
      ),
    );
  });
});

const one = Buffer.from('x');
