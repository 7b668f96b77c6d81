import { textOf } from '../../codec/jsonObject.js';
import { ClaudeActorsError } from '../../errors.js';
import type { McpServerInstance } from '../../options/mcpTypes.js';
import type { AnySdkMcpToolDefinition } from './mcpToolTypes.js';

/** `toolName`: the tool that threw, if it was one. */
export type ReportToolFailure = (error: unknown, toolName?: string) => void;

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

  /** For programs that close their servers: every session closes its own when it ends. */
  async close(): Promise<void> {}

  /** The same server, which also reports what a tool throws. The model is told either way. */
  reportingTo(report: ReportToolFailure): McpServerInstance {
    return { connect: (transport) => this.#connect(transport, report) };
  }

  async #connect(transport: object, report?: ReportToolFailure): Promise<void> {
    const { name, version, instructions, tools } = this.#definition;
    const { McpServer, zod } = await loadMcpSdk();
    const server = new McpServer({ name, version }, { instructions, capabilities: { tools: {} } });
    for (const { name, handler, inputSchema, ...config } of tools) {
      const problem = schemaProblem(zod, inputSchema);
      if (problem !== undefined) {
        const why = 'is left out, because its input schema cannot be written as JSON Schema';
        report?.(new Error(`The tool ${name} ${why}: ${problem}`));
        continue;
      }
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

/**
 * Why a schema cannot be listed, if so. The MCP SDK would fail to list all tools of the server
 * because of one, and the CLI would see none of them.
 */
function schemaProblem({ object, toJSONSchema }: Zod, shape: object): string | undefined {
  // Schemas of older zods are converted in another way, which leaves out what it does not know.
  if (!Object.values(shape).every((schema) => '_zod' in Object(schema))) return undefined;
  try {
    toJSONSchema(object(shape as never), { io: 'input' });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : textOf(error);
  }
}

type Zod = Pick<typeof import('zod'), 'object' | 'toJSONSchema'>;

async function loadMcpSdk() {
  try {
    const [{ McpServer }, zod] = await Promise.all([
      import('@modelcontextprotocol/sdk/server/mcp.js'),
      import('zod'),
    ]);
    return { McpServer, zod };
  } catch (cause) {
    const message =
      'createSdkMcpServer could not load the packages @modelcontextprotocol/sdk and zod, or a version of them that fits. Run `npm install @modelcontextprotocol/sdk zod`.';
    throw new ClaudeActorsError('InvalidOption', message, { option: 'mcpServers' }, { cause });
  }
}
