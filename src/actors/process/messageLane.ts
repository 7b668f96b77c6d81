import type { MessageFrame } from '../../codec/frames.js';

/** How long the chart may go without hearing of messages, in ms: far below any limit on silence. */
const longestMs = 20;

/**
 * The way past the chart for messages in which it has no part. An event of a chart costs as much as
 * the parsing of some fifty tokens, and what it learns from a run of them is only that the CLI is
 * alive. So it is told of the first messages after anything else, of every change in the tools that
 * are open, and now and then; what lies between goes straight to the readers, in order.
 */
export class MessageLane {
  readonly deliver: (frames: MessageFrame[]) => void;
  readonly #now: () => number;
  #told = { at: Number.NEGATIVE_INFINITY, openTools: -1 };
  #holds = 1;

  constructor(deliver: (frames: MessageFrame[]) => void, now: () => number) {
    this.deliver = deliver;
    this.#now = now;
  }

  /** Whether messages may pass now. */
  isOpen(openTools: number): boolean {
    const { at, openTools: known } = this.#told;
    return this.#holds === 0 && openTools === known && this.#now() - at < longestMs;
  }

  /** The chart has been sent messages. */
  told(openTools: number): void {
    this.#told = { at: this.#now(), openTools };
  }

  /** The chart has been sent something else, after which it must hear of the next messages. */
  close(): void {
    this.#told.at = Number.NEGATIVE_INFINITY;
  }

  /** While the chart is at work its events wait, and nothing may overtake them. */
  hold(): void {
    this.#holds += 1;
  }

  letGo(): void {
    this.#holds -= 1;
  }
}
