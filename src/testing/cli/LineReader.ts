import { StringDecoder } from 'node:string_decoder';

/** Cuts bytes into lines, whatever pieces they come in. */
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

  /** What comes last may have no line end. */
  end(): void {
    const rest = this.#rest + this.#decoder.end();
    if (rest !== '') this.#onLine(rest, true);
    this.#rest = '';
  }
}
