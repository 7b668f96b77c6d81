import type { ContextUsage } from './contextUsage.js';
import type {
  InitializeResponse,
  InterruptReceipt,
  McpResource,
  McpServerStatus,
  McpSetServersResult,
  ReadFile,
  ReloadedPlugins,
  RewindFilesResult,
  SlashCommand,
} from './controlAnswers.js';
import type { WireHookGroup } from './hookRegistrations.js';
import type { PermissionMode } from './permissions.js';
import type { UsageAnswer } from './usageAnswer.js';

export type { ContextUsage } from './contextUsage.js';
export type * from './controlAnswers.js';

/** The hooks of `initialize`, by event. */
export type HookMatchers = Record<string, WireHookGroup[]>;

export type InitializeFields = {
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
};

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
  claim_session: { request: Record<string, unknown>; response: unknown };
  stop_task: { request: { task_id: string }; response: unknown };
  get_context_usage: { request: { detail?: 'summary' | 'full' }; response: ContextUsage };
  get_usage: { request: { skip_behaviors?: true }; response: UsageAnswer };
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
  generate_session_title: { request: object; response: { title: string | null } };
  rename_session: { request: object; response: unknown };
  remote_control: { request: object; response: Record<string, unknown> };
  mcp_authenticate: { request: object; response: Record<string, unknown> };
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
