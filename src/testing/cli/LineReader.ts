import { StringDecoder } from 'node:string_decoder';

/** Splits bytes into lines, however they are chunked. */
export class LineReader {
  readonly #onLine: (line: string, isUnended: boolean) => void;
  readonly #decoder = new StringDecoder('utf8');
  #rest = '';

  constructor(onLine: (line: string, isUnended: boolean) => void) {
    this.#onLine = onLine;
  }

  push(bytes: Uint8Array): void {
    const lines = (this.#rest + this.#decoder.write(bytes)).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#onLine(line, false);
  }

  /** Emits what is left: the last line may have no newline. */
  end(): void {
    const rest = this.#rest + this.#decoder.end();
    if (rest !== '') this.#onLine(rest, true);
    this.#rest = '';
  }
}
