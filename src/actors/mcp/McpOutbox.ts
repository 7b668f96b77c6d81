import type { JsonRpcMessage } from '../../codec/control.js';
import { mcpOutboxLimits } from '../../defaults.js';
import { Fifo } from '../../util/Fifo.js';

/** Sends a server's own message to the CLI. Settles once the CLI has acknowledged it. */
export type SendMcpMessage = (serverName: string, message: JsonRpcMessage) => Promise<unknown>;

interface Outgoing {
  message: JsonRpcMessage;
  /** Called if the CLI does not get the message. */
  onFailed(error: unknown): void;
}

const { maxUnacknowledged, maxQueued } = mcpOutboxLimits;

/**
 * Sends a server's own messages to the CLI, in order. They wait until the session can send and the
 * CLI's MCP client is initialized: before that, the CLI acknowledges messages and drops them.
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

  /** Call this for every message from the CLI. Each `initialize` restarts the CLI's MCP client. */
  onCliMessage({ method }: JsonRpcMessage): void {
    if (method === 'initialize') this.#isInitialized = false;
    if (method !== 'notifications/initialized') return;
    this.#isInitialized = true;
    this.#drain();
  }

  push(outgoing: Outgoing): void {
    if (this.#isClosed) return;
    if (this.#waiting.length >= maxQueued) {
      const why = `A message of the MCP server was dropped, because ${maxQueued} others are waiting for Claude Code. Send fewer messages.`;
      outgoing.onFailed(new Error(why));
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
    while (
      send &&
      this.#isInitialized &&
      !this.#isClosed &&
      this.#unacknowledged < maxUnacknowledged
    ) {
      const outgoing = this.#waiting.shift();
      if (!outgoing) return;
      this.#unacknowledged += 1;
      this.#sendNow(send, outgoing);
    }
  }

  async #sendNow(send: SendMcpMessage, { message, onFailed }: Outgoing): Promise<void> {
    try {
      await send(this.#serverName, message);
    } catch (error) {
      if (!this.#isClosed) onFailed(error);
    }
    this.#unacknowledged -= 1;
    this.#drain();
  }
}
