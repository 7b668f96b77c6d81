import type { JsonRpcMessage } from '../codec/control.js';

/** A permission policy for one tool of an MCP server. */
export interface McpToolPolicy {
  /** The tool's name, without the `mcp__server__` prefix. */
  name: string;
  /** Whether the tool runs without asking, only after asking, or never. */
  permission_policy?: 'always_allow' | 'always_ask' | 'always_deny';
  /** The most that an organization permits for this tool, whatever `permission_policy` says. */
  org_max_permission?: 'allow' | 'ask' | 'blocked';
}

interface McpServerCommon {
  /** How long one tool call may take, in milliseconds. */
  timeout?: number;
  /** Always show this server's tools to the model, instead of letting it search for them. */
  alwaysLoad?: boolean;
}

/** An MCP server that the CLI starts as a process and talks to over stdin and stdout. */
export interface McpStdioServerConfig extends McpServerCommon {
  type?: 'stdio';
  /** The program to start. */
  command: string;
  /** Arguments for the program. */
  args?: readonly string[];
  /** Environment variables for the program. */
  env?: Readonly<Record<string, string>>;
}

/** A remote MCP server that uses server-sent events. */
export interface McpSSEServerConfig extends McpServerCommon {
  type: 'sse';
  /** The server's address. */
  url: string;
  /** HTTP headers to send with each request, such as `Authorization`. */
  headers?: Readonly<Record<string, string>>;
  /** Permission policies for the server's tools. */
  tools?: readonly McpToolPolicy[];
}

/** A remote MCP server that uses streamable HTTP. */
export interface McpHttpServerConfig extends McpServerCommon {
  type: 'http';
  /** The server's address. */
  url: string;
  /** HTTP headers to send with each request, such as `Authorization`. */
  headers?: Readonly<Record<string, string>>;
  /** Permission policies for the server's tools. */
  tools?: readonly McpToolPolicy[];
}

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
export interface McpSdkServerConfig {
  type: 'sdk';
  /** The server's name. The CLI knows the server by its key in `mcpServers` instead. */
  name: string;
  /** The server itself, or a function that answers its messages. */
  instance: McpServerInstance | McpMessageHandler;
  /** How long one tool call may take, in milliseconds. */
  timeout?: number;
  /** Permission policies for the server's tools. */
  tools?: readonly McpToolPolicy[];
}

/** An MCP server that the CLI starts or connects to itself. */
export type McpProcessServerConfig =
  | McpStdioServerConfig
  | McpSSEServerConfig
  | McpHttpServerConfig;

/** An MCP server: a process, a remote server, or one in this program. */
export type McpServerConfig = McpProcessServerConfig | McpSdkServerConfig;
