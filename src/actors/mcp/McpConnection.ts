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

/** A session, as a server sees it: where the server's own messages to it go. */
export interface McpPeer {
  /** Stands in the server's `extra.sessionId`. */
  readonly id: string;
  /** `lost` is called where the CLI does not get the message. */
  take(message: JsonRpcMessage, lost: (why: unknown) => void): void;
}

interface PendingRequest {
  peer: McpPeer;
  /** The id and the progress token as the session's CLI knows them. */
  id: MessageId | null;
  progressToken: unknown;
  response: Deferred<JsonRpcMessage>;
}

/** News about the server itself, which concern every session whoever brought them about. */
const newsForAll = /^notifications\/(resources\/updated|[a-z]+\/list_changed)$/;

/**
 * One server on one transport, shared by every session that uses it at once: a server of
 * `@modelcontextprotocol/sdk` takes no second transport. Each CLI counts its requests from 0, so
 * the server sees other ids and progress tokens, and what it answers goes to who asked.
 *
 * A message that the server sends by itself goes to the session whose request it was sent for, by
 * the server's word or by the async context. Where there is no such request, a notification goes
 * to all; a request goes to the only session or, with several, is refused: none could be asked for
 * the others. All sessions share what the server keeps of its client, such as its capabilities.
 */
export class McpConnection {
  readonly #server: McpServerInstance;
  readonly #transport: McpTransport;
  #ready: Promise<void> | undefined;
  readonly #peers = new Set<McpPeer>();
  /** By the id that the server sees. */
  readonly #requests = new Map<MessageId, PendingRequest>();
  /** What the server has asked of a session, by the server's own id. */
  readonly #asked = new Map<MessageId, McpPeer>();
  readonly #current = new AsyncLocalStorage<McpPeer | undefined>();
  // 0 is no id that `@modelcontextprotocol/sdk` can cancel.
  #nextId = 1;

