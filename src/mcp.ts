import { McpToolServer } from './actors/mcp/McpToolServer.js';
import type {
  AnySdkMcpToolDefinition,
  AnyZodRawShape,
  InferShape,
  McpToolContext,
  McpToolResult,
  SdkMcpToolDefinition,
  ToolAnnotations,
} from './actors/mcp/mcpToolTypes.js';
import { ClaudeActorsError } from './errors.js';
import type { McpSdkServerConfigWithInstance } from './options/mcpTypes.js';

export type {
  AnyZodRawShape,
  InferShape,
  McpToolContent,
  McpToolContext,
  McpToolResult,
  SdkMcpToolDefinition,
  ToolAnnotations,
} from './actors/mcp/mcpToolTypes.js';

/** Optional settings of a tool. */
export type ToolExtras = {
  /** Hints about what the tool does. */
  annotations?: ToolAnnotations;
  /** Words by which tool search finds the tool. */
  searchHint?: string;
  /** Keep the tool in the prompt instead of behind tool search. */
  alwaysLoad?: boolean;
};

/** What `createSdkMcpServer` is called with. */
export type CreateSdkMcpServerOptions = {
  /** The name of the server. The model sees its tools as `mcp__name__tool`. */
  name: string;
  /** The version of the server. Default: `1.0.0`. */
  version?: string;
  /** Instructions for the model on how to use the server. */
  instructions?: string;
  /** The tools, each made with `tool()`. */
  tools?: AnySdkMcpToolDefinition[];
  /** Keep all tools of the server in the prompt instead of behind tool search. */
  alwaysLoad?: boolean;
  /** How long one tool call may take, in milliseconds. The CLI ignores values below 1000. */
  timeout?: number;
};

/**
 * Defines a tool for `createSdkMcpServer`.
 *
 * @param name - The name of the tool.
 * @param description - What it does. The model decides by it when to call the tool.
 * @param inputSchema - Its arguments, as an object of zod schemas.
 * @param handler - Runs the tool. Its arguments have been checked against the schema.
 */
export function tool<Shape extends AnyZodRawShape>(
  name: string,
  description: string,
  inputSchema: Shape,
  handler: (args: InferShape<Shape>, extra: McpToolContext) => Promise<McpToolResult>,
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
    handler: handler as SdkMcpToolDefinition<Shape>['handler'],
    ...(annotations && { annotations }),
    ...(Object.keys(meta).length > 0 && { _meta: meta }),
  };
}

/**
 * Creates an MCP server that runs in this program. Pass it in `mcpServers`; many sessions can share
 * it.
 *
 * Unlike in the official SDK, `instance` is not an `McpServer`: it creates one for every session.
 * If you need `server` or `registerTool`, create an `McpServer` yourself and pass `{ type: 'sdk',
 * name, instance: server }`.
 */
export function createSdkMcpServer(
  options: CreateSdkMcpServerOptions,
): McpSdkServerConfigWithInstance {
  const { name, version = '1.0.0', instructions, tools = [], alwaysLoad, timeout } = options;
  checkTools(name, tools);
  const loaded = tools.map((one) =>
    alwaysLoad ? { ...one, _meta: { 'anthropic/alwaysLoad': true, ...one._meta } } : { ...one },
  );
  return {
    type: 'sdk',
    name,
    instance: new McpToolServer({ name, version, instructions, tools: loaded }) as never,
    ...(timeout !== undefined && { timeout }),
  };
}

function checkTools(server: string, tools: readonly AnySdkMcpToolDefinition[]): void {
  const seen = new Set<string>();
  for (const { name, handler } of tools) {
    if (typeof name !== 'string' || typeof handler !== 'function') {
      throw invalidTools(server, 'an entry that is not a tool. Create each one with `tool()`.');
    }
    if (seen.has(name)) {
      throw invalidTools(server, `two tools named ${name}. Rename one of them.`);
    }
    seen.add(name);
  }
}

function invalidTools(server: string, problem: string): ClaudeActorsError {
  const message = `The MCP server ${server} has ${problem}`;
  return new ClaudeActorsError('InvalidOption', message, { option: 'mcpServers' });
}
