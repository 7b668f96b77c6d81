import type { Cli } from '../cli.js';
import type { Frame } from '../Output.js';

/** The connection to an MCP server. */
export interface McpTransport {
  /** Sends a JSON-RPC message; resolves with the response, or with `{}` for a notification. */
  send(message: Frame, signal: AbortSignal): Promise<Frame | 'closed'>;
  close(): void;
}

export const errorResponse = (message: string): Frame => ({ error: { code: -32000, message } });

/** Reaches a server that lives in the host, with `mcp_message` requests. */
export function sdkTransport(
  { hostRequests }: Pick<Cli, 'hostRequests'>,
  name: string,
): McpTransport {
  return {
    async send(message, signal) {
      const request = { subtype: 'mcp_message', server_name: name, message };
      const answer = await hostRequests.send(request, { signal });
      if (answer.kind === 'success') return (answer.response.mcp_response ?? {}) as Frame;
      if (answer.kind === 'closed') return 'closed';
      return errorResponse(answer.kind === 'error' ? answer.error : 'Request timed out');
    },
    close() {},
  };
}
