import type { Writable } from 'node:stream';

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

  write(text: string): void {
    if (!this.#isClosed) this.#stream.write(text);
  }

  line(text: string): void {
    this.write(`${text}\n`);
  }

  /** Resolves when there is room to write, or when the reader has gone away. */
  async drained(): Promise<void> {
    if (this.#isClosed || !this.#stream.writableNeedDrain) return;
    const room = new Promise<void>((resolve) => this.#stream.once('drain', resolve));
    await Promise.race([room, this.closed]);
  }
}
