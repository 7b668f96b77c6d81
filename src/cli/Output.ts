import type { Writable } from 'node:stream';

/** Where a command writes to. A reader that goes away (`| head`) is no error, but an end. */
export class Output {
  readonly isTerminal: boolean;
  /** Resolves when nobody reads any more. */
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

  write(text: string): void {
    if (!this.#isClosed) this.#stream.write(text);
  }

  line(text: string): void {
    this.write(`${text}\n`);
  }

  /** Resolves when there is room again, or nobody to wait for. */
  async drained(): Promise<void> {
    if (this.#isClosed || !this.#stream.writableNeedDrain) return;
    const room = new Promise<void>((resolve) => this.#stream.once('drain', resolve));
    await Promise.race([room, this.closed]);
  }
}