  constructor(server: McpServerInstance) {
    this.#server = server;
    this.#transport = new McpTransport({
      send: (message, relatedId) => this.#route(message, relatedId),
      closed: () => this.#fail(new Error('The MCP server was closed.')),
      sessionId: () => this.#current.getStore()?.id,
    });
  }

  get isClosed(): boolean {
    return this.#transport.isClosed;
  }

  /** The first one to join has the server connected. Settles when it is, or cannot be. */
  join(peer: McpPeer): Promise<void> {
    this.#peers.add(peer);
    this.#ready ??= this.#connect();
    return this.#ready;
  }

  /** Ends all that this session waits for; the last one to leave closes the connection. */
  leave(peer: McpPeer): void {
    this.#peers.delete(peer);
    for (const [serverId, request] of this.#requests) {
      if (request.peer === peer) this.#cancel(serverId, 'the session has ended');
    }
    for (const [id, asked] of this.#asked) {
      if (asked === peer) this.#refuse(id, 'The session that was asked has ended.');
    }
    if (this.#peers.size === 0) this.#transport.shut();
  }

  request(peer: McpPeer, message: McpRequest, signal: AbortSignal): Promise<JsonRpcMessage> {
    if (!this.#peers.has(peer)) return Promise.reject(new Error('The session has ended.'));
    const serverId = this.#nextId++;
    const response = deferred<JsonRpcMessage>();
    const { progressToken } = metaOf(message);
    this.#requests.set(serverId, { peer, id: message.id, progressToken, response });
    const abort = () => this.#cancel(serverId, 'the CLI no longer waits for it');
    signal.addEventListener('abort', abort, { once: true });
    const own: McpRequest = { jsonrpc: '2.0', id: serverId, method: message.method };
    if (message.params !== undefined) own.params = message.params;
    const hasToken = progressToken !== undefined;
    const _meta = { ...metaOf(message), progressToken: serverId };
    try {
      this.#deliver(peer, hasToken ? withParams(own, { _meta }) : own);
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
    if (isProgress && this.#asked.get(progressToken as MessageId) !== peer) return;
    this.#deliver(peer, message);
  }

  /** A session's answer to what the server asked of it, and of nobody else. */
  respond(peer: McpPeer, message: JsonRpcMessage): void {
    const id = message.id as MessageId;
    if (this.#asked.get(id) !== peer) return;
    this.#asked.delete(id);
    this.#deliver(peer, message);
  }

  async #connect(): Promise<void> {
    try {
      await this.#server.connect(this.#transport);
    } catch (error) {
      this.#transport.shut();
      throw error;
    }
  }

  #deliver(peer: McpPeer | undefined, message: JsonRpcMessage): void {
    this.#current.run(peer, () => this.#transport.deliver(message));
  }

  /** For news that nobody waits for an answer to: a server that cannot take them is left alone. */
  #tell(peer: McpPeer | undefined, message: JsonRpcMessage): void {
    swallowErrors(() => this.#deliver(peer, message))(undefined);
  }

  /** The server is told, and whoever waits gets an answer: a cancelled handler gives none. */
  #cancel(serverId: MessageId, reason: unknown): void {
    const request = this.#requests.get(serverId);
    if (!request) return;
    this.#requests.delete(serverId);
    const params = { requestId: serverId, ...(typeof reason === 'string' && { reason }) };
    request.response.resolve(errorResponse(request, 'cancelled', 'The request was cancelled.'));
    this.#tell(request.peer, { jsonrpc: '2.0', method: 'notifications/cancelled', params });
  }

  #refuse(id: MessageId, why: unknown): void {
    this.#asked.delete(id);
    this.#tell(undefined, errorResponse({ id }, 'invalidRequest', why));
  }

  #route(message: JsonRpcMessage, relatedId: MessageId | undefined): void {
    if (isNotification(message)) this.#routeNotification(message, relatedId);
    else if (isRequest(message)) this.#routeRequest(message, relatedId);
    else this.#answer(message);
  }

  #answer(message: JsonRpcMessage): void {
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
      this.#asked.set(id, peer);
      this.#pass(peer, message);
      return;
    }
    const why = another
      ? 'Several sessions share this server, and this request belongs to none of them. Send it with `extra.sendRequest` while a request of the session is being handled.'
      : 'The session that this request belongs to has ended.';
    this.#refuse(id, why);
  }

  #routeNotification(message: McpNotification, relatedId: MessageId | undefined): void {
    const { progressToken, requestId } = paramsOf(message);
    if (message.method === 'notifications/progress') {
      const request = this.#requests.get(progressToken as MessageId);
      if (!request) return;
      const { peer, progressToken: token } = request;
      this.#pass(peer, withParams(message, { progressToken: token }));
      return;
    }
    if (message.method === 'notifications/cancelled') {
      const asked = this.#asked.get(requestId as MessageId);
      this.#asked.delete(requestId as MessageId);
      if (asked) this.#pass(asked, message);
      return;
    }
    const peers = newsForAll.test(message.method) ? this.#peers : this.#addressees(relatedId);
    for (const peer of peers) this.#pass(peer, message);
  }

  #pass(peer: McpPeer, message: JsonRpcMessage): void {
    peer.take(message, (why) => {
      if (isRequest(message)) this.#refuse(message.id as MessageId, why);
    });
  }

  /** None where they belong to a session that is gone: never to somebody else instead. */
  #addressees(relatedId: MessageId | undefined): McpPeer[] {
    const related = relatedId === undefined ? undefined : this.#requests.get(relatedId)?.peer;
    const peer = related ?? this.#current.getStore();
    if (peer) return this.#peers.has(peer) ? [peer] : [];
    return relatedId === undefined ? [...this.#peers] : [];
  }

  #fail(error: Error): void {
    this.#asked.clear();
    for (const { response } of this.#requests.values()) response.reject(error);
    this.#requests.clear();
  }
}
