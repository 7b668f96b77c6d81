import { Buffer } from 'node:buffer';
import { defaultSizes } from '../../defaults.js';

/** Keeps the end of what the CLI wrote to a pipe, for error messages. */
export class OutputTail {
  readonly #limit: number;
  /** Up to twice the limit, so that each byte is moved about once even if writes are small. */
  #buffer = Buffer.alloc(0);
  #used = 0;
  #cut = false;

  constructor(limit = defaultSizes.stderrTail) {
    this.#limit = limit;
  }

  push(bytes: Uint8Array): void {
    const kept = bytes.subarray(Math.max(0, bytes.length - this.#limit));
    if (kept.length < bytes.length) this.#cut = true;
    if (this.#used + kept.length > this.#buffer.length) this.#makeRoom(kept.length);
    this.#buffer.set(kept, this.#used);
    this.#used += kept.length;
  }

  /** Whether there was more than is kept. */
  get isCut(): boolean {
    return this.#cut || this.#tail().length < this.#used;
  }

  text(): string {
    const tail = this.#tail();
    return tail.toString('utf8', this.isCut ? firstWholeCharacter(tail) : 0);
  }

  #tail(): Buffer {
    return this.#buffer.subarray(Math.max(0, this.#used - this.#limit), this.#used);
  }

  #makeRoom(wanted: number): void {
    const tail = this.#tail();
    const size = Math.min(2 * this.#limit, Math.max(4096, 2 * (tail.length + wanted)));
    const buffer = size > this.#buffer.length ? Buffer.alloc(size) : this.#buffer;
    buffer.set(tail);
    this.#buffer = buffer;
    this.#used = tail.length;
  }
}

/** The index of the first whole character. Bytes that are not UTF-8 stay as they are. */
function firstWholeCharacter(bytes: Buffer): number {
  let at = 0;
  while (at < 3 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at += 1;
  return at;
}
