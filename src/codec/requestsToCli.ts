import type { WireHookGroup } from './hookRegistrations.js';
import type { PermissionMode } from './permissions.js';

/** A command that a prompt can start with. */
export interface SlashCommand {
  /** The name, without the slash. */
  name: string;
  /** What it does. */
  description: string;
  /** What may follow it, such as `<file>`. */
  argumentHint: string;
  /** Other names of the command. */
  aliases?: string[];
}

/** A model that you can choose. */
export interface ModelInfo {
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
  supportedEffortLevels?: string[];
  /** Whether it can decide for itself how much to think. */
  supportsAdaptiveThinking?: boolean;
  /** Whether it has the fast mode. */
  supportsFastMode?: boolean;
  /** Whether it works with the permission mode `auto`. */
  supportsAutoMode?: boolean;
}

/** A subagent that the model can start. */
export interface AgentInfo {
  /** Its type. */
  name: string;
  /** When the model should use it. */
  description: string;
  /** The model it runs on. */
  model?: string;
}

/** The account that the CLI is logged in to. */
export interface AccountInfo {
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
  /** Who serves the API: `firstParty`, `bedrock`, `vertex`, … */
  apiProvider?: string;
}

/** The hooks of `initialize`, by event. */
export type HookMatchers = Record<string, WireHookGroup[]>;

export interface InitializeFields {
  hooks?: HookMatchers | null;
  sdkMcpServers?: string[];
  agents?: Record<string, unknown>;
  systemPrompt?: string[];
  appendSystemPrompt?: string;
  jsonSchema?: Record<string, unknown>;
  title?: string;
  skills?: string[];
  promptSuggestions?: boolean;
  forwardSubagentText?: boolean;
  planModeInstructions?: string;
  excludeDynamicSections?: boolean;
  [field: string]: unknown;
}

/**
 * The CLI's answer to the handshake. Every field may be missing: older and newer CLIs send less or
 * more.
 */
export interface InitializeResponse {
  /** The slash commands. */
  commands?: SlashCommand[];
  /** The models you can choose. */
  models?: ModelInfo[];
  /** The subagents. */
  agents?: AgentInfo[];
  /** The account. */
  account?: AccountInfo;
  /** The output style in use. */
  output_style?: string;
  /** The output styles you can choose. */
  available_output_styles?: string[];
  /** The process id of the CLI. */
  pid?: number;
}

/** An MCP server and how its connection is doing. */
export interface McpServerStatus {
  /** The name it is configured under. */
  name: string;
  /** The state of the connection. */
  status: 'connected' | 'failed' | 'needs-auth' | 'pending' | 'disabled' | (string & {});
  /** What the server says about itself. */
  serverInfo?: { name: string; version: string };
  /** Why the connection failed. */
  error?: string;
  /** Where the server is configured. */
  scope?: string;
  /** The tools of the server. */
  tools?: { name: string; description?: string }[];
}

/** What `rewindFiles` did, or would do. */
export interface RewindFilesResult {
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
}

/** What fills the context window. */
export interface ContextUsage {
  /** The tokens by category. */
  categories: {
    /** The name of the category, such as `Messages`. */
    name: string;
    /** Its tokens. */
    tokens: number;
    /** The color in which the CLI displays it. */
    color?: string;
    /** True if it is loaded only when it is needed. */
    isDeferred?: boolean;
  }[];
  /** The tokens in use. */
  totalTokens: number;
  /** The size of the context window. */
  maxTokens: number;
  /** How much of it is in use, in percent. */
  percentage: number;
  /** The model. */
  model: string;
}

/** A file that the CLI has read for you. */
export interface ReadFile {
  /** The content, as text or base64. */
  contents: string;
  /** The absolute path. */
  absPath: string;
  /** True if the file is longer than `maxBytes`. */
  truncated?: boolean;
  /** Set if `contents` is base64. */
  encoding?: 'base64';
}

