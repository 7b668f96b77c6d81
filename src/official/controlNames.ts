import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { HookEvent, HookInput, McpServerProvenance } from '../codec/hooks.js';
import type { McpServerConfigForProcessTransport, McpToolPolicy } from '../codec/mcpConfigs.js';
import type { Message } from '../codec/messages.js';
import type { PermissionBehavior, PermissionMode, PermissionUpdate } from '../codec/permissions.js';
import type { ActiveGoalMessage, KeepAliveMessage } from '../codec/wireMessages.js';
import type { AgentDefinition } from '../options/agentTypes.js';
import type { PluginConfig } from '../options/toolOptions.js';

// The official SDK's types of the control protocol, for programs that implement a transport.

type Data = Record<string, unknown>;
type Plain<Subtype extends string> = { subtype: Subtype };

type InitializeRequest = {
  subtype: 'initialize';
  hooks?: Partial<
    Record<
      HookEvent,
      {
        matcher?: string;
        hookCallbackIds: string[];
        timeout?: number;
        onFailure?: 'continue' | 'block';
      }[]
    >
  >;
  sdkMcpServers?: string[];
  sdkMcpServerConfigs?: Record<string, { timeout?: number; tools?: McpToolPolicy[] }>;
  sdkMcpServerManifests?: Record<string, { initializeResult: Data; toolsListResult?: Data }>;
  sdkMcpServerManifestsOrigin?: 'host_per_send';
  jsonSchema?: Data;
  systemPrompt?: string[];
  appendSystemPrompt?: string;
  systemPromptSnapshot?: boolean;
  planModeInstructions?: string;
  toolAliases?: Record<string, string>;
  excludeDynamicSections?: boolean;
  agents?: Record<string, AgentDefinition>;
  title?: string;
  skills?: string[];
  promptSuggestions?: boolean;
  agentProgressSummaries?: boolean;
  forwardSubagentText?: boolean;
  supportedDialogKinds?: string[];
  perTaskStopAffordance?: boolean;
  plugins?: PluginConfig[];
};

type PermissionRequest = {
  subtype: 'can_use_tool';
  tool_name: string;
  tool_use_id: string;
  input: Data;
  mcp_server?: McpServerProvenance;
  permission_suggestions?: PermissionUpdate[];
  blocked_path?: string;
  decision_reason?: string;
  decision_reason_type?:
    | ('rule' | 'mode' | 'subcommandResults' | 'permissionPromptTool' | 'hook' | 'asyncAgent')
    | ('sandboxOverride' | 'workingDir' | 'safetyCheck' | 'classifier' | 'other');
  classifier_approvable?: boolean;
  suppress_always_allow_rule?: boolean;
  default_to_no?: boolean;
  matched_ask_rule?: { source: string; tool_name: string; rule_content?: string };
  title?: string;
  display_name?: string;
  description?: string;
  agent_id?: string;
  requires_user_interaction?: boolean;
};

type ElicitationRequest = {
  subtype: 'elicitation';
  mcp_server_name: string;
  message: string;
  mode?: 'form' | 'url';
  url?: string;
  elicitation_id?: string;
  requested_schema?: Data;
  property_order?: string[];
  title?: string;
  display_name?: string;
  description?: string;
};

type McpCallRequest = {
  subtype: 'mcp_call';
  tool: string;
  arguments?: Data;
  expires_at?: string;
  timeout_ms?: number;
  result_not_for_model?: boolean;
  check_permissions?: boolean;
  input_files?: { name: string; lane_path: string }[];
  output_files?: { name: string; lane_path: string; if_match?: string }[];
};

type Request =
  | InitializeRequest
  | PermissionRequest
  | ElicitationRequest
  | McpCallRequest
  | Plain<'get_session_cost'>
  | Plain<'list_models'>
  | Plain<'get_binary_version'>
  | Plain<'reload_skills'>
  | Plain<'reload_output_styles'>
  | Plain<'get_settings'>
  | Plain<'get_hooks_listing'>
  | Plain<'list_permission_rules'>
  | { subtype: 'interrupt'; cancel_queued?: boolean }
  | { subtype: 'set_permission_mode'; mode: PermissionMode }
  | { subtype: 'set_model'; model?: string | null }
  | {
      subtype: 'set_max_thinking_tokens';
      max_thinking_tokens?: number | null;
      thinking_display?: 'summarized' | 'omitted' | 'highlights' | null;
    }
  | { subtype: 'rename_session'; title: string; source?: 'remote' | 'host'; session_id?: string }
  | { subtype: 'set_color'; color: string }
  | { subtype: 'mcp_status'; liveReply?: boolean }
  | { subtype: 'get_context_usage'; detail?: 'summary' | 'full' }
  | { subtype: 'get_usage'; skip_behaviors?: boolean }
  | { subtype: 'file_suggestions'; query: string }
  | { subtype: 'hook_callback'; callback_id: string; input: HookInput; tool_use_id?: string }
  | { subtype: 'mcp_message'; server_name: string; message: JSONRPCMessage }
  | { subtype: 'rewind_files'; user_message_id: string; dry_run?: boolean }
  | { subtype: 'cancel_async_message'; message_uuid: string }
  | { subtype: 'read_file'; path: string; max_bytes?: number; encoding?: 'utf-8' | 'base64' }
  | { subtype: 'seed_read_state'; path: string; mtime: number }
  | { subtype: 'mcp_set_servers'; servers: Record<string, McpServerConfigForProcessTransport> }
  | {
      subtype: 'register_repo_root';
      directory: string;
      reload_claude_md?: boolean;
      reload_plugins?: boolean;
      reload_skills?: boolean;
    }
  | {
      subtype: 'reload_plugins';
      hold_on_cache_impact?: boolean;
      add_plugins?: PluginConfig[];
      refuse_if_busy?: boolean;
    }
  | { subtype: 'mcp_reconnect'; serverName: string }
  | { subtype: 'mcp_toggle'; serverName: string; enabled: boolean }
  | { subtype: 'mcp_read_resource'; serverName: string; uri: string }
  | { subtype: 'set_has_subscribers'; has_subscribers: boolean | null }
  | { subtype: 'stop_task'; task_id: string }
  | { subtype: 'background_tasks'; tool_use_id?: string }
  | { subtype: 'get_task_output'; task_id: string }
  | { subtype: 'apply_flag_settings'; settings: Data }
  | { subtype: 'update_settings'; source: 'localSettings' | 'userSettings'; settings: Data }
  | { subtype: 'request_user_dialog'; dialog_kind: string; payload: Data; tool_use_id?: string };

