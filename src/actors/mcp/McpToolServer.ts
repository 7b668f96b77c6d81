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
 * A server made of tools. Every connection gets a fresh MCP server, so sessions do not see each
 * other. The MCP SDK, an optional package, is loaded with the first connection.
 */
export class McpToolServer implements McpServerInstance {
  readonly #definition: ToolServerDefinition;

  constructor(definition: ToolServerDefinition) {
    this.#definition = definition;
  }

  async connect(transport: object): Promise<void> {
    const { name, version, instructions, tools } = this.#definition;
    const { McpServer } = await loadMcpSdk();
    const server = new McpServer({ name, version }, { instructions, capabilities: { tools: {} } });
    for (const { name, handler, inputSchema, ...config } of tools) {
      // The MCP SDK accepts these shapes, but its types know only zod's own.
      server.registerTool(name, { ...config, inputSchema: inputSchema as never }, handler as never);
    }
    await server.connect(transport as Parameters<typeof server.connect>[0]);
  }
}

async function loadMcpSdk() {
  try {
    return await import('@modelcontextprotocol/sdk/server/mcp.js');
  } catch (cause) {
    const message =
      'createSdkMcpServer could not load the packages @modelcontextprotocol/sdk and zod, or a version of them that fits. Run `npm install @modelcontextprotocol/sdk zod`.';
    throw new ClaudeActorsError('InvalidOption', message, { option: 'mcpServers' }, { cause });
  }
}
