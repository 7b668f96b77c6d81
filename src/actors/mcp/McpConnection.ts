import { AsyncLocalStorage } from 'node:async_hooks';
import type { JsonRpcMessage } from '../../codec/control.js';
import type { McpServerInstance } from '../../options/mcpTypes.js';
import { type Deferred, deferred } from '../../util/deferred.js';
import { swallowErrors } from '../../util/swallowErrors.js';
import { McpTransport } from './McpTransport.js';
import {
  errorResponse,
  isNotification,
  isRequest,
  type McpNotification,
  type McpRequest,
  type MessageId,
  metaOf,
  paramsOf,
  withParams,
} from './mcpMessages.js';

/** A session, as its servers see it. */
export interface McpPeer {
  /** The server finds it in `extra.sessionId`. */
  readonly id: string;
  /** Sends the CLI a message of the server. Calls `onLost` if the CLI does not get it. */
  send(message: JsonRpcMessage, onLost: (why: unknown) => void): void;
}

interface PendingRequest {
  peer: McpPeer;
  /** The id and the progress token that the session's CLI chose. */
  id: MessageId | null;
  progressToken: unknown;
  response: Deferred<JsonRpcMessage>;
}

/** Notifications about the server itself. They concern every session, whichever caused them. */
const broadcastMethods = /^notifications\/(resources\/updated|[a-z]+\/list_changed)$/;

/**
 * Connects one server to all sessions that use it, over a single transport: a server of
 * `@modelcontextprotocol/sdk` accepts no second one. Every CLI counts its requests from 0, so the
 * server sees ids and progress tokens that are unique here, and each response goes back to the
 * session that asked.
 *
 * A message that the server sends on its own goes to the session whose request it belongs to. The
 * server names that request, or the async context does. If there is none, a notification goes to
 * all sessions. A request goes to the only session; if there are several, it is refused, because no
 * session can answer for the others. All sessions share what the server remembers of its client,
 * such as its capabilities.
 */
export class McpConnection {
  readonly #server: McpServerInstance;
  readonly #transport: McpTransport;
  #ready: Promise<void> | undefined;
  readonly #peers = new Set<McpPeer>();
  /** The sessions' requests to the server, by the id that the server sees. */
  readonly #requests = new Map<MessageId, PendingRequest>();
  /** The server's requests to a session, by the server's own id. */
  readonly #serverRequests = new Map<MessageId, McpPeer>();
  readonly #current = new AsyncLocalStorage<McpPeer | undefined>();
  // `@modelcontextprotocol/sdk` cannot cancel a request with the id 0.
  #nextId = 1;

