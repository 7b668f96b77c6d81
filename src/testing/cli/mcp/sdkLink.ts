import type { Cli } from '../Cli.js';
import type { Frame } from '../Output.js';
import { failed, type McpLink } from './McpLink.js';

/** To a server that lives in the host, by `mcp_message`. */
export function sdkLink({ asker }: Pick<Cli, 'asker'>, name: string): McpLink {
  return {
    async send(message, signal) {
      const request = { subtype: 'mcp_message', server_name: name, message };
      const answer = await asker.ask(request, { signal });
      if (answer.kind === 'success') return (answer.response.mcp_response ?? {}) as Frame;
      if (answer.kind === 'closed') return 'closed';
      return failed(answer.kind === 'error' ? answer.error : 'Request timed out');
    },
    close() {},
  };
}
