import { randomUUID } from 'node:crypto';
import type { JsonRpcMessage } from '../../codec/control.js';
import { textOf } from '../../codec/jsonObject.js';
import type { McpMessageHandler, McpServerInstance } from '../../options/mcpTypes.js';
import { whileWanted } from '../../util/rejectOnAbort.js';
import { McpConnection, type McpPeer } from './McpConnection.js';
import { McpOutbox, type SendMcpMessage } from './McpOutbox.js';
import { McpToolServer } from './McpToolServer.js';
import {
  errorResponse,
  hasReadableParams,
  isNotification,
  isRequest,
  isResponse,
  type McpRequest,
} from './mcpMessages.js';

/** One server of one session. */
export interface McpEndpoint {
  readonly serve: McpMessageHandler;
  readonly connected: Promise<void>;
  attach(send: SendMcpMessage): void;
  close(): void;
}

export type TellProblem = (why: unknown) => void;

const shared = new WeakMap<McpServerInstance, McpConnection>();

/** A tool server makes a server of its own for each session; any other one is shared. */
function connectionTo(server: McpServerInstance): McpConnection {
  if (server instanceof McpToolServer) return new McpConnection(server);
  const open = shared.get(server);
  if (open && !open.isClosed) return open;
  const connection = new McpConnection(server);
  shared.set(server, connection);
  return connection;
}

const acknowledgement: JsonRpcMessage = { jsonrpc: '2.0', result: {} };

/** A server that connects to a transport. */
export function serverEndpoint(
  serverName: string,
  server: McpServerInstance,
  tellProblem: TellProblem,
): McpEndpoint {
  const outbox = new McpOutbox(serverName);
  const peer: McpPeer = {
    id: randomUUID(),
    take(message, lost) {
      const failed = (error: unknown) => {
        tellProblem(error);
        lost(error);
      };
      outbox.push({ message, failed });
    },
  };
  let isOver = false;
  let connection = connectionTo(server);
  let ready = join();

  function join(): Promise<void> {
    const joined = connection.join(peer);
    joined.catch(tellProblem);
    return joined;
  }

  async function answer(message: McpRequest, signal: AbortSignal): Promise<JsonRpcMessage> {
    if (!hasReadableParams(message)) {
      return errorResponse(message, 'invalidParams', 'The parameters of a request are an object.');
    }
    // A CLI that reconnects starts anew, and so may a server that was closed in the meantime.
    if (connection.isClosed && message.method === 'initialize' && !isOver) {
      connection = connectionTo(server);
      ready = join();
    }
    outbox.heard(message);
    try {
      await whileWanted(ready, signal);
      return await connection.request(peer, message, signal);
    } catch (error) {
      return errorResponse(message, 'internalError', error);
    }
  }

  async function take(message: JsonRpcMessage, signal: AbortSignal): Promise<void> {
    try {
      await whileWanted(ready, signal);
      if (isNotification(message)) connection.notify(peer, message);
      else connection.respond(peer, message);
    } catch (error) {
      tellProblem(error);
    }
  }

  return {
    get connected() {
      return ready;
    },
    async serve(message, { signal }) {
      if (isRequest(message)) return answer(message, signal);
      if (!isNotification(message) && !isResponse(message)) {
        const why = `A message without a method is no request: ${textOf(message.id)}.`;
        return errorResponse(message, 'invalidRequest', why);
      }
      await take(message, signal);
      outbox.heard(message);
      return acknowledgement;
    },
    attach: (send) => outbox.attach(send),
    close() {
      isOver = true;
      outbox.close();
      connection.leave(peer);
    },
  };
}
