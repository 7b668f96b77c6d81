import { Buffer } from 'node:buffer';
import { decodeBytes, decodeText } from '../../codec/frames.js';
import { LineSplitter } from '../../codec/LineSplitter.js';
import type { Line } from '../../codec/lines.js';
import { defaultSizes } from '../../defaults.js';
import type { ToolInDoubt } from '../../errors.js';
import type { CliEvent } from '../../machines/cliEvents.js';
import { redact } from '../../secrets/redact.js';
import type { CallbackHost } from '../callbacks/callbackHost.js';
import { FrameRouter, type RouterSettings } from './FrameRouter.js';
import type { OutputFacts } from './ProcessFacts.js';

const { largeLine, stdoutTail } = defaultSizes;
const brace = 0x7b;

export interface ReaderSettings extends RouterSettings {
  lineBytes?: number;
  traffic?: { framesIn: number };
}

/** Turns stdout's bytes into machine events, in order, chunk by chunk. */
export class Reader implements OutputFacts {
  readonly #splitter: LineSplitter;
  readonly #router: FrameRouter;
  readonly #traffic: { framesIn: number };
  #warnedOfLargeLine = false;

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
    this.#routeLines(this.#splitter.push(bytes));
    const { pendingBytes: waiting } = this.#splitter;
    if (waiting < largeLine) {
      this.#warnedOfLargeLine = false;
    } else if (!this.#warnedOfLargeLine) {
      this.#warnedOfLargeLine = true;
      this.#router.sendInOrder({ type: 'cli.largeLine', waiting });
    }
  }

  unfinishedLine(): string {
    return this.#splitter.pendingHead(stdoutTail).toString('utf8');
  }

  get openTools(): readonly ToolInDoubt[] {
    return this.#router.openTools;
  }

  get sessionId(): string | undefined {
    return this.#router.sessionId;
  }

  /** Stdout has ended. A last line without a newline counts. */
  end(): void {
    this.#routeLines(this.#splitter.end());
  }

  #routeLines(lines: readonly Line[]): void {
    this.#traffic.framesIn += lines.length;
    for (const line of lines) {
      if (typeof line === 'string') this.#routeText(line, false);
      else this.#routeUnusual(line);
    }
    this.#router.flush();
  }

  #routeText(text: string, unfinished: boolean): void {
    if (!isBlank(text)) this.#router.route(decodeText(text), unfinished);
  }

  #routeUnusual(line: Exclude<Line, string>): void {
    if (line.kind === 'oversize') {
      const head = redact(Buffer.from(line.head).toString('utf8'), { cutEnd: true });
      this.#router.sendInOrder({ type: 'cli.oversize', head, limit: line.limit });
      return;
    }
    const unfinished = line.ending === '' || line.ending === '\r';
    if (line.kind === 'text') this.#routeText(line.text, unfinished);
    else this.#router.route(decodeBytes(line.bytes), unfinished);
  }
}

/** Checks for a brace first: most lines are objects, and trimming costs a tenth of parsing. */
function isBlank(text: string): boolean {
  return text.charCodeAt(0) !== brace && text.trim() === '';
}
