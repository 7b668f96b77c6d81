import type { JsonObject } from '../../../codec/jsonObject.js';
import type { Cli } from '../cli.js';

/** The connection to an MCP server. */
export interface ServerConnection {
  /** Sends a JSON-RPC message; resolves with the response, or with `{}` for a notification. */
  send(message: JsonObject, signal: AbortSignal): Promise<JsonObject | 'closed'>;
  close(): void;
}

export const connectionError = (message: string): JsonObject => ({
  error: { code: -32000, message },
});

/** Reaches a server that lives in the host, with `mcp_message` requests. */
export function sdkTransport(
  { hostRequests }: Pick<Cli, 'hostRequests'>,
  name: string,
): ServerConnection {
  return {
    async send(message, signal) {
      const request = { subtype: 'mcp_message', server_name: name, message };
      const answer = await hostRequests.send(request, { signal });
      if (answer.kind === 'success') return (answer.response.mcp_response ?? {}) as JsonObject;
      if (answer.kind === 'closed') return 'closed';
      return connectionError(answer.kind === 'error' ? answer.error : 'Request timed out');
    },
    close() {},
  };
}
