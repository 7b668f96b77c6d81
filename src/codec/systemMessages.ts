import type { UUID } from 'node:crypto';
import type { AssistantMessageError } from './messages.js';
import type { NoticeMessage } from './noticeMessages.js';
import type { PermissionMode } from './permissions.js';
import type { FastModeDisabledReason, FastModeState } from './results.js';
import type {
  BackgroundTasksChangedMessage,
  TaskNotificationMessage,
  TaskProgressMessage,
  TaskStartedMessage,
  TaskUpdatedMessage,
} from './taskMessages.js';

/** What every system message carries. */
export type SystemBase<Subtype extends string> = {
  type: 'system';
  subtype: Subtype;
  /** The id of this message. */
  uuid: UUID;
  /** The conversation that this message belongs to. */
  session_id: string;
};

/** Where the credential for API requests came from. */
export type ApiKeySource =
  | 'ANTHROPIC_API_KEY'
  | 'apiKeyHelper'
  | '/login managed key'
  | 'none'
  | 'user'
  | 'project'
  | 'org'
  | 'temporary'
  | 'oauth';

/** What the CLI is busy with; null for nothing in particular. */
export type StatusName = 'compacting' | 'requesting' | null;

/**
 * Describes the session: tools, servers, model and version. The CLI sends it before every turn, not
 * once.
 */
export type InitMessage = SystemBase<'init'> & {
  /** The working directory. */
  cwd: string;
  /** The model that answers. */
  model: string;
  /** The tools that the model can call. */
  tools: string[];
  /** The MCP servers and whether they are connected. */
  mcp_servers: { name: string; status: string; source?: string }[];
  /** How tool calls are permitted. */
  permissionMode: PermissionMode;
  /** The commands that a prompt can start with. */
  slash_commands: string[];
  /** Where the API key came from. */
  apiKeySource: ApiKeySource;
  /** The version of the CLI. */
  claude_code_version: string;
  /** The output style in use. */
  output_style: string;
  /** The skills that are loaded. */
  skills: string[];
  /** The plugins that are loaded. */
  plugins: { name: string; path: string; version?: string }[];
  /** The subagents that the model can start. */
  agents?: string[];
  /** The beta features in use. */
  betas?: string[];
  /** What this CLI supports, by name. */
  capabilities?: string[];
  /** The messages that the turn answers, by the uuid they were sent with. */
  user_message_uuids?: string[];
  /** The commands among `slash_commands` that work only in a terminal. */
  terminal_slash_commands?: string[];
  /** The plugins that could not be loaded, with the reason. */
  plugin_errors?: {
    plugin: string;
    type: string;
    message: string;
    path?: string;
    managed_lock?: { plugin_enabled: boolean; name: string; marketplace?: string };
  }[];
  /** Whether the fast mode is on. */
  fast_mode_state?: FastModeState;
  /** Why the fast mode is not available. */
  fast_mode_disabled_reason?: FastModeDisabledReason;
  /** The effort level; null if the model has none. */
  effort?: ('low' | 'medium' | 'high' | 'xhigh' | 'max') | null;
  /** How the CLI shows the conversation. */
  view_mode?: 'focus' | 'default';
};

/** What the CLI is busy with. */
export type StatusMessage = SystemBase<'status'> & {
  /** The activity; null if there is none. */
  status: StatusName;
  /** How tool calls are permitted, if that changed. */
  permissionMode?: PermissionMode;
  /** How the compaction ended. */
  compact_result?: 'success' | 'failed';
  /** Why the compaction failed. */
  compact_error?: string;
};

/** The CLI became busy or idle, or waits for an answer. */
export type SessionStateChangedMessage = SystemBase<'session_state_changed'> & {
  /** The new state. */
  state: 'running' | 'requires_action' | 'idle';
};

/** A note of the CLI to the user. */
export type InformationalMessage = SystemBase<'informational'> & {
  /** The text. */
  content: string;
  /** How important it is. */
  level: 'info' | 'notice' | 'suggestion' | 'warning';
  /** The tool call that this is about. */
  tool_use_id?: string;
  /** True if the run stops after this message. */
  prevent_continuation?: boolean;
  /** A short name for what the note is about. */
  tag?: string;
};