/** What is loaded after `reloadPlugins`. */
export interface ReloadedPlugins {
  /** The slash commands. */
  commands?: SlashCommand[];
  /** The subagents. */
  agents?: AgentInfo[];
  /** The plugins. */
  plugins?: { name: string; path: string; source?: string; version?: string }[];
  /** The MCP servers. */
  mcpServers?: McpServerStatus[];
  /** How many plugins failed to load. */
  error_count?: number;
  /**
   * True if nothing was applied because it would change the tools that the prompt cache depends on.
   */
  held?: boolean;
}

/** A resource of an MCP server. */
export interface McpResource {
  /** The parts of the resource: text, or base64 in `blob`. */
  contents: { uri: string; mimeType?: string; text?: string; blob?: string }[];
}

/** What `setMcpServers` changed. */
export interface McpSetServersResult {
  /** The servers that were added. */
  added: string[];
  /** The servers that were removed. */
  removed: string[];
  /** The servers that could not be added, with the reason. */
  errors: Record<string, string>;
}

/** What happens to waiting messages after an interrupt. Older CLIs send none. */
export interface InterruptReceipt {
  /** The messages that will still run, by uuid. */
  still_queued: string[];
  /** The messages that were cancelled, by uuid. */
  cancelled?: string[];
}

type NoFields = Record<never, never>;

/**
 * The control requests that we send: their fields and their answers.
 *
 * A new control request starts here: the compiler then names the other places that need it.
 */
export interface RequestsToCli {
  initialize: { request: InitializeFields; response: InitializeResponse };
  interrupt: {
    request: { cancel_queued?: boolean };
    response: Partial<InterruptReceipt> | undefined;
  };
  set_permission_mode: { request: { mode: PermissionMode }; response: { mode?: PermissionMode } };
  set_model: { request: { model?: string | null }; response: { model?: string } };
  set_max_thinking_tokens: {
    request: { max_thinking_tokens: number | null; thinking_display?: string | null };
    response: undefined;
  };
  rewind_files: {
    request: { user_message_id: string; dry_run?: boolean };
    response: RewindFilesResult;
  };
  mcp_status: { request: NoFields; response: { mcpServers: McpServerStatus[] } };
  mcp_reconnect: { request: { serverName: string }; response: unknown };
  mcp_toggle: { request: { serverName: string; enabled: boolean }; response: unknown };
  mcp_set_servers: {
    request: { servers: Record<string, unknown> };
    response: McpSetServersResult;
  };
  stop_task: { request: { task_id: string }; response: unknown };
  get_context_usage: { request: { detail?: 'summary' | 'full' }; response: ContextUsage };
  get_usage: { request: { skip_behaviors?: true }; response: unknown };
  apply_flag_settings: { request: { settings: object }; response: unknown };
  update_settings: { request: { source: string; settings: object }; response: unknown };
  set_mcp_permission_mode_override: {
    request: { serverName: string; mode: 'default' | 'auto' | null };
    response: { warning?: string };
  };
  mcp_read_resource: { request: { serverName: string; uri: string }; response: McpResource };
  mcp_message: { request: { server_name: string; message: object }; response: unknown };
  read_file: {
    request: { path: string; max_bytes?: number; encoding?: 'utf-8' | 'base64' };
    response: ReadFile;
  };
  reload_plugins: {
    request: {
      hold_on_cache_impact?: true;
      add_plugins?: readonly object[];
      refuse_if_busy?: true;
    };
    response: ReloadedPlugins;
  };
  reload_skills: {
    request: NoFields;
    response: {
      /** The skills that are loaded now. */
      skills: SlashCommand[];
    };
  };
  reload_output_styles: {
    request: NoFields;
    response: {
      /** The output styles you can choose now. */
      available_output_styles: string[];
    };
  };
  seed_read_state: { request: { path: string; mtime: number }; response: unknown };
  background_tasks: {
    request: { tool_use_id?: string };
    response: { backgrounded?: boolean } | undefined;
  };
}

export type ToCliSubtype = keyof RequestsToCli;
