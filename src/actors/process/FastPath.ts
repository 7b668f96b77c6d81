import type { MessagesEmitted } from '../../machines/session/sessionTypes.js';

/**
 * Delivers streamed tokens to readers without sending each batch through the session machine.
 *
 * A machine event costs as much as parsing about 50 tokens, and a run of tokens tells the machine
 * nothing new. So the machine sees the first batch after any other event, and every batch that
 * changes the number of open tools. Order is preserved: while the machine is busy, the fast path is closed.
 */
export class FastPath {
  readonly deliver: (messages: MessagesEmitted) => void;
  /** The open tools in the batch that the machine handled last; undefined while closed. */
  #openTools: number | undefined;
  #handledBatches = 0;

  constructor(deliver: FastPath['deliver']) {
    this.deliver = deliver;
  }

  isOpen(openTools: number): boolean {
    return openTools === this.#openTools;
  }

  /** Sends a batch through the machine, and opens the fast path once the machine has handled it. */
  sendThroughMachine(openTools: number, send: () => void): void {
    const before = this.#handledBatches;
    send();
    const wasHandled = this.#handledBatches > before;
    this.#openTools = wasHandled ? openTools : undefined;
  }

  /** The machine has handled a batch. */
  onHandled(): void {
    this.#handledBatches += 1;
  }

  /** The machine was sent something else, so it must see the next batch. */
  close(): void {
    this.#openTools = undefined;
  }
}
