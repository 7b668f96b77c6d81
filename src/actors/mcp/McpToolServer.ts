import { ClaudeActorsError } from '../../errors.js';
import type { McpServerInstance } from '../../options/mcpTypes.js';
import type { AnySdkMcpToolDefinition } from './mcpToolTypes.js';

export interface ToolServerDefinition {
  name: string;
  version: string;
  instructions?: string;
  tools: readonly AnySdkMcpToolDefinition[];
}

/**
 * The definition of a server, of which every connection gets a fresh one: no session sees another,
 * and the MCP SDK, an optional package, is loaded only where it is needed.
 */
export class McpToolServer implements McpServerInstance {
  readonly #definition: ToolServerDefinition;

  constructor(definition: ToolServerDefinition) {
    this.#definition = definition;
  }

  async connect(transport: object): Promise<void> {
    const { name, version, instructions, tools } = this.#definition;
    const { McpServer } = await load();
    const server = new McpServer({ name, version }, { instructions, capabilities: { tools: {} } });
    for (const { name, handler, inputSchema, ...config } of tools) {
      // The MCP SDK takes the same shapes, but its types know only zod's own.
      server.registerTool(name, { ...config, inputSchema: inputSchema as never }, handler as never);
    }
    await server.connect(transport as Parameters<typeof server.connect>[0]);
  }
}

async function load() {
  try {
    return await import('@modelcontextprotocol/sdk/server/mcp.js');
  } catch (cause) {
    const message =
      'createSdkMcpServer needs two packages that are not installed, or not in a version that fits. Run: npm install @modelcontextprotocol/sdk zod';
    throw new ClaudeActorsError('InvalidOption', message, { option: 'mcpServers' }, { cause });
  }
}
