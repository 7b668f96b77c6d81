import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { encodeJson } from '../../src/codec/encode.js';

describe('encodeJson', () => {
  it('gives one line of JSON for any JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const line = encodeJson(value, 'it');
        expect(line).not.toContain('\n');
        expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('leaves no raw line separator of any kind inside the line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const value = `${text}\u2028\u2029\n\r`;
        const line = encodeJson({ value }, 'it');
        expect(line).not.toMatch(/[\n\r\u2028\u2029]/);
        expect(JSON.parse(line)).toEqual({ value });
      }),
    );
  });

  it('escapes a lone surrogate, so that the bytes are valid UTF-8 and the text comes back', () => {
    const line = encodeJson('\ud800', 'it');
    expect(Buffer.from(line, 'utf8').toString('utf8')).toBe(line);
    expect(JSON.parse(line)).toBe('\ud800');
  });

  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  it.each([
    ['a cycle', cycle],
    ['a BigInt', { n: 1n }],
    ['a function', () => 1],
    ['a symbol', Symbol('s')],
    ['undefined', undefined],
    [
      'a toJSON that throws',
      {
        toJSON: () => {
          throw new Error('no');
        },
      },
    ],
    ['a toJSON that gives nothing', { toJSON: () => undefined }],
  ])('refuses %s with an EncodeError', (_name, value) => {
    expect(() => encodeJson(value, 'The answer')).toThrow(
      expect.objectContaining({
        code: 'EncodeError',
        message: expect.stringContaining('The answer'),
      }),
    );
  });

  it('refuses what is nested too deep instead of overflowing the stack', () => {
    let deep: unknown = 1;
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect(() => encodeJson(deep, 'it')).toThrow(expect.objectContaining({ code: 'EncodeError' }));
  });
});
