import { Buffer, constants } from 'node:buffer';
import { defaultSizes, lineBuffers } from '../defaults.js';
import { ClaudeActorsError } from '../errors.js';
import { concatInScratch } from '../util/chunks.js';
import { LineBuffer } from './LineBuffer.js';
import {
  decodeUtf8,
  type Line,
  lineFromBytes,
  lineFromChunks,
  lineFromText,
  type OversizeLine,
} from './lines.js';

const defaultLineLimit = defaultSizes.line;

const { headBytes, longLineBytes } = lineBuffers;
const LF = 0x0a;

/**
 * Splits bytes into lines at 0x0A and nowhere else: U+2028, U+2029 and U+0085 are data.
 *
 * Work and memory are linear in the input, however it is chunked: a long line is joined once.
 */
export class LineSplitter {
  readonly #limit: number;
  readonly #pending = new LineBuffer();
  /** True while the rest of a line over the limit is skipped. */
  #isDropping = false;

  /** `limit` is the largest size of a line in bytes, not counting its newline. */
  constructor(limit: number = defaultLineLimit) {
    if (!Number.isInteger(limit) || limit < 1 || limit > constants.MAX_STRING_LENGTH) {
      throw new ClaudeActorsError(
        'InvalidOption',
        `Option \`limits.lineBytes\` is ${limit}. Pass a whole number of bytes from 1 to ${constants.MAX_STRING_LENGTH}.`,
        { option: 'limits.lineBytes' },
      );
    }
    this.#limit = limit;
  }

  /** How many bytes are waiting for their newline. */
  get pendingBytes(): number {
    return this.#pending.size;
  }

  /** The start of the line that waits for its newline. */
  pendingHead(length: number): Buffer {
    return this.#pending.head(length);
  }

  /** Returns the lines that this chunk completes. The caller must not change the chunk afterwards. */
  push(chunk: Uint8Array): Line[] {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let lines: Line[] = [];
    let start = 0;
    if (this.#pending.size > 0 || this.#isDropping) {
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
      const complete = this.#splitComplete(bytes.subarray(start, last));
      lines = lines.length > 0 ? lines.concat(complete) : complete;
      start = last + 1;
    }
    if (start < bytes.length) this.#keep(bytes.subarray(start), lines);
    return lines;
  }

  /** Ends the input. Returns the last line if it came without a newline. */
  end(): Line[] {
    const lines: Line[] = [];
    if (this.#pending.size > 0) lines.push(this.#takePending(''));
    this.#reset();
    return lines;
  }

  #reset(): void {
    this.#pending.clear();
    this.#isDropping = false;
  }

  #keep(part: Buffer, lines: Line[]): void {
    if (this.#isDropping || part.length === 0) return;
    this.#pending.add(part);
    if (this.#pending.size <= this.#limit) return;
    lines.push(this.#oversize(this.#pending.head(headBytes)));
    this.#reset();
    this.#isDropping = true;
  }

  #complete(part: Buffer, lines: Line[]): void {
    this.#keep(part, lines);
    if (!this.#isDropping) lines.push(this.#takePending('\n'));
    this.#reset();
  }

  #takePending(newline: '\n' | ''): Line {
    return this.#pending.size <= longLineBytes
      ? lineFromBytes(concatInScratch(this.#pending.chunks()), newline)
      : lineFromChunks(this.#pending.takeChunks(), newline);
  }

  /** Splits bytes that hold only complete lines, the last without its newline. */
  #splitComplete(bytes: Buffer): Line[] {
    // Decoding a whole chunk at once is far cheaper than decoding each line.
    const decoded = bytes.length <= this.#limit ? decodeUtf8(bytes) : undefined;
    if (decoded !== undefined) {
      const texts = decoded.split('\n');
      return decoded.includes('\r') ? texts.map((text) => lineFromText(text, '\n')) : texts;
    }
    const lines: Line[] = [];
    let start = 0;
    while (start <= bytes.length) {
      const newline = bytes.indexOf(LF, start);
      const end = newline === -1 ? bytes.length : newline;
      const line = bytes.subarray(start, end);
      lines.push(line.length > this.#limit ? this.#oversize(line) : lineFromBytes(line, '\n'));
      start = end + 1;
    }
    return lines;
  }

  #oversize(bytes: Buffer): OversizeLine {
    return {
      kind: 'oversize',
      // At most `limit` bytes, so the result does not depend on how the input was chunked.
      head: Buffer.from(bytes.subarray(0, Math.min(this.#limit, headBytes))),
      limit: this.#limit,
    };
  }
}
