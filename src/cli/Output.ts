import type { Writable } from 'node:stream';
import { printable } from '../util/printable.js';

/** The stdout or stderr of a command. If the reader goes away (`| head`), writing just stops. */
export class Output {
  readonly isTerminal: boolean;
  /** Resolves when the reader has gone away. */
  readonly closed: Promise<void>;
  readonly #stream: Writable & { readonly columns?: number };
  #isClosed = false;

  constructor(stream: Writable & { readonly isTTY?: boolean; readonly columns?: number }) {
    this.#stream = stream;
    this.isTerminal = stream.isTTY === true;
    this.closed = new Promise((resolve) => {
      stream.on('error', () => {
        this.#isClosed = true;
        resolve();
      });
    });
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get columns(): number {
    return this.#stream.columns || 80;
  }

  /** Writes text without characters that could control a terminal. Returns what it wrote. */
  write(text: string): string {
    return this.#write(printable(text));
  }

  /** Writes what a program may read: if this is not a terminal, exactly as it is. */
  data(text: string): string {
    return this.#write(this.isTerminal ? printable(text) : text);
  }

  line(text: string): void {
    this.write(`${text}\n`);
  }

  #write(text: string): string {
    if (!this.#isClosed) this.#stream.write(text);
    return text;
  }

  /** Resolves when there is room to write, or when the reader has gone away. */
  async drained(): Promise<void> {
    if (this.#isClosed || !this.#stream.writableNeedDrain) return;
    const room = new Promise<void>((resolve) => this.#stream.once('drain', resolve));
    await Promise.race([room, this.closed]);
  }
}
