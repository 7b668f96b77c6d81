import type { WireHookGroup } from './hookRegistrations.js';
import type { PermissionMode } from './permissions.js';

export interface SlashCommand {
  name: string;
  description: string;
  argumentHint: string;
  aliases?: string[];
}

export interface ModelInfo {
  value: string;
  displayName: string;
  description: string;
  resolvedModel?: string;
  supportsEffort?: boolean;
  supportedEffortLevels?: string[];
  supportsAdaptiveThinking?: boolean;
  supportsFastMode?: boolean;
  supportsAutoMode?: boolean;
}

export interface AgentInfo {
  name: string;
  description: string;
  model?: string;
}

export interface AccountInfo {
  email?: string;
  organization?: string;
  subscriptionType?: string;
  tokenSource?: string;
  apiKeySource?: string;
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

/** Every part may be missing: an older or a newer CLI sends less or more. */
export interface InitializeResponse {
  commands?: SlashCommand[];
  models?: ModelInfo[];
  agents?: AgentInfo[];
  account?: AccountInfo;
  output_style?: string;
  available_output_styles?: string[];
  pid?: number;
}

export interface McpServerStatus {
  name: string;
  status: 'connected' | 'failed' | 'needs-auth' | 'pending' | 'disabled' | (string & {});
  serverInfo?: { name: string; version: string };
  error?: string;
  scope?: string;
  tools?: { name: string; description?: string }[];
}

export interface RewindFilesResult {
  canRewind: boolean;
  error?: string;
  filesChanged?: string[];
  insertions?: number;
  deletions?: number;
  skippedLinks?: number;
}

export interface ContextUsage {
  categories: { name: string; tokens: number; color?: string; isDeferred?: boolean }[];
  totalTokens: number;
  maxTokens: number;
  percentage: number;
  model: string;
}

export interface ReadFile {
  contents: string;
  absPath: string;
  truncated?: boolean;
  encoding?: 'base64';
}

export interface ReloadedPlugins {
  commands?: SlashCommand[];
  agents?: AgentInfo[];
  plugins?: { name: string; path: string; source?: string; version?: string }[];
  mcpServers?: McpServerStatus[];
  error_count?: number;
  /** Nothing was applied, because it would change the tools that the prompt cache depends on. */
  held?: boolean;
}

export interface McpResource {
  contents: { uri: string; mimeType?: string; text?: string; blob?: string }[];
}

export interface McpSetServersResult {
  added: string[];
  removed: string[];
  errors: Record<string, string>;
}

export interface InterruptReceipt {
  /** Messages that wait and will still run. */
  still_queued: string[];
  cancelled?: string[];
}

type NoFields = Record<never, never>;

/** Control requests that we send: what goes in, and what comes back. */
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
  reload_skills: { request: NoFields; response: { skills: SlashCommand[] } };
  reload_output_styles: { request: NoFields; response: { available_output_styles: string[] } };
  seed_read_state: { request: { path: string; mtime: number }; response: unknown };
  background_tasks: {
    request: { tool_use_id?: string };
    response: { backgrounded?: boolean } | undefined;
  };
}

export type ToCliSubtype = keyof RequestsToCli;