/** A control request, in either direction. */
export type SDKControlRequest = {
  type: 'control_request';
  /** The id; the answer repeats it. */
  request_id: string;
  /** What is requested. */
  request: Request;
};

type Pending = {
  request_id: string;
  pending_permission_requests?: SDKControlRequest[];
  pending_user_dialog_requests?: SDKControlRequest[];
  pending_elicitation_requests?: SDKControlRequest[];
};

/** The answer to a control request. */
export type SDKControlResponse = {
  type: 'control_response';
  /** The answer itself. */
  response:
    | (Pending & { subtype: 'success'; response?: Data })
    | (Pending & { subtype: 'error'; error: string });
};

/** A problem in a settings file. */
export type SDKSettingsParseError = {
  /** The file. */
  file?: string;
  /** The setting. */
  path: string;
  /** What is wrong. */
  message: string;
};

/** A permission rule in words: the part in the middle is to be emphasized. */
export type SDKPermissionRuleDescription = {
  /** The beginning. */
  prefix: string;
  /** The part to emphasize. */
  emphasis?: string;
  /** The end. */
  suffix?: string;
};

/** A permission rule that applies to the session. */
export type SDKPermissionRuleEntry = {
  /** What it does. */
  behavior: PermissionBehavior;
  /** Where it comes from. */
  source:
    | ('userSettings' | 'projectSettings' | 'localSettings' | 'flagSettings' | 'policySettings')
    | ('cliArg' | 'command' | 'session' | 'mcpMount' | 'toolsNarrowing' | 'mcpServerPolicy')
    | 'hostCredential';
  /** The rule as it is written. */
  rule: string;
  /** The rule in words. */
  description?: SDKPermissionRuleDescription;
  /** Whether and where it can be changed. */
  editability: 'persistent' | 'session' | 'readonly';
  /** True if something else makes it void. */
  notInEffect?: boolean;
};

/** A directory that Claude may work in. */
export type SDKPermissionWorkspaceDirectory = {
  /** The directory. */
  path: string;
  /** Where it comes from. */
  source: string;
};

/** The permission rules of a session. */
export type SDKControlPermissionRulesState = {
  /** The rules. */
  rules: SDKPermissionRuleEntry[];
  /** The directories that Claude may work in. */
  workspaceDirectories: SDKPermissionWorkspaceDirectory[];
  /** The working directory at the start. */
  originalCwd: string;
  /** Whether only rules of a managed policy apply. */
  managedOnly: boolean;
  /** Problems in the settings files. */
  errors?: SDKSettingsParseError[];
  /** True if the rules are not shown. */
  withheld?: boolean;
};

/** The answer to the control request `list_permission_rules`. */
export type SDKControlListPermissionRulesResponse = {
  /** The rules. */
  state: SDKControlPermissionRulesState;
};

/** What a transport reads. */
type TransportMessage =
  | Message
  | ActiveGoalMessage
  | SDKControlRequest
  | SDKControlResponse
  | { type: 'control_cancel_request'; request_id: string }
  | Pick<KeepAliveMessage, 'type'>;

/** A way to talk to the CLI, as the official SDK types it. Here, pass a `port`. */
export interface Transport {
  /** Writes a line. */
  write(data: string): void | Promise<void>;
  /** Closes the connection. */
  close(): void;
  /** Whether lines can be written. */
  isReady(): boolean;
  /** Reads messages until the connection is closed. */
  readMessages(): AsyncGenerator<TransportMessage, void, unknown>;
  /** Announces that an answer will come. */
  expectControlResponse?(requestId: string): void;
  /** Marks a message as delivered. */
  markDelivered?(message: object): void;
  /** Ends the input. */
  endInput(): void;
  /** Resolves when the process has exited. */
  waitForExit?(): Promise<void>;
  [Symbol.dispose]?(): void;
}
