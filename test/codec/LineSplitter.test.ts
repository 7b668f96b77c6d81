import { Buffer } from 'node:buffer';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import ndjson from 'ndjson';
import { LineSplitter } from '../../src/codec/LineSplitter.js';
import { bytesOf } from '../../src/codec/lines.js';
import { memoryInUse } from '../support/memoryInUse.js';
import { pushLines, type WholeLine } from '../support/pushLines.js';

function split(chunks: Uint8Array[], limit?: number): WholeLine[] {
  const splitter = new LineSplitter(limit);
  return [...chunks.flatMap((chunk) => pushLines(splitter, chunk)), ...pushLines(splitter, 'end')];
}

const texts = (lines: WholeLine[]) =>
  lines.map((line) => (line.kind === 'text' ? line.text : line));
const bytes = (text: string) => Buffer.from(text, 'utf8');

function cutAt(input: Uint8Array, cuts: number[]): Uint8Array[] {
  const places = [0, ...cuts.map((cut) => cut % (input.length + 1)), input.length];
  places.sort((a, b) => a - b);
  return places.slice(1).map((end, i) => input.slice(places[i], end));
}

/** Bytes with many newlines, carriage returns, long characters and invalid sequences. */
const anyBytes = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom([0x0a], [0x0d], [0x0d, 0x0a]) },
      { weight: 3, arbitrary: fc.string({ unit: 'binary' }).map((text) => [...bytes(text)]) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 6 }).map((part) => [...part]) },
    ),
    { maxLength: 40 },
  )
  .map((parts) => Uint8Array.from(parts.flat()));

const cuts = fc.array(fc.nat({ max: 4000 }), { maxLength: 12 });

describe('LineSplitter', () => {
  it('splits on 0x0A only', () => {
    expect(texts(split([bytes('a\u2028b\nc\u2029d\ne\u0085f\n\vg\f\n')]))).toEqual([
      'a\u2028b',
      'c\u2029d',
      'e\u0085f',
      '\vg\f',
    ]);
  });

  it('tolerates CRLF and keeps a carriage return that ends no line', () => {
    expect(split([bytes('a\r\nb\rc\n\r\n')])).toEqual([
      { kind: 'text', text: 'a', ending: '\r\n' },
      { kind: 'text', text: 'b\rc', ending: '\n' },
      { kind: 'text', text: '', ending: '\r\n' },
    ]);
  });

  it('joins a character that was cut between two chunks', () => {
    const input = bytes('{"x":"é😀"}\n');
    const chunks = [...input].map((byte) => Uint8Array.of(byte));
    expect(texts(split(chunks))).toEqual(['{"x":"é😀"}']);
  });

  it('reports invalid UTF-8 with its exact bytes and goes on with the next line', () => {
    const bad = Uint8Array.of(0x61, 0xff, 0xfe);
    expect(split([bytes('ok\n'), bad, bytes('\r\nnext\n')])).toEqual([
      { kind: 'text', text: 'ok', ending: '\n' },
      { kind: 'badUtf8', bytes: Buffer.from(bad), ending: '\r\n' },
      { kind: 'text', text: 'next', ending: '\n' },
    ]);
  });

  it('gives the last line at the end even without a newline', () => {
    const splitter = new LineSplitter();
    expect(pushLines(splitter, bytes('a\nb'))).toHaveLength(1);
    expect(splitter.pendingBytes).toBe(1);
    expect(pushLines(splitter, 'end')).toEqual([{ kind: 'text', text: 'b', ending: '' }]);
    expect(pushLines(splitter, 'end')).toEqual([]);
  });

  it('reports an endless line as soon as it passes the limit and finds the next newline', () => {
    const splitter = new LineSplitter(4);
    expect(pushLines(splitter, bytes('abcd'))).toEqual([]);
    expect(pushLines(splitter, bytes('e'))).toEqual([
      { kind: 'oversize', head: bytes('abcd'), limit: 4 },
    ]);
    expect(splitter.pendingBytes).toBe(0);
    expect(pushLines(splitter, bytes('fgh'))).toEqual([]);
    expect(texts(pushLines(splitter, bytes('i\nok\n')))).toEqual(['ok']);
  });

  it('takes a line of exactly the limit', () => {
    expect(texts(split([bytes('abcd\nabcd\n')], 4))).toEqual(['abcd', 'abcd']);
  });

  it('refuses a limit that no line could have', () => {
    for (const limit of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => new LineSplitter(limit)).toThrow(/limits\.lineBytes/);
    }
  });

  it('holds a line that comes byte by byte in little more memory than its bytes', () => {
    const size = 1024 * 1024;
    const splitter = new LineSplitter();
    const before = memoryInUse();
    for (let at = 0; at < size; at++) splitter.push(Uint8Array.of(97 + (at % 26)));
    const grown = memoryInUse() - before;
    expect(splitter.pendingBytes).toBe(size);
    // A buffer for each byte would be a hundred times this.
    expect(grown).toBeLessThan(4 * size);
    const [line] = pushLines(splitter, bytes('\n'));
    const text = Array.from({ length: size }, (_, at) => String.fromCharCode(97 + (at % 26)));
    expect(line).toEqual({ kind: 'text', text: text.join(''), ending: '\n' });
  });

  it('keeps the order of small and large chunks', () => {
    const sizes = [1, 5000, 1, 1, 70_000, 3, 4095, 4096, 4097, 2, 200_000, 1];
    const chunks = sizes.map((size, at) => Buffer.alloc(size, 97 + at));
    const expected = Buffer.concat(chunks).toString();
    const [first, second] = split([...chunks, bytes('\n'), ...chunks, bytes('\n')]);
    expect(first).toMatchObject({ text: expected });
    expect(second).toMatchObject({ text: expected });
  });

  it('keeps a byte order mark as data', () => {
    expect(texts(split([bytes('\ufeff{}\n')]))).toEqual(['\ufeff{}']);
  });
});

