import type { JsonRpcMessage } from '../../codec/control.js';
import { textOf } from '../../codec/jsonObject.js';
import type { McpMessageHandler, McpServerInstance } from '../../options/mcpTypes.js';
import { rejectOnAbort } from '../../util/rejectOnAbort.js';
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

/** One MCP server, as one session uses it. */
export interface McpEndpoint {
  /** Answers a message from the CLI. */
  readonly serve: McpMessageHandler;
  readonly connected: Promise<void>;
  /** Gives the server a way to send messages of its own. */
  attach(send: SendMcpMessage): void;
  close(): void;
}

/** `toolName`: the tool that threw, if it was one. */
export type ReportProblem = (why: unknown, toolName?: string) => void;

const shared = new WeakMap<McpServerInstance, McpConnection>();

/** An `McpToolServer` creates a server for each session. Any other server is shared. */
function connectionTo(server: McpServerInstance, reportProblem: ReportProblem): McpConnection {
  if (server instanceof McpToolServer) {
    return new McpConnection(server.reportingTo(reportProblem));
  }
  const open = shared.get(server);
  if (open && !open.isClosed) return open;
  const connection = new McpConnection(server);
  shared.set(server, connection);
  return connection;
}

const acknowledgement: JsonRpcMessage = { jsonrpc: '2.0', result: {} };

/** The endpoint of a server that connects to a transport, such as an `McpServer`. */
export function serverEndpoint(
  serverName: string,
  server: McpServerInstance,
  reportProblem: ReportProblem,
): McpEndpoint {
  const outbox = new McpOutbox(serverName);
  const peer: McpPeer = {
    id: crypto.randomUUID(),
    send(message, onLost) {
      const onFailed = (error: unknown) => {
        reportProblem(error);
        onLost(error);
      };
      outbox.push({ message, onFailed });
    },
  };
  let isClosed = false;
  let connection = connectionTo(server, reportProblem);
  let ready = join();

  function join(): Promise<void> {
    const joined = connection.join(peer);
    joined.catch((error: unknown) => reportProblem(error));
    return joined;
  }

  async function answer(message: McpRequest, signal: AbortSignal): Promise<JsonRpcMessage> {
    if (!hasReadableParams(message)) {
      return errorResponse(
        message,
        'invalidParams',
        'The parameters of a request must be an object.',
      );
    }
    // A CLI that reconnects sends `initialize` again. A server closed in the meantime may reconnect.
    if (connection.isClosed && message.method === 'initialize' && !isClosed) {
      connection = connectionTo(server, reportProblem);
      ready = join();
    }
    outbox.onCliMessage(message);
    try {
      await rejectOnAbort(ready, signal);
      return await connection.request(peer, message, signal);
    } catch (error) {
      return errorResponse(message, 'internalError', error);
    }
  }

  async function accept(message: JsonRpcMessage, signal: AbortSignal): Promise<void> {
    try {
      await rejectOnAbort(ready, signal);
      if (isNotification(message)) connection.notify(peer, message);
      else connection.respond(peer, message);
    } catch (error) {
      reportProblem(error);
    }
  }

  return {
    get connected() {
      return ready;
    },
    async serve(message, { signal }) {
      if (isRequest(message)) return answer(message, signal);
      if (!isNotification(message) && !isResponse(message)) {
        const why = `The message with the id ${textOf(message.id)} has no method, result or error.`;
        return errorResponse(message, 'invalidRequest', why);
      }
      await accept(message, signal);
      outbox.onCliMessage(message);
      return acknowledgement;
    },
    attach: (send) => outbox.attach(send),
    close() {
      isClosed = true;
      outbox.close();
      connection.leave(peer);
    },
  };
}
