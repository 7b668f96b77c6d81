import type { McpSetServersResult } from '../../codec/requestsToCli.js';
import type { McpBridge, McpServers } from './McpBridge.js';

/** Gives a session other MCP servers: those in this program first, so that they answer when asked. */
export async function replaceServers(
  bridge: McpBridge,
  servers: McpServers,
  request: (subtype: string, fields: object) => Promise<unknown>,
): Promise<McpSetServersResult> {
  const answers: Partial<McpSetServersResult>[] = [];
  for (const step of bridge.replace(servers).wire) {
    const answer = await request('mcp_set_servers', { servers: step });
    answers.push(answer as Partial<McpSetServersResult>);
  }
  return {
    added: answers.flatMap(({ added = [] }) => added),
    removed: answers.flatMap(({ removed = [] }) => removed),
    errors: Object.assign({}, ...answers.map(({ errors }) => errors)),
  };
}