describe('LineSplitter, properties', () => {
  it('gives the same lines however the bytes are chunked', () => {
    fc.assert(
      fc.property(anyBytes, cuts, fc.integer({ min: 1, max: 60 }), (input, at, limit) => {
        expect(split(cutAt(input, at), limit)).toEqual(split([input], limit));
        expect(split(cutAt(input, at))).toEqual(split([input]));
      }),
      { numRuns: 500 },
    );
  });

  it('loses nothing: the joined lines are the input', () => {
    fc.assert(
      fc.property(anyBytes, cuts, (input, at) => {
        const joined = split(cutAt(input, at)).map((line) => {
          if (line.kind === 'oversize') throw new Error('nothing is over the limit here');
          return Buffer.concat([bytesOf(line), Buffer.from(line.ending)]);
        });
        expect(Buffer.concat(joined).equals(input)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('loses and doubles no line around an oversize one', () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'é', '\r'), maxLength: 12 });
    fc.assert(
      fc.property(fc.array(line), cuts, fc.integer({ min: 1, max: 8 }), (lines, at, limit) => {
        const input = bytes(lines.map((text) => `${text}\n`).join(''));
        const expected = lines.map((text) =>
          bytes(text).length > limit ? 'oversize' : text.replace(/\r$/, ''),
        );
        const seen = split(cutAt(input, at), limit).map((found) =>
          found.kind === 'text' ? found.text : found.kind,
        );
        expect(seen).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('agrees with the ndjson package on valid input', async () => {
    // A bare `null` line ends an object stream, so the oracle is asked about objects only.
    const records = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(records, cuts, async (values, at) => {
        const input = bytes(values.map((value) => `${JSON.stringify(value)}\n`).join(''));
        const oracle = ndjson.parse();
        const seen: unknown[] = [];
        oracle.on('data', (value: unknown) => seen.push(value));
        for (const chunk of cutAt(input, at)) oracle.write(chunk);
        await new Promise<void>((resolve) => oracle.end(() => resolve()));
        const ours = split(cutAt(input, at)).map((line) => {
          if (line.kind !== 'text') throw new Error(line.kind);
          return JSON.parse(line.text) as unknown;
        });
        expect(ours).toEqual(seen);
      }),
      { numRuns: 100 },
    );
  });
});
