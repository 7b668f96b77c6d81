import { ClaudeActorsError } from '../../errors.js';
import type { McpServerInstance } from '../../options/mcpTypes.js';
import type { AnySdkMcpToolDefinition } from './mcpToolTypes.js';

export type ReportToolFailure = (error: unknown, toolName: string) => void;

type ToolHandler = (...args: readonly unknown[]) => unknown;

export interface ToolServerDefinition {
  name: string;
  version: string;
  instructions?: string;
  tools: readonly AnySdkMcpToolDefinition[];
}

/**
 * A server made of tools. Every connection gets a fresh MCP server, so sessions do not see each
 * other. The MCP SDK is loaded with the first connection.
 */
export class McpToolServer implements McpServerInstance {
  readonly #definition: ToolServerDefinition;

  constructor(definition: ToolServerDefinition) {
    this.#definition = definition;
  }

  connect(transport: object): Promise<void> {
    return this.#connect(transport);
  }

  /** The same server, which also reports what a tool throws. The model is told either way. */
  reportingTo(report: ReportToolFailure): McpServerInstance {
    return { connect: (transport) => this.#connect(transport, report) };
  }

  async #connect(transport: object, report?: ReportToolFailure): Promise<void> {
    const { name, version, instructions, tools } = this.#definition;
    const { McpServer } = await loadMcpSdk();
    const server = new McpServer({ name, version }, { instructions, capabilities: { tools: {} } });
    for (const { name, handler, inputSchema, ...config } of tools) {
      // The MCP SDK accepts these shapes, but its types know only zod's own.
      const run = report ? reporting(name, handler as ToolHandler, report) : handler;
      server.registerTool(name, { ...config, inputSchema: inputSchema as never }, run as never);
    }
    await server.connect(transport as Parameters<typeof server.connect>[0]);
  }
}

function reporting(name: string, handler: ToolHandler, report: ReportToolFailure): ToolHandler {
  return async (...args) => {
    try {
      return await handler(...args);
    } catch (error) {
      report(error, name);
      throw error;
    }
  };
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
