import type { JsonRpcMessage } from '../../codec/control.js';
import { swallowErrors } from '../../util/swallowErrors.js';
import type { MessageId } from './mcpMessages.js';

export interface TransportUser {
  send(message: JsonRpcMessage, relatedId: MessageId | undefined): void;
  closed(): void;
  sessionId(): string | undefined;
}

/** A transport as `@modelcontextprotocol/sdk` expects it, without any of its code. */
export class McpTransport {
  onmessage: ((message: JsonRpcMessage) => void) | undefined;
  onclose: (() => void) | undefined;
  onerror: ((error: Error) => void) | undefined;
  readonly #user: TransportUser;
  #isClosed = false;

  constructor(user: TransportUser) {
    this.#user = user;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Read by the server while it takes a message, and so that of the message's session. */
  get sessionId(): string | undefined {
    return this.#user.sessionId();
  }

  async start(): Promise<void> {
    if (!this.#isClosed) return;
    // Closed while the server was being made: it must not hold this transport for its own.
    swallowErrors(this.onclose)(undefined);
    throw new Error('The transport was closed before the MCP server had connected.');
  }

  /**
   * Does not wait for the CLI: it may be waiting for the very handler that sends, as it does
   * during the handshake.
   */
  async send(
    message: JsonRpcMessage,
    options?: { relatedRequestId?: MessageId | undefined },
  ): Promise<void> {
    if (this.#isClosed) throw new Error('The transport is closed.');
    this.#user.send(message, options?.relatedRequestId);
  }

  async close(): Promise<void> {
    this.shut();
  }

  shut(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#user.closed();
    swallowErrors(this.onclose)(undefined);
  }

  deliver(message: JsonRpcMessage): void {
    if (this.#isClosed) throw new Error('The MCP server was closed.');
    if (!this.onmessage) throw new Error('The MCP server has connected but takes no messages.');
    this.onmessage(message);
  }
}