  constructor(server: McpServerInstance) {
    this.#server = server;
    this.#transport = new McpTransport({
      onSend: (message, relatedId) => this.#route(message, relatedId),
      onClosed: () => this.#rejectAll(new Error('The MCP server was closed.')),
      sessionId: () => this.#current.getStore()?.id,
    });
  }

  get isClosed(): boolean {
    return this.#transport.isClosed;
  }

  /** Adds a session. The first one connects the server. Settles once that succeeded or failed. */
  join(peer: McpPeer): Promise<void> {
    this.#peers.add(peer);
    this.#ready ??= this.#connect();
    return this.#ready;
  }

  /** Removes a session and cancels what it waits for. The last one to leave closes the connection. */
  leave(peer: McpPeer): void {
    this.#peers.delete(peer);
    for (const [serverId, request] of this.#requests) {
      if (request.peer === peer) this.#cancel(serverId, 'the session has ended');
    }
    for (const [id, addressee] of this.#serverRequests) {
      if (addressee === peer) this.#refuse(id, 'The session that should answer has ended.');
    }
    if (this.#peers.size === 0) this.#transport.closeNow();
  }

  request(peer: McpPeer, message: McpRequest, signal: AbortSignal): Promise<JsonRpcMessage> {
    if (!this.#peers.has(peer)) return Promise.reject(new Error('The session has ended.'));
    const serverId = this.#nextId++;
    const response = deferred<JsonRpcMessage>();
    const { progressToken } = metaOf(message);
    this.#requests.set(serverId, { peer, id: message.id, progressToken, response });
    const abort = () => this.#cancel(serverId, 'the CLI no longer waits for the answer');
    signal.addEventListener('abort', abort, { once: true });
    const renumbered: McpRequest = { jsonrpc: '2.0', id: serverId, method: message.method };
    if (message.params !== undefined) renumbered.params = message.params;
    const hasToken = progressToken !== undefined;
    const _meta = { ...metaOf(message), progressToken: serverId };
    try {
      this.#deliver(peer, hasToken ? withParams(renumbered, { _meta }) : renumbered);
    } catch (error) {
      this.#requests.delete(serverId);
      response.reject(error);
    }
    return response.promise.finally(() => signal.removeEventListener('abort', abort));
  }

  notify(peer: McpPeer, message: McpNotification): void {
    if (!this.#peers.has(peer)) return;
    const { requestId, progressToken, reason } = paramsOf(message);
    if (message.method === 'notifications/cancelled') {
      for (const [serverId, request] of this.#requests) {
        if (request.peer === peer && request.id === requestId) this.#cancel(serverId, reason);
      }
      return;
    }
    const isProgress = message.method === 'notifications/progress';
    if (isProgress && this.#serverRequests.get(progressToken as MessageId) !== peer) return;
    this.#deliver(peer, message);
  }

  /** Passes on a session's answer, if it is the session that the server asked. */
  respond(peer: McpPeer, message: JsonRpcMessage): void {
    const id = message.id as MessageId;
    if (this.#serverRequests.get(id) !== peer) return;
    this.#serverRequests.delete(id);
    this.#deliver(peer, message);
  }

  async #connect(): Promise<void> {
    try {
      await this.#server.connect(this.#transport);
    } catch (error) {
      this.#transport.closeNow();
      throw error;
    }
  }

  #deliver(peer: McpPeer | undefined, message: JsonRpcMessage): void {
    this.#current.run(peer, () => this.#transport.deliver(message));
  }

  /** Delivers a message that needs no answer. It does not matter if the server throws. */
  #deliverQuietly(peer: McpPeer | undefined, message: JsonRpcMessage): void {
    swallowErrors(() => this.#deliver(peer, message))(undefined);
  }

  /** Cancels a request, and answers it here: the server does not answer a cancelled request. */
  #cancel(serverId: MessageId, reason: unknown): void {
    const request = this.#requests.get(serverId);
    if (!request) return;
    this.#requests.delete(serverId);
    const params = { requestId: serverId, ...(typeof reason === 'string' && { reason }) };
    request.response.resolve(errorResponse(request, 'cancelled', 'The request was cancelled.'));
    this.#deliverQuietly(request.peer, {
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params,
    });
  }

  #refuse(id: MessageId, why: unknown): void {
    this.#serverRequests.delete(id);
    this.#deliverQuietly(undefined, errorResponse({ id }, 'invalidRequest', why));
  }

  #route(message: JsonRpcMessage, relatedId: MessageId | undefined): void {
    if (isNotification(message)) this.#routeNotification(message, relatedId);
    else if (isRequest(message)) this.#routeRequest(message, relatedId);
    else this.#settle(message);
  }

  #settle(message: JsonRpcMessage): void {
    const serverId = message.id as MessageId;
    const request = this.#requests.get(serverId);
    if (!request) return;
    this.#requests.delete(serverId);
    request.response.resolve({ ...message, id: request.id });
  }

  #routeRequest(message: McpRequest, relatedId: MessageId | undefined): void {
    const id = message.id as MessageId;
    const [peer, another] = this.#addressees(relatedId);
    if (peer && !another) {
      this.#serverRequests.set(id, peer);
      this.#sendTo(peer, message);
      return;
    }
    const why = another
      ? 'Several sessions share this server, and this request belongs to none of them. Send it with `extra.sendRequest` while you handle a request of the session.'
      : 'The session that this request belongs to has ended.';
    this.#refuse(id, why);
  }

  #routeNotification(message: McpNotification, relatedId: MessageId | undefined): void {
    const { progressToken, requestId } = paramsOf(message);
    if (message.method === 'notifications/progress') {
      const request = this.#requests.get(progressToken as MessageId);
      if (!request) return;
      const { peer, progressToken: token } = request;
      this.#sendTo(peer, withParams(message, { progressToken: token }));
      return;
    }
    if (message.method === 'notifications/cancelled') {
      const addressee = this.#serverRequests.get(requestId as MessageId);
      this.#serverRequests.delete(requestId as MessageId);
      if (addressee) this.#sendTo(addressee, message);
      return;
    }
    const peers = broadcastMethods.test(message.method) ? this.#peers : this.#addressees(relatedId);
    for (const peer of peers) this.#sendTo(peer, message);
  }

  #sendTo(peer: McpPeer, message: JsonRpcMessage): void {
    peer.send(message, (why) => {
      if (isRequest(message)) this.#refuse(message.id as MessageId, why);
    });
  }

  /** Empty if the message belongs to a session that has ended: no other session may get it. */
  #addressees(relatedId: MessageId | undefined): McpPeer[] {
    const related = relatedId === undefined ? undefined : this.#requests.get(relatedId)?.peer;
    const peer = related ?? this.#current.getStore();
    if (peer) return this.#peers.has(peer) ? [peer] : [];
    return relatedId === undefined ? [...this.#peers] : [];
  }

  #rejectAll(error: Error): void {
    this.#serverRequests.clear();
    for (const { response } of this.#requests.values()) response.reject(error);
    this.#requests.clear();
  }
}
