import { Buffer } from 'node:buffer';

/** The last of what the CLI wrote to stderr, for errors. */
export class StderrTail {
  readonly #limit: number;
  #parts: Uint8Array[] = [];
  #size = 0;

  constructor(limit = 256 * 1024) {
    this.#limit = limit;
  }

  push(bytes: Uint8Array): void {
    this.#parts.push(bytes);
    this.#size += bytes.length;
    // Joined now and then, so that many small writes do not hold on to many chunks.
    if (this.#size > 2 * this.#limit) this.#cut();
  }

  text(): string {
    this.#cut();
    return Buffer.concat(this.#parts).toString('utf8');
  }

  #cut(): void {
    const all = Buffer.concat(this.#parts);
    const kept = all.subarray(Math.max(0, all.length - this.#limit));
    this.#parts = [kept];
    this.#size = kept.length;
  }
}
