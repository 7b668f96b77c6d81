import type { MessagesEmitted } from '../../machines/session/sessionTypes.js';

/**
 * The way past the chart for messages in which it has no part. An event of a chart costs as much as
 * the parsing of some fifty tokens, and what it learns from a run of them is only that the CLI is
 * alive. So it is told of the first messages after anything else, of every change in the tools that
 * are open, and now and then; what lies between goes straight to the readers, in order.
 */
export class MessageLane {
  readonly deliver: (messages: MessagesEmitted) => void;
  readonly #now: () => number;
  readonly #longestMs: number;
  #told = { at: Number.NEGATIVE_INFINITY, openTools: -1 };
  #heard = 0;

  /** `longestMs`: how long the chart may go without hearing of messages. */
  constructor(deliver: MessageLane['deliver'], now: () => number, longestMs: number) {
    this.deliver = deliver;
    this.#now = now;
    this.#longestMs = longestMs;
  }

  /** Whether messages may pass now. */
  isOpen(openTools: number): boolean {
    const { at, openTools: known } = this.#told;
    return openTools === known && this.#now() - at < this.#longestMs;
  }

  /** Sends messages to the chart. Where it is at work they wait, and none may overtake them. */
  tell(openTools: number, send: () => void): void {
    const before = this.#heard;
    send();
    if (this.#heard > before) this.#told = { at: this.#now(), openTools };
    else this.close();
  }

  /** The chart has taken messages up. */
  hear(): void {
    this.#heard += 1;
  }

  /** The chart has been sent something else, after which it must hear of the next messages. */
  close(): void {
    this.#told.at = Number.NEGATIVE_INFINITY;
  }
}
