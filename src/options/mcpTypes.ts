import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { JsonRpcMessage } from '../codec/control.js';
import type { McpProcessServerConfig, McpSdkServerConfig } from '../codec/mcpConfigs.js';

export type {
  McpHttpServerConfig,
  McpProcessServerConfig,
  McpSdkServerConfig,
  McpSSEServerConfig,
  McpStdioServerConfig,
} from '../codec/mcpConfigs.js';

/** An `McpServer` of `@modelcontextprotocol/sdk`, or anything else that connects to a transport. */
export interface McpServerInstance {
  /** Starts serving on a transport. Called once per session. */
  connect(transport: object): Promise<void>;
  /** Stops serving. Called when the session ends. */
  close?(): Promise<void>;
}

/**
 * An MCP server without the MCP package: gets each JSON-RPC message and returns the response, or
 * undefined for a notification. The signal aborts when the CLI cancels the call or the session ends.
 */
export type McpMessageHandler = (
  message: JsonRpcMessage,
  context: { signal: AbortSignal },
) => JsonRpcMessage | undefined | Promise<JsonRpcMessage | undefined>;

/** An MCP server in this program. `createSdkMcpServer()` returns one. */
export type McpSdkServerConfigWithInstance = McpSdkServerConfig & {
  /** The server itself. */
  instance: McpServer;
};

/** An MCP server in this program that is no `McpServer`. */
export type McpCustomServerConfig = McpSdkServerConfig & {
  /** The server itself, or a function that answers its messages. */
  instance: McpServerInstance | McpMessageHandler;
};

/** An MCP server: a process, a remote server, or one in this program. */
export type McpServerConfig = McpProcessServerConfig | McpSdkServerConfigWithInstance;

/** The servers of `mcpServers`, by name. */
export type McpServers = Record<string, McpServerConfig | McpCustomServerConfig>;
