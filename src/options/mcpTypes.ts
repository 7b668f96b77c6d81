import type { JsonRpcMessage } from '../codec/control.js';

/** What the host decides about one tool of a server. */
export interface McpToolPolicy {
  name: string;
  permission_policy?: 'always_allow' | 'always_ask' | 'always_deny';
  org_max_permission?: 'allow' | 'ask' | 'blocked';
}

interface McpServerCommon {
  /** Milliseconds for one tool call. */
  timeout?: number;
  /** Keep this server's tools in the prompt instead of behind tool search. */
  alwaysLoad?: boolean;
}

export interface McpStdioServerConfig extends McpServerCommon {
  type?: 'stdio';
  command: string;
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
}

export interface McpSSEServerConfig extends McpServerCommon {
  type: 'sse';
  url: string;
  headers?: Readonly<Record<string, string>>;
  tools?: readonly McpToolPolicy[];
}

export interface McpHttpServerConfig extends McpServerCommon {
  type: 'http';
  url: string;
  headers?: Readonly<Record<string, string>>;
  tools?: readonly McpToolPolicy[];
}

/** An `McpServer` of `@modelcontextprotocol/sdk`, or anything that connects to a transport. */
export interface McpServerInstance {
  connect(transport: object): Promise<void>;
  close?(): Promise<void>;
}

/** Serves MCP without the SDK: one message in, its response out, nothing for a notification. */
export type McpMessageHandler = (
  message: JsonRpcMessage,
  context: { signal: AbortSignal },
) => JsonRpcMessage | undefined | Promise<JsonRpcMessage | undefined>;

/** A server that lives in this program. It is known to the CLI by its key in `mcpServers`. */
export interface McpSdkServerConfig {
  type: 'sdk';
  name: string;
  instance: McpServerInstance | McpMessageHandler;
  /** Milliseconds for one tool call. */
  timeout?: number;
  tools?: readonly McpToolPolicy[];
}

export type McpProcessServerConfig =
  | McpStdioServerConfig
  | McpSSEServerConfig
  | McpHttpServerConfig;

export type McpServerConfig = McpProcessServerConfig | McpSdkServerConfig;
