import { Buffer } from 'node:buffer';
import { decodeLine } from '../../codec/frames.js';
import { type Line, LineSplitter } from '../../codec/framing.js';
import { redact } from '../../ffi/environment/secrets.js';
import type { CliEvent } from '../../machines/cliEvents.js';
import type { CallbackHost } from '../callbacks/CallbackHost.js';
import { FrameRouter } from './frameRouter.js';
import type { Mirror } from './Launch.js';

const largeLine = 1024 * 1024;

export interface ReaderSettings {
  lineBytes?: number;
  traffic?: { framesIn: number };
  mirror?: Mirror;
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
    { lineBytes, traffic = { framesIn: 0 }, mirror }: ReaderSettings = {},
  ) {
    this.#splitter = new LineSplitter(lineBytes);
    this.#traffic = traffic;
    this.#router = new FrameRouter(callbacks, send, mirror);
  }

  push(bytes: Uint8Array): void {
    this.#take(this.#splitter.push(bytes));
    const { waiting } = this.#splitter;
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
      if (line.kind === 'oversize') {
        const head = redact(Buffer.from(line.head).toString('utf8'));
        this.#router.passOn({ type: 'cli.oversize', head, limit: line.limit });
      } else if (line.kind === 'badUtf8' || line.text.trim() !== '') {
        const unfinished = line.ending === '' || line.ending === '\r';
        this.#router.take(decodeLine(line), unfinished);
      }
    }
    this.#router.flush();
  }
}
