import { Buffer, constants, isAscii, isUtf8 } from 'node:buffer';
import { ClaudeActorsError } from '../errors.js';
import { joined } from './joined.js';
import { longLine } from './longLine.js';
import { PartStore } from './partStore.js';

/** What ended a line. `''` and `'\r'` only where the input ended without a newline. */
export type LineEnding = '\n' | '\r\n' | '\r' | '';

export interface TextLine {
  kind: 'text';
  /** Of a long line, decoded when first read. */
  readonly text: string;
  ending: LineEnding;
}

export interface BadUtf8Line {
  kind: 'badUtf8';
  bytes: Uint8Array;
  ending: LineEnding;
}

/** A line over the limit: reported when the limit is passed, dropped up to its newline. */
export interface OversizeLine {
  kind: 'oversize';
  head: Uint8Array;
  limit: number;
}

/** Nearly every line is text ended by `\n`: that one is its text alone, with nothing made around it. */
export type Line = string | TextLine | BadUtf8Line | OversizeLine;

export const defaultLineLimit = 16 * 1024 * 1024;

const LF = 0x0a;
const CR = 0x0d;
const headBytes = 256;
/** More than one chunk of a pipe. */
const longBytes = 64 * 1024;

/** The exact bytes of a line, without its ending. Valid UTF-8 survives decoding unchanged. */
export function bytesOf(line: TextLine | BadUtf8Line): Uint8Array {
  return line.kind === 'text' ? Buffer.from(line.text, 'utf8') : line.bytes;
}

/**
 * Splits bytes into lines on 0x0A and nothing else: U+2028, U+2029 and U+0085 are data.
 * Work and memory are linear in the input however it is chunked: a long line is joined once.
 */
export class LineSplitter {
  readonly #limit: number;
  readonly #parts = new PartStore();
  #dropping = false;

  /** `limit` counts the bytes of one line before its newline. */
  constructor(limit: number = defaultLineLimit) {
    if (!Number.isInteger(limit) || limit < 1 || limit > constants.MAX_STRING_LENGTH) {
      throw new ClaudeActorsError(
        'InvalidOption',
        `The line limit must be a whole number of bytes from 1 to ${constants.MAX_STRING_LENGTH}; it is ${limit}.`,
        { option: 'limits.lineBytes' },
      );
    }
    this.#limit = limit;
  }

  /** Bytes that wait for their newline. */
  get waiting(): number {
    return this.#parts.size;
  }

  /** Takes a chunk, which must not be changed afterwards, and gives the lines that it completes. */
  push(chunk: Uint8Array): Line[] {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let lines: Line[] = [];
    let start = 0;
    if (this.#parts.size > 0 || this.#dropping) {
      const newline = bytes.indexOf(LF);
      if (newline === -1) {
        this.#keep(bytes, lines);
        return lines;
      }
      this.#complete(bytes.subarray(0, newline), lines);
      start = newline + 1;
    }
    const last = bytes.lastIndexOf(LF);
    if (last >= start) {
      const whole = this.#splitWhole(bytes.subarray(start, last));
      lines = lines.length > 0 ? lines.concat(whole) : whole;
      start = last + 1;
    }
    if (start < bytes.length) this.#keep(bytes.subarray(start), lines);
    return lines;
  }

  /** The input has ended: gives the last line if it came without a newline. */
  end(): Line[] {
    const lines: Line[] = [];
    if (this.#parts.size > 0) lines.push(this.#line(''));
    this.#reset();
    return lines;
  }

  #reset(): void {
    this.#parts.clear();
    this.#dropping = false;
  }

  #keep(part: Buffer, lines: Line[]): void {
    if (this.#dropping || part.length === 0) return;
    this.#parts.add(part);
    if (this.#parts.size <= this.#limit) return;
    lines.push(this.#oversize(this.#parts.head(headBytes)));
    this.#reset();
    this.#dropping = true;
  }

  #complete(part: Buffer, lines: Line[]): void {
    this.#keep(part, lines);
    if (!this.#dropping) lines.push(this.#line('\n'));
    this.#reset();
  }

  #line(newline: '\n' | ''): Line {
    return this.#parts.size <= longBytes
      ? lineOf(joined(this.#parts.pieces()), newline)
      : longLine(this.#parts.handOver(), newline);
  }

  /** `bytes` holds whole lines, the last without its newline. */
  #splitWhole(bytes: Buffer): Line[] {
    // One decode a chunk: cheaper by far than one a line.
    const whole = bytes.length <= this.#limit ? decode(bytes) : undefined;
    if (whole !== undefined) {
      const texts = whole.split('\n');
      return whole.includes('\r') ? texts.map((text) => plainLine(text, '\n')) : texts;
    }
    const lines: Line[] = [];
    let start = 0;
    while (start <= bytes.length) {
      const newline = bytes.indexOf(LF, start);
      const end = newline === -1 ? bytes.length : newline;
      const line = bytes.subarray(start, end);
      lines.push(line.length > this.#limit ? this.#oversize(line) : lineOf(line, '\n'));
      start = end + 1;
    }
    return lines;
  }

  #oversize(bytes: Buffer): OversizeLine {
    return {
      kind: 'oversize',
      // Never past the limit, so that it does not depend on how the bytes were chunked.
      head: Buffer.from(bytes.subarray(0, Math.min(this.#limit, headBytes))),
      limit: this.#limit,
    };
  }
}

/** The text, or nothing where the bytes are not UTF-8. */
function decode(bytes: Buffer): string | undefined {
  // latin1 makes one-byte strings without looking at each character.
  if (isAscii(bytes)) return bytes.toString('latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

function plainLine(text: string, newline: '\n' | ''): string | TextLine {
  if (text.charCodeAt(text.length - 1) !== CR) {
    return newline === '\n' ? text : { kind: 'text', text, ending: newline };
  }
  return { kind: 'text', text: text.slice(0, -1), ending: `\r${newline}` };
}

function lineOf(bytes: Buffer, newline: '\n' | ''): Line {
  const text = decode(bytes);
  if (text !== undefined) return plainLine(text, newline);
  const cr = bytes[bytes.length - 1] === CR;
  return {
    kind: 'badUtf8',
    bytes: Buffer.from(cr ? bytes.subarray(0, -1) : bytes),
    ending: cr ? `\r${newline}` : newline,
  };
}
