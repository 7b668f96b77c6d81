import type { JsonRpcMessage } from '../../codec/control.js';
import { Fifo } from '../../util/Fifo.js';

/** Sends a server's own message to the CLI; settles when the CLI has acknowledged it. */
export type SendMcpMessage = (serverName: string, message: JsonRpcMessage) => Promise<unknown>;

interface Outgoing {
  message: JsonRpcMessage;
  /** Called where the CLI does not get the message. */
  failed(error: unknown): void;
}

/** So few that many chatty servers together do not use up what a session may have pending. */
const atOnce = 4;
const queueLimit = 1024;

/**
 * A server's own messages on their way to the CLI, in their order. They wait here until the session
 * can send and the CLI is initialized: it acknowledges earlier ones, and drops them.
 */
export class McpOutbox {
  readonly #serverName: string;
  readonly #waiting = new Fifo<Outgoing>();
  #send: SendMcpMessage | undefined;
  #isInitialized = false;
  #unacknowledged = 0;
  #isClosed = false;

  constructor(serverName: string) {
    this.#serverName = serverName;
  }

  attach(send: SendMcpMessage): void {
    this.#send = send;
    this.#drain();
  }

  /** Told of every message from the CLI: its client begins anew with each `initialize`. */
  heard({ method }: JsonRpcMessage): void {
    if (method === 'initialize') this.#isInitialized = false;
    if (method !== 'notifications/initialized') return;
    this.#isInitialized = true;
    this.#drain();
  }

  push(outgoing: Outgoing): void {
    if (this.#isClosed) return;
    if (this.#waiting.length >= queueLimit) {
      const why = `A message of an MCP server was dropped: ${queueLimit} of them wait for the CLI. Send fewer.`;
      outgoing.failed(new Error(why));
      return;
    }
    this.#waiting.push(outgoing);
    this.#drain();
  }

  close(): void {
    this.#isClosed = true;
  }

  #drain(): void {
    const send = this.#send;
    while (send && this.#isInitialized && !this.#isClosed && this.#unacknowledged < atOnce) {
      const outgoing = this.#waiting.shift();
      if (!outgoing) return;
      this.#unacknowledged += 1;
      this.#pass(send, outgoing);
    }
  }

  async #pass(send: SendMcpMessage, { message, failed }: Outgoing): Promise<void> {
    try {
      await send(this.#serverName, message);
    } catch (error) {
      if (!this.#isClosed) failed(error);
    }
    this.#unacknowledged -= 1;
    this.#drain();
  }
}
