import { Buffer } from 'node:buffer';
import { lineBuffers } from '../defaults.js';

const { copyBelowBytes, largestBlockBytes } = lineBuffers;

/**
 * Holds a line that is still waiting for its newline.
 *
 * Keeps the bytes in a few large chunks, however small the parts that arrive: small parts are
 * copied into a block, large ones are kept as they are.
 */
export class LineBuffer {
  #chunks: Buffer[] = [];
  #size = 0;
  /** Receives small parts one after another. Reused for the next line. */
  #block = Buffer.alloc(0);
  #blockUsed = 0;
  /** Where in the block the bytes start that are not in `#chunks` yet. */
  #blockFlushed = 0;

  get size(): number {
    return this.#size;
  }

  add(part: Buffer): void {
    this.#size += part.length;
    if (part.length >= copyBelowBytes) {
      this.#flushBlock();
      this.#chunks.push(part);
      return;
    }
    if (this.#blockUsed + part.length > this.#block.length) this.#newBlock();
    this.#block.set(part, this.#blockUsed);
    this.#blockUsed += part.length;
  }

  /** All bytes in order. Valid until the next call of any other method. */
  chunks(): Buffer[] {
    this.#flushBlock();
    return this.#chunks;
  }

  /** All bytes in order, now owned by the caller. The buffer is empty and gives up its block. */
  takeChunks(): Buffer[] {
    const chunks = this.chunks();
    this.clear();
    this.#block = Buffer.alloc(0);
    return chunks;
  }

  /** A copy of the first bytes. */
  head(length: number): Buffer {
    return Buffer.concat(this.chunks(), Math.min(this.#size, length));
  }

  clear(): void {
    this.#chunks = [];
    this.#size = 0;
    this.#blockUsed = 0;
    this.#blockFlushed = 0;
  }

  #flushBlock(): void {
    if (this.#blockUsed > this.#blockFlushed) {
      this.#chunks.push(this.#block.subarray(this.#blockFlushed, this.#blockUsed));
    }
    this.#blockFlushed = this.#blockUsed;
  }

  #newBlock(): void {
    this.#flushBlock();
    const length = Math.min(Math.max(2 * this.#block.length, copyBelowBytes), largestBlockBytes);
    this.#block = Buffer.allocUnsafeSlow(length);
    this.#blockUsed = 0;
    this.#blockFlushed = 0;
  }
}
