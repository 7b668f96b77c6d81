import { Buffer } from 'node:buffer';
import { decodeBytes, decodeText } from '../../codec/frames.js';
import { LineSplitter } from '../../codec/LineSplitter.js';
import type { Line } from '../../codec/lines.js';
import { defaultSizes } from '../../defaults.js';
import { redact } from '../../ffi/environment/secrets.js';
import type { CliEvent } from '../../machines/cliEvents.js';
import type { CallbackHost } from '../callbacks/callbackHost.js';
import { FrameRouter, type RouterSettings } from './FrameRouter.js';

const { largeLine } = defaultSizes;
const brace = 0x7b;

export interface ReaderSettings extends RouterSettings {
  lineBytes?: number;
  traffic?: { framesIn: number };
}

/** Stdout's bytes in, the charts' events out, in order and a chunk at a time. */
export class Reader {
  readonly #splitter: LineSplitter;
  readonly #router: FrameRouter;
  readonly #traffic: { framesIn: number };
  #warnedOfLine = false;

  constructor(
    callbacks: CallbackHost,
    send: (event: CliEvent) => void,
    { lineBytes, traffic = { framesIn: 0 }, ...routing }: ReaderSettings = {},
  ) {
    this.#splitter = new LineSplitter(lineBytes);
    this.#traffic = traffic;
    this.#router = new FrameRouter(callbacks, send, routing);
  }

  push(bytes: Uint8Array): void {
    this.#take(this.#splitter.push(bytes));
    const { pendingBytes: waiting } = this.#splitter;
    if (waiting < largeLine) {
      this.#warnedOfLine = false;
    } else if (!this.#warnedOfLine) {
      this.#warnedOfLine = true;
      this.#router.passOn({ type: 'cli.largeLine', waiting });
    }
  }

  /** Stdout has ended: a last line without a newline counts. */
  end(): void {
    this.#take(this.#splitter.end());
  }

  #take(lines: readonly Line[]): void {
    this.#traffic.framesIn += lines.length;
    for (const line of lines) {
      if (typeof line === 'string') this.#takeText(line, false);
      else this.#takeOdd(line);
    }
    this.#router.flush();
  }

  #takeText(text: string, unfinished: boolean): void {
    if (!isBlank(text)) this.#router.take(decodeText(text), unfinished);
  }

  #takeOdd(line: Exclude<Line, string>): void {
    if (line.kind === 'oversize') {
      const head = redact(Buffer.from(line.head).toString('utf8'));
      this.#router.passOn({ type: 'cli.oversize', head, limit: line.limit });
      return;
    }
    const unfinished = line.ending === '' || line.ending === '\r';
    if (line.kind === 'text') this.#takeText(line.text, unfinished);
    else this.#router.take(decodeBytes(line.bytes), unfinished);
  }
}

/** Almost every line is an object, and to trim each would cost a tenth of its parsing. */
function isBlank(text: string): boolean {
  return text.charCodeAt(0) !== brace && text.trim() === '';
}
