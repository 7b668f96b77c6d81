import { McpToolServer } from './actors/mcp/mcpToolServer.js';
import type {
  AnySdkMcpToolDefinition,
  AnyZodRawShape,
  SdkMcpToolDefinition,
  ToolAnnotations,
} from './actors/mcp/mcpToolTypes.js';
import { ClaudeActorsError } from './errors.js';
import type { McpSdkServerConfig, McpServerInstance } from './options/mcpTypes.js';

export type {
  AnyZodRawShape,
  InferShape,
  McpToolContent,
  McpToolContext,
  McpToolResult,
  SdkMcpToolDefinition,
  ToolAnnotations,
} from './actors/mcp/mcpToolTypes.js';

export interface ToolExtras {
  annotations?: ToolAnnotations;
  /** Words by which tool search finds the tool. */
  searchHint?: string;
  /** Keep the tool in the prompt instead of behind tool search. */
  alwaysLoad?: boolean;
}

export interface CreateSdkMcpServerOptions {
  name: string;
  version?: string;
  /** Told to the model as the server's instructions. */
  instructions?: string;
  tools?: readonly AnySdkMcpToolDefinition[];
  /** Keep all tools of the server in the prompt instead of behind tool search. */
  alwaysLoad?: boolean;
  /** Milliseconds for one tool call. The CLI ignores what is below 1000. */
  timeout?: number;
}

/** A tool for `createSdkMcpServer`; `inputSchema` is an object of zod schemas, by argument. */
export function tool<Shape extends AnyZodRawShape>(
  name: string,
  description: string,
  inputSchema: Shape,
  handler: SdkMcpToolDefinition<Shape>['handler'],
  { annotations, searchHint, alwaysLoad }: ToolExtras = {},
): SdkMcpToolDefinition<Shape> {
  const meta = {
    ...(searchHint && { 'anthropic/searchHint': searchHint }),
    ...(alwaysLoad && { 'anthropic/alwaysLoad': true }),
  };
  return {
    name,
    description,
    inputSchema,
    handler,
    ...(annotations && { annotations }),
    ...(Object.keys(meta).length > 0 && { _meta: meta }),
  };
}

/**
 * A server for `mcpServers` that lives in this program, safe in many sessions at once.
 *
 * `instance` is no `McpServer`, other than in the official SDK: it makes one for every session, so
 * there is no single one whose `server` or `registerTool` would mean anything. Whoever needs those
 * makes an `McpServer` and passes `{ type: 'sdk', name, instance: server }`.
 */
export function createSdkMcpServer(
  options: CreateSdkMcpServerOptions,
): McpSdkServerConfig & { instance: McpServerInstance } {
  const { name, version = '1.0.0', instructions, tools = [], alwaysLoad, timeout } = options;
  checkTools(name, tools);
  const loaded = tools.map((one) =>
    alwaysLoad ? { ...one, _meta: { 'anthropic/alwaysLoad': true, ...one._meta } } : { ...one },
  );
  return {
    type: 'sdk',
    name,
    instance: new McpToolServer({ name, version, instructions, tools: loaded }),
    ...(timeout !== undefined && { timeout }),
  };
}

function checkTools(server: string, tools: readonly AnySdkMcpToolDefinition[]): void {
  const seen = new Set<string>();
  for (const { name, handler } of tools) {
    if (typeof name !== 'string' || typeof handler !== 'function') {
      throw invalidTools(server, 'an entry that is no tool. Make each with `tool`.');
    }
    if (seen.has(name)) {
      throw invalidTools(server, `two tools called ${name}. Rename one of them.`);
    }
    seen.add(name);
  }
}

function invalidTools(server: string, problem: string): ClaudeActorsError {
  const message = `The MCP server ${server} has ${problem}`;
  return new ClaudeActorsError('InvalidOption', message, { option: 'mcpServers' });
}
