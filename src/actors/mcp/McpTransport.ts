import type { JsonRpcMessage } from '../../codec/control.js';
import { swallowErrors } from '../../util/swallowErrors.js';
import type { MessageId } from './mcpMessages.js';

export interface TransportHandlers {
  /** `relatedId`: the request that the server sends the message for, if it says so. */
  onSend(message: JsonRpcMessage, relatedId: MessageId | undefined): void;
  onClosed(): void;
  sessionId(): string | undefined;
}

/** A transport with the interface that `@modelcontextprotocol/sdk` expects, without its code. */
export class McpTransport {
  onmessage: ((message: JsonRpcMessage) => void) | undefined;
  onclose: (() => void) | undefined;
  onerror: ((error: Error) => void) | undefined;
  readonly #handlers: TransportHandlers;
  #isClosed = false;

  constructor(handlers: TransportHandlers) {
    this.#handlers = handlers;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The server reads this while it handles a message, so it is the session of that message. */
  get sessionId(): string | undefined {
    return this.#handlers.sessionId();
  }

  async start(): Promise<void> {
    if (!this.#isClosed) return;
    // Closed while the server was connecting. `onclose` makes the server let go of this transport.
    swallowErrors(this.onclose)(undefined);
    throw new Error('The transport was closed before the MCP server connected.');
  }

  /**
   * Does not wait for the CLI. The CLI may be waiting for the handler that sends, as it does during
   * the handshake.
   */
  async send(
    message: JsonRpcMessage,
    options?: { relatedRequestId?: MessageId | undefined },
  ): Promise<void> {
    if (this.#isClosed) throw new Error('The transport is closed.');
    this.#handlers.onSend(message, options?.relatedRequestId);
  }

  async close(): Promise<void> {
    this.closeNow();
  }

  closeNow(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#handlers.onClosed();
    swallowErrors(this.onclose)(undefined);
  }

  deliver(message: JsonRpcMessage): void {
    if (this.#isClosed) throw new Error('The MCP server was closed.');
    if (!this.onmessage) throw new Error('The MCP server is connected but has no message handler.');
    this.onmessage(message);
  }
}
