import { Buffer } from 'node:buffer';
import { describe, expect, it } from '@jest/globals';
import { decodeText } from '../../src/codec/frames.js';
import { LineSplitter } from '../../src/codec/LineSplitter.js';
import { bytesOf } from '../../src/codec/lines.js';
import { memoryInUse } from '../support/memoryInUse.js';
import { pushLines, type WholeLine } from '../support/pushLines.js';

const MiB = 1024 * 1024;

/** The input in chunks of these sizes, over and over. Each has memory of its own, as from a pipe. */
function* chunksOf(input: Buffer, ...sizes: number[]): Generator<Buffer> {
  for (let at = 0, turn = 0; at < input.length; turn++) {
    const size = sizes[turn % sizes.length] as number;
    yield Buffer.from(input.subarray(at, at + size));
    at += size;
  }
}

function split(chunks: Iterable<Buffer>): WholeLine[] {
  const splitter = new LineSplitter();
  return [
    ...Array.from(chunks, (chunk) => pushLines(splitter, chunk)).flat(),
    ...pushLines(splitter, 'end'),
  ];
}

const letters = 'abc€déf😀'.repeat(20_000);
const input = Buffer.from(`${letters}\r\nshort\n${letters}x\n${letters}\r`);
const lines = [
  { kind: 'text', text: letters, ending: '\r\n' },
  { kind: 'text', text: 'short', ending: '\n' },
  { kind: 'text', text: `${letters}x`, ending: '\n' },
  { kind: 'text', text: letters, ending: '\r' },
];

describe('a line longer than a chunk', () => {
  it.each([[[64 * 1024]], [[1000]], [[4096, 1]], [[5000, 1, 1, 3, 70_001, 2]], [[input.length]]])(
    'is the same as a short one, in chunks of %j bytes',
    (sizes) => {
      expect(split(chunksOf(input, ...sizes))).toEqual(lines);
    },
  );

  it('ends with a carriage return that came as a chunk of its own', () => {
    expect(split([Buffer.from(letters), Buffer.from('\r'), Buffer.from('\n')])).toEqual([lines[0]]);
  });

  it('can be read after other lines have come', () => {
    const first = Buffer.from(`${letters}1\n`);
    const second = Buffer.from(`${letters}2\n`);
    const splitter = new LineSplitter();
    const seen: WholeLine[] = [];
    for (const chunk of chunksOf(Buffer.concat([first, second]), 900, 5000, 30)) {
      seen.push(...pushLines(splitter, chunk));
    }
    expect(seen).toMatchObject([{ text: `${letters}1` }, { text: `${letters}2` }]);
  });

  it('that is not UTF-8 is reported with its exact bytes', () => {
    const bad = Buffer.concat([Buffer.from(letters), Buffer.from([0xe2, 0x82]), Buffer.from('x')]);
    const whole = Buffer.concat([bad, Buffer.from('\r\nnext\n')]);
    for (const size of [1001, 64 * 1024, Buffer.byteLength(letters) + 1]) {
      const [line, next] = split(chunksOf(whole, size));
      expect(line).toMatchObject({ kind: 'badUtf8', ending: '\r\n' });
      expect(bad.equals(bytesOf(line as Extract<WholeLine, { kind: 'badUtf8' }>))).toBe(true);
      expect(next).toMatchObject({ kind: 'text', text: 'next' });
    }
  });

  it('becomes a frame with the text that it came as', () => {
    const text = JSON.stringify({ type: 'user', text: letters });
    const [line] = split(chunksOf(Buffer.from(`${text}\n`), 64 * 1024));
    expect(decodeText((line as Extract<WholeLine, { kind: 'text' }>).text)).toEqual({
      kind: 'message',
      message: { type: 'user', text: letters },
      text,
    });
  });

  it('is in memory once, before its text is read and after', () => {
    // So long that what the test runner lets go meanwhile is little beside it.
    const size = 15 * MiB;
    const longLine = () => {
      const [line] = split(chunksOf(Buffer.alloc(size, 'a'), 64 * 1024));
      return line as Extract<WholeLine, { kind: 'text' }>;
    };
    const readOne = () => longLine().text.length;
    // What all long lines share is there from now on.
    readOne();
    const before = memoryInUse();
    const line = longLine();
    const unread = memoryInUse() - before;
    expect(line.text).toHaveLength(size);
    const read = memoryInUse() - before;
    expect(line.text).toHaveLength(size);
    for (const grown of [unread, read]) {
      expect(grown).toBeGreaterThan(0.9 * size);
      expect(grown).toBeLessThan(1.3 * size);
    }
  });
});