/** An API request failed and will be sent again. */
export type ApiRetryMessage = SystemBase<'api_retry'> & {
  /** The number of this attempt. */
  attempt: number;
  /** How often the CLI tries again at most. */
  max_retries: number;
  /** Milliseconds until the next attempt. */
  retry_delay_ms: number;
  /** The HTTP status; null if there was no response. */
  error_status: number | null;
  /** What went wrong. */
  error: AssistantMessageError;
  /** Set if the API did not respond: how long the CLI waited, and waits now. */
  no_response?: { waited_ms: number; retry_wait_ms: number };
};

/** The conversation was compacted: what came before is now a summary. */
export type CompactBoundaryMessage = SystemBase<'compact_boundary'> & {
  /** Who asked for it, and the size of the conversation before and after, in tokens. */
  compact_metadata: {
    trigger: 'manual' | 'auto';
    pre_tokens: number;
    post_tokens?: number;
    duration_ms?: number;
    /** The messages that were kept: the first, the one they follow now, and the last. */
    preserved_segment?: { head_uuid: UUID; anchor_uuid: UUID; tail_uuid: UUID };
    /** The messages that were kept, one by one. */
    preserved_messages?: { anchor_uuid: UUID; uuids: UUID[] };
  };
};

type HookRunBase<Subtype extends string> = SystemBase<Subtype> & {
  /** The id of this run of the hook. */
  hook_id: string;
  /** The name of the hook. */
  hook_name: string;
  /** The event that it runs for. */
  hook_event: string;
};

/** A hook has started. Sent only with `includeHookEvents`. */
export type HookStartedMessage = HookRunBase<'hook_started'>;

/** A hook has written something. Sent only with `includeHookEvents`. */
export type HookProgressMessage = HookRunBase<'hook_progress'> & {
  /** What it wrote to stdout so far. */
  stdout: string;
  /** What it wrote to stderr so far. */
  stderr: string;
  /** Both together. */
  output: string;
};

/** A hook has ended. Sent only with `includeHookEvents`. */
export type HookResponseMessage = HookRunBase<'hook_response'> & {
  /** What it wrote to stdout so far. */
  stdout: string;
  /** What it wrote to stderr so far. */
  stderr: string;
  /** Both together. */
  output: string;
  /** Its exit code. */
  exit_code?: number;
  /** How it ended. */
  outcome: 'success' | 'error' | 'cancelled';
};

/** A tool call was denied. */
export type PermissionDeniedMessage = SystemBase<'permission_denied'> & {
  /** The tool. */
  tool_name: string;
  /** The tool call. */
  tool_use_id: string;
  /** What the model is told. */
  message: string;
  /** The subagent this comes from; absent on the main thread. */
  agent_id?: string;
  /** Why it was denied. */
  decision_reason?: string;
  /** What denied it: a rule, a mode, a hook, … */
  decision_reason_type?: string;
};

/** A notification for the user. */
export type NotificationMessage = SystemBase<'notification'> & {
  /** Identifies the notification; a later one with the same key replaces it. */
  key: string;
  /** The text. */
  text: string;
  /** How urgent it is. */
  priority: 'low' | 'medium' | 'high' | 'immediate';
  /** The color to show it in. */
  color?: string;
  /** How long to show it, in milliseconds. */
  timeout_ms?: number;
};

/** Files were uploaded. */
export type FilesPersistedMessage = SystemBase<'files_persisted'> & {
  /** The files, with their new ids. */
  files: { filename: string; file_id: string }[];
  /** The files that could not be uploaded, with the reason. */
  failed: { filename: string; error: string }[];
  /** When it was done, as an ISO date. */
  processed_at: string;
};

/** The output of a slash command that the CLI ran itself. */
export type LocalCommandOutputMessage = SystemBase<'local_command_output'> & {
  /** The output. */
  content: string;
};

/** How much the model has been thinking so far. */
export type ThinkingTokensMessage = SystemBase<'thinking_tokens'> & {
  /** Thinking tokens so far, estimated. */
  estimated_tokens: number;
  /** The tokens since the last of these messages. */
  estimated_tokens_delta: number;
  /** The message of yours that the model thinks about, by the uuid it was sent with. */
  user_message_uuid?: string;
};

/** The CLI is about to exit. */
export type WorkerShuttingDownMessage = SystemBase<'worker_shutting_down'> & {
  /** Why, as a short name such as `host_exit`. */
  reason: string;
};

/** A message about the session rather than the conversation. Narrow it by `subtype`. */
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
  | NoticeMessage;
