import type { McpServerStatusConfig } from './mcpConfigs.js';
import type { FastModeDisabledReason, FastModeState } from './results.js';

// What the CLI answers to control requests.

/** A command that a prompt can start with. */
export type SlashCommand = {
  /** The name, without the slash. */
  name: string;
  /** What it does. */
  description: string;
  /** What may follow it, such as `<file>`. */
  argumentHint: string;
  /** Other names of the command. */
  aliases?: string[];
  /** Whether the command is part of the CLI. */
  builtin?: boolean;
};

/** A model that you can choose. */
export type ModelInfo = {
  /** What to pass as `model`. */
  value: string;
  /** The name for display. */
  displayName: string;
  /** What it is good for. */
  description: string;
  /** The full model id that `value` stands for. */
  resolvedModel?: string;
  /** Whether it has effort levels. */
  supportsEffort?: boolean;
  /** Its effort levels. */
  supportedEffortLevels?: ('low' | 'medium' | 'high' | 'xhigh' | 'max')[];
  /** Whether it can decide for itself how much to think. */
  supportsAdaptiveThinking?: boolean;
  /** Whether it has the fast mode. */
  supportsFastMode?: boolean;
  /** Whether it works with the permission mode `auto`. */
  supportsAutoMode?: boolean;
};

/** A subagent that the model can start. */
export type AgentInfo = {
  /** Its type. */
  name: string;
  /** When the model should use it. */
  description: string;
  /** The model it runs on. */
  model?: string;
};

/** The account that the CLI is logged in to. */
export type AccountInfo = {
  /** The email address. */
  email?: string;
  /** The organization. */
  organization?: string;
  /** The plan. */
  subscriptionType?: string;
  /** Where the login token came from. */
  tokenSource?: string;
  /** Where the API key came from. */
  apiKeySource?: string;
  /** Who serves the API. */
  apiProvider?:
    | 'firstParty'
    | 'bedrock'
    | 'vertex'
    | 'foundry'
    | 'anthropicAws'
    | 'anthropicGoogleCloud'
    | 'mantle'
    | 'gateway';
};

/**
 * The CLI's answer to the handshake. A field may still be missing: 2.1.197 sends less than newer
 * CLIs.
 */
export type InitializeResponse = {
  /** The slash commands. */
  commands: SlashCommand[];
  /** The models you can choose. */
  models: ModelInfo[];
  /** The subagents. */
  agents: AgentInfo[];
  /** The account. */
  account: AccountInfo;
  /** The output style in use. */
  output_style: string;
  /** The output styles you can choose. */
  available_output_styles: string[];
  /** The process id of the CLI. */
  pid?: number;
  /** Whether the CLI took the hooks. */
  hooks_applied?: boolean;
  /** Whether the CLI knows `onFailure` of hooks. */
  hook_on_failure_supported?: boolean;
  /** Whether the CLI took the plugins. */
  plugins_applied?: boolean;
  /** What became of the descriptions of MCP servers that were sent along, by server. */
  sdk_mcp_manifests_parked?: Record<
    string,
    'parked' | 'already_connected' | 'protocol_version_mismatch' | 'malformed' | 'not_honoured'
  >;
  /** The version of the CLI. */
  claude_code_version?: string;
  /** Whether the fast mode is on. */
  fast_mode_state?: FastModeState;
  /** Why the fast mode is not available. */
  fast_mode_disabled_reason?: FastModeDisabledReason;
};

/** An MCP server and how its connection is doing. */
export type McpServerStatus = {
  /** The name it is configured under. */
  name: string;
  /** The state of the connection. */
  status: 'connected' | 'failed' | 'needs-auth' | 'pending' | 'disabled';
  /** What the server says about itself. */
  serverInfo?: { name: string; version: string };
  /** Why the connection failed. */
  error?: string;
  /** Where the server is configured. */
  scope?: string;
  /** The configuration of the server. */
  config?: McpServerStatusConfig;
  /** Who configured the server, such as `sdk` or `plugin`. */
  source?: string;
  /** The tools of the server. */
  tools?: {
    name: string;
    description?: string;
    annotations?: { readOnly?: boolean; destructive?: boolean; openWorld?: boolean };
    _meta?: Record<string, unknown>;
  }[];
};

/** What `rewindFiles` did, or would do. */
export type RewindFilesResult = {
  /** Whether it is possible. */
  canRewind: boolean;
  /** Why it is not. */
  error?: string;
  /** The files that change. */
  filesChanged?: string[];
  /** Lines that come back. */
  insertions?: number;
  /** Lines that go. */
  deletions?: number;
  /** How many files were skipped because they are links. */
  skippedLinks?: number;
};

/** A file that the CLI has read for you. */
export type ReadFile = {
  /** The content, as text or base64. */
  contents: string;
  /** The absolute path. */
  absPath: string;
  /** True if the file is longer than `maxBytes`. */
  truncated?: boolean;
  /** Set if `contents` is base64. */
  encoding?: 'base64';
  /** True if `contents` is text and some bytes were none. */
  lossy?: boolean;
};

/** What is loaded after `reloadPlugins`. */
export type ReloadedPlugins = {
  /** The slash commands. */
  commands: SlashCommand[];
  /** The subagents. */
  agents: AgentInfo[];
  /** The plugins. */
  plugins: { name: string; path: string; source?: string; version?: string }[];
  /** The MCP servers. */
  mcpServers: McpServerStatus[];
  /** How many plugins failed to load. */
  error_count: number;
  /**
   * True if nothing was applied because it would change the tools that the prompt cache depends on.
   */
  held?: boolean;
  /** What applying it would change, if it was held back. */
  cache_impact?: {
    mcp_servers_added: string[];
    mcp_servers_removed: string[];
    lsp_tool_change: 'adds' | 'may-add' | 'removes' | 'may-remove' | null;
  };
};

/** A resource of an MCP server. */
export type McpResource = {
  /** The parts of the resource: text, or base64 in `blob`. */
  contents: {
    uri: string;
    mimeType?: string;
    text?: string;
    blob?: string;
    _meta?: Record<string, unknown>;
  }[];
};

/** What `setMcpServers` changed. */
export type McpSetServersResult = {
  /** The servers that were added. */
  added: string[];
  /** The servers that were removed. */
  removed: string[];
  /** The servers that could not be added, with the reason. */
  errors: Record<string, string>;
};

/** What happens to waiting messages after an interrupt. Older CLIs send none. */
export type InterruptReceipt = {
  /** The messages that will still run, by uuid. */
  still_queued: string[];
  /** The messages that were cancelled, by uuid. */
  cancelled?: string[];
};
