import type { Unlisted } from './openTypes.js';
import type { PermissionUpdate } from './permissions.js';

/** Values known today; a later CLI may send another string. */
type Open<Known extends string> = Known | (string & {});

/** The MCP server that serves a tool. Only `sdk` names one of this program's own. */
export interface McpServerProvenance {
  name: string;
  source: Open<'sdk' | 'plugin' | 'user' | 'project' | 'local' | 'dynamic' | 'managed'>;
}

export interface BackgroundTaskSummary {
  id: string;
  type: string;
  status: string;
  description: string;
  command?: string;
  agent_type?: string;
  server?: string;
  tool?: string;
  name?: string;
}

export interface SessionCronSummary {
  id: string;
  schedule: string;
  recurring: boolean;
  prompt: string;
}

/** What every hook input carries. */
export interface HookInputBase {
  session_id: string;
  transcript_path: string;
  cwd: string;
  /** Absent until the first prompt of the process. */
  prompt_id?: string;
  permission_mode?: string;
  /** Only inside a subagent: tells its calls from those of the main thread. */
  agent_id?: string;
  /** Inside a subagent, and on the main thread of a session started with an agent. */
  agent_type?: string;
  effort?: { level: string };
}

/** The events of a turn say the mode; those of the session's life do not. */
interface TurnFields {
  permission_mode?: string;
}

interface ToolFields {
  tool_name: string;
  tool_input: unknown;
  mcp_server?: McpServerProvenance;
}

interface StopFields extends TurnFields {
  /** True while the model goes on because an earlier stop was blocked. */
  stop_hook_active: boolean;
  last_assistant_message?: string;
  background_tasks?: BackgroundTaskSummary[];
  session_crons?: SessionCronSummary[];
}

interface ModelSwitchFields {
  from_model: string;
  to_model: string;
  /** As asked for; null for the default model. */
  requested_model: string | null;
  context_tokens: number;
  prompt_cache_warm: boolean;
  cache_ttl: Open<'5m' | '1h'>;
  estimated_cache_write_usd: number;
  pricing: Open<'configured' | 'catalog' | 'default'>;
}

interface TaskFields {
  task_id: string;
  task_subject: string;
  task_description?: string;
  teammate_name?: string;
  team_name?: string;
}

/** Required is what 2.1.197 and 2.1.325 always send. */
interface HookFields {
  PreToolUse: TurnFields & ToolFields & { tool_use_id: string };
  PostToolUse: TurnFields &
    ToolFields & { tool_use_id: string; tool_response: unknown; duration_ms?: number };
  PostToolUseFailure: TurnFields &
    ToolFields & {
      tool_use_id: string;
      error: string;
      is_interrupt?: boolean;
      duration_ms?: number;
    };
  /** Once all tool calls of one assistant message are done, before the next model request. */
  PostToolBatch: TurnFields & {
    tool_calls: {
      tool_name: string;
      tool_input: unknown;
      tool_use_id: string;
      tool_response?: unknown;
    }[];
  };
  Notification: { message: string; title?: string; notification_type: string };
  UserPromptSubmit: TurnFields & {
    prompt: string;
    source?: Open<'user' | 'sdk' | 'system' | 'loop_wakeup' | 'schedule_wakeup' | 'poll_event'>;
    session_title?: string;
  };
  UserPromptExpansion: TurnFields & {
    expansion_type: Open<'slash_command' | 'mcp_prompt'>;
    command_name: string;
    command_args: string;
    command_source?: string;
    prompt: string;
  };
  SessionStart: {
    source: Open<'startup' | 'resume' | 'clear' | 'compact' | 'fork'>;
    model?: string;
    session_title?: string;
    seconds_since_last_response?: number;
    context_tokens?: number;
    prompt_cache_likely_expired?: boolean;
    estimated_cache_write_usd?: number;
  };
  SessionEnd: { reason: Open<'clear' | 'resume' | 'logout' | 'prompt_input_exit' | 'other'> };
  Stop: StopFields;
  StopFailure: { error: string; error_details?: string; last_assistant_message?: string };
  SubagentStart: { agent_id: string; agent_type: string };
  SubagentStop: StopFields & {
    agent_id: string;
    agent_type: string;
    agent_transcript_path: string;
  };
  PreCompact: { trigger: Open<'manual' | 'auto'>; custom_instructions: string | null };
  PostCompact: { trigger: Open<'manual' | 'auto'>; compact_summary: string };
  PreModelSwitch: ModelSwitchFields & { source: Open<'command' | 'picker' | 'sdk'> };
  PostModelSwitch: ModelSwitchFields & {
    source: Open<'command' | 'picker' | 'sdk' | 'auto' | 'resume'>;
  };
  PermissionRequest: TurnFields & ToolFields & { permission_suggestions?: PermissionUpdate[] };
  PermissionDenied: ToolFields & { tool_use_id: string; reason: string };
  Setup: { trigger: Open<'init' | 'maintenance'> };
  TeammateIdle: { teammate_name: string; team_name: string };
  TaskCreated: TaskFields;
  TaskCompleted: TaskFields;
  Elicitation: {
    mcp_server_name: string;
    message: string;
    mode?: Open<'form' | 'url'>;
    url?: string;
    elicitation_id?: string;
    requested_schema?: Record<string, unknown>;
  };
  ElicitationResult: {
    mcp_server_name: string;
    elicitation_id?: string;
    mode?: Open<'form' | 'url'>;
    action: Open<'accept' | 'decline' | 'cancel'>;
    content?: Record<string, unknown>;
  };
  ConfigChange: {
    source: Open<
      'user_settings' | 'project_settings' | 'local_settings' | 'policy_settings' | 'skills'
    >;
    file_path?: string;
  };
  WorktreeCreate: { name: string };
  WorktreeRemove: { worktree_path: string };
  InstructionsLoaded: {
    file_path: string;
    memory_type: Open<'User' | 'Project' | 'Local' | 'Managed'>;
    load_reason: Open<
      'session_start' | 'nested_traversal' | 'path_glob_match' | 'include' | 'compact'
    >;
    globs?: string[];
    trigger_file_path?: string;
    parent_file_path?: string;
  };
  CwdChanged: { old_cwd: string; new_cwd: string };
  FileChanged: { file_path: string; event: Open<'change' | 'add' | 'unlink'> };
  DirectoryAdded: {
    directory: string;
    source: Open<'slash_command' | 'register_repo_root'>;
  };
  /** Each batch of lines of a streaming assistant message, as displayed. */
  MessageDisplay: {
    turn_id: string;
    message_id: string;
    index: number;
    final: boolean;
    delta: string;
  };
}

/** The events that the CLI is known to send. Others are passed on as well. */
export type HookEvent = keyof HookFields;

/** Each event's input. */
export type HookInputs = {
  [E in HookEvent]: HookInputBase & { hook_event_name: E } & HookFields[E];
};

/** An event that a newer CLI sends: its name is no known one, so comparing with one rules it out. */
export interface UnlistedHookInput extends HookInputBase {
  hook_event_name: Unlisted;
  [field: string]: unknown;
}

/** Narrow it by `hook_event_name`. */
export type HookInput = HookInputs[HookEvent] | UnlistedHookInput;
