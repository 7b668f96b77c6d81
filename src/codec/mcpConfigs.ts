/** A permission policy for one tool of an MCP server. */
export type McpToolPolicy = {
  /** The tool's name, without the `mcp__server__` prefix. */
  name: string;
  /** Whether the tool runs without asking, only after asking, or never. */
  permission_policy?: 'always_allow' | 'always_ask' | 'always_deny';
  /** The most that an organization permits for this tool, whatever `permission_policy` says. */
  org_max_permission?: 'allow' | 'ask' | 'blocked';
};

type McpServerCommon = {
  /** How long one tool call may take, in milliseconds. */
  timeout?: number;
  /** Always show this server's tools to the model, instead of letting it search for them. */
  alwaysLoad?: boolean;
};

type McpRemoteCommon = McpServerCommon & {
  /** The server's address. */
  url: string;
  /** HTTP headers to send with each request, such as `Authorization`. */
  headers?: Record<string, string>;
  /** Permission policies for the server's tools. */
  tools?: McpToolPolicy[];
};

/** An MCP server that the CLI starts as a process and talks to over stdin and stdout. */
export type McpStdioServerConfig = McpServerCommon & {
  type?: 'stdio';
  /** The program to start. */
  command: string;
  /** Arguments for the program. */
  args?: string[];
  /** Environment variables for the program. */
  env?: Record<string, string>;
};

/** A remote MCP server that uses server-sent events. */
export type McpSSEServerConfig = McpRemoteCommon & { type: 'sse' };

/** A remote MCP server that uses streamable HTTP. */
export type McpHttpServerConfig = McpRemoteCommon & { type: 'http' };

/** An MCP server in your program, as the CLI knows it: without the server itself. */
export type McpSdkServerConfig = {
  type: 'sdk';
  /** The server's name. The CLI knows the server by its key in `mcpServers` instead. */
  name: string;
  /** How long one tool call may take, in milliseconds. */
  timeout?: number;
  /** Permission policies for the server's tools. */
  tools?: McpToolPolicy[];
};

/** An MCP server that the CLI starts or connects to itself. */
export type McpProcessServerConfig =
  | McpStdioServerConfig
  | McpSSEServerConfig
  | McpHttpServerConfig;

/** An MCP server configuration that can be written as JSON. */
export type McpServerConfigForProcessTransport = McpProcessServerConfig | McpSdkServerConfig;

/** An MCP server that claude.ai provides. */
export type McpClaudeAIProxyServerConfig = {
  type: 'claudeai-proxy';
  /** The server's address. */
  url: string;
  /** The server's id. */
  id: string;
  /** How long one tool call may take, in milliseconds. */
  timeout?: number;
};

/** The configuration of a server, as its status shows it. */
export type McpServerStatusConfig =
  | McpServerConfigForProcessTransport
  | McpClaudeAIProxyServerConfig;
