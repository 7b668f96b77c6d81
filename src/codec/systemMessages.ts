import type { OpenString } from './blocks.js';
import type { Unlisted } from './openTypes.js';
import type { PermissionMode } from './permissions.js';

interface SystemBase<Subtype extends string> {
  type: 'system';
  subtype: Subtype;
  uuid: string;
  session_id: string;
}

/** Sent before every turn, not once. */
export interface InitMessage extends SystemBase<'init'> {
  cwd: string;
  model: string;
  tools: string[];
  mcp_servers: { name: string; status: string; source?: string }[];
  permissionMode: OpenString<PermissionMode>;
  slash_commands: string[];
  apiKeySource: string;
  claude_code_version: string;
  output_style: string;
  skills: string[];
  plugins: { name: string; path: string; version?: string }[];
  agents?: string[];
  betas?: string[];
  capabilities?: string[];
  user_message_uuids?: string[];
}

export interface StatusMessage extends SystemBase<'status'> {
  status: OpenString<'compacting' | 'requesting'> | null;
  permissionMode?: OpenString<PermissionMode>;
  compact_result?: 'success' | 'failed';
  compact_error?: string;
}

export interface SessionStateChangedMessage extends SystemBase<'session_state_changed'> {
  state: 'running' | 'requires_action' | 'idle';
}

export interface TaskUsage {
  total_tokens: number;
  tool_uses: number;
  duration_ms: number;
}

export interface TaskStartedMessage extends SystemBase<'task_started'> {
  task_id: string;
  tool_use_id?: string;
  description: string;
  task_type?: OpenString<'local_agent' | 'local_bash' | 'local_workflow'>;
  subagent_type?: string;
  is_backgrounded?: boolean;
  prompt?: string;
}

export interface TaskProgressMessage extends SystemBase<'task_progress'> {
  task_id: string;
  tool_use_id?: string;
  description: string;
  usage: TaskUsage;
  last_tool_name?: string;
  summary?: string;
}

export interface TaskUpdatedMessage extends SystemBase<'task_updated'> {
  task_id: string;
  patch: {
    status?: OpenString<
      'pending' | 'running' | 'completed' | 'failed' | 'stopped' | 'killed' | 'paused'
    >;
    description?: string;
    end_time?: number;
    error?: string;
    is_backgrounded?: boolean;
  };
}

export interface TaskNotificationMessage extends SystemBase<'task_notification'> {
  task_id: string;
  tool_use_id?: string;
  status: 'completed' | 'failed' | 'stopped';
  output_file: string;
  summary: string;
  usage?: TaskUsage;
}

/** Foreground subagents are absent from it: not to be relied on for tracking. */
export interface BackgroundTasksChangedMessage extends SystemBase<'background_tasks_changed'> {
  tasks: { task_id: string; task_type: string; description: string; subagent_type?: string }[];
}

export interface InformationalMessage extends SystemBase<'informational'> {
  content: string;
  level: OpenString<'info' | 'notice' | 'suggestion' | 'warning'>;
  tool_use_id?: string;
  prevent_continuation?: boolean;
}

export interface ApiRetryMessage extends SystemBase<'api_retry'> {
  attempt: number;
  max_retries: number;
  retry_delay_ms: number;
  error_status: number | null;
  error: string;
}

export interface CompactBoundaryMessage extends SystemBase<'compact_boundary'> {
  compact_metadata: { trigger: 'manual' | 'auto'; pre_tokens: number; post_tokens?: number };
}

interface HookRunBase<Subtype extends string> extends SystemBase<Subtype> {
  hook_id: string;
  hook_name: string;
  hook_event: string;
}

export type HookStartedMessage = HookRunBase<'hook_started'>;

export interface HookProgressMessage extends HookRunBase<'hook_progress'> {
  stdout: string;
  stderr: string;
  output: string;
}

export interface HookResponseMessage extends HookRunBase<'hook_response'> {
  stdout: string;
  stderr: string;
  output: string;
  exit_code?: number;
  outcome: 'success' | 'error' | 'cancelled';
}

export interface PermissionDeniedMessage extends SystemBase<'permission_denied'> {
  tool_name: string;
  tool_use_id: string;
  message: string;
  agent_id?: string;
  decision_reason?: string;
  decision_reason_type?: string;
}

export interface NotificationMessage extends SystemBase<'notification'> {
  key: string;
  text: string;
  priority: 'low' | 'medium' | 'high' | 'immediate';
}

export interface FilesPersistedMessage extends SystemBase<'files_persisted'> {
  files: { filename: string; file_id: string }[];
  failed: { filename: string; error: string }[];
  processed_at: string;
}

export interface LocalCommandOutputMessage extends SystemBase<'local_command_output'> {
  content: string;
}

export interface ThinkingTokensMessage extends SystemBase<'thinking_tokens'> {
  estimated_tokens: number;
  estimated_tokens_delta: number;
}

export interface WorkerShuttingDownMessage extends SystemBase<'worker_shutting_down'> {
  reason: string;
}

/** A system message of a subtype that this version does not list; read with `fieldOf`. */
export interface UnlistedSystemMessage {
  type: 'system';
  subtype: Unlisted;
  uuid?: string;
  session_id?: string;
}

export type SystemMessage =
  | InitMessage
  | StatusMessage
  | SessionStateChangedMessage
  | TaskStartedMessage
  | TaskProgressMessage
  | TaskUpdatedMessage
  | TaskNotificationMessage
  | BackgroundTasksChangedMessage
  | InformationalMessage
  | ApiRetryMessage
  | CompactBoundaryMessage
  | HookStartedMessage
  | HookProgressMessage
  | HookResponseMessage
  | PermissionDeniedMessage
  | NotificationMessage
  | FilesPersistedMessage
  | LocalCommandOutputMessage
  | ThinkingTokensMessage
  | WorkerShuttingDownMessage
  | UnlistedSystemMessage;
