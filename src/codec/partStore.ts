import { Buffer } from 'node:buffer';

/** A view of fewer bytes costs more memory than they do, so they are copied. */
const smallBytes = 4 * 1024;
const largestBlock = 64 * 1024;

/** The parts of a line that waits for its newline, in a few large pieces however small they came. */
export class PartStore {
  #pieces: Buffer[] = [];
  #size = 0;
  /** Small parts go here, one behind the other; used again for the next line. */
  #block = Buffer.alloc(0);
  #used = 0;
  /** Where in the block the bytes begin that are in no piece yet. */
  #open = 0;

  get size(): number {
    return this.#size;
  }

  add(part: Buffer): void {
    this.#size += part.length;
    if (part.length >= smallBytes) {
      this.#closePiece();
      this.#pieces.push(part);
      return;
    }
    if (this.#used + part.length > this.#block.length) this.#newBlock();
    this.#block.set(part, this.#used);
    this.#used += part.length;
  }

  /** All bytes in order, good until the store is used again. */
  pieces(): Buffer[] {
    this.#closePiece();
    return this.#pieces;
  }

  /** All bytes in order, for good: the store is empty and gives up its block. */
  handOver(): Buffer[] {
    const pieces = this.pieces();
    this.clear();
    this.#block = Buffer.alloc(0);
    return pieces;
  }

  /** A copy of the first bytes. */
  head(length: number): Buffer {
    return Buffer.concat(this.pieces(), Math.min(this.#size, length));
  }

  clear(): void {
    this.#pieces = [];
    this.#size = 0;
    this.#used = 0;
    this.#open = 0;
  }

  #closePiece(): void {
    if (this.#used > this.#open) this.#pieces.push(this.#block.subarray(this.#open, this.#used));
    this.#open = this.#used;
  }

  #newBlock(): void {
    this.#closePiece();
    const length = Math.min(Math.max(2 * this.#block.length, smallBytes), largestBlock);
    this.#block = Buffer.allocUnsafeSlow(length);
    this.#used = 0;
    this.#open = 0;
  }
}
