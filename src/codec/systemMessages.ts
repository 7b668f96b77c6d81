import type { OpenString, Unlisted } from './openTypes.js';
import type { PermissionMode } from './permissions.js';
import type {
  BackgroundTasksChangedMessage,
  TaskNotificationMessage,
  TaskProgressMessage,
  TaskStartedMessage,
  TaskUpdatedMessage,
} from './taskMessages.js';

/** What every system message carries. */
export interface SystemBase<Subtype extends string> {
  type: 'system';
  subtype: Subtype;
  /** The id of this message. */
  uuid: string;
  /** The conversation that this message belongs to. */
  session_id: string;
}

/**
 * Describes the session: tools, servers, model and version. The CLI sends it before every turn, not
 * once.
 */
export interface InitMessage extends SystemBase<'init'> {
  /** The working directory. */
  cwd: string;
  /** The model that answers. */
  model: string;
  /** The tools that the model can call. */
  tools: string[];
  /** The MCP servers and whether they are connected. */
  mcp_servers: { name: string; status: string; source?: string }[];
  /** How tool calls are permitted. */
  permissionMode: OpenString<PermissionMode>;
  /** The commands that a prompt can start with. */
  slash_commands: string[];
  /** Where the API key came from. */
  apiKeySource: string;
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
}

/** What the CLI is busy with. */
export interface StatusMessage extends SystemBase<'status'> {
  /** The activity; null if there is none. */
  status: OpenString<'compacting' | 'requesting'> | null;
  /** How tool calls are permitted, if that changed. */
  permissionMode?: OpenString<PermissionMode>;
  /** How the compaction ended. */
  compact_result?: 'success' | 'failed';
  /** Why the compaction failed. */
  compact_error?: string;
}

/** The CLI became busy or idle, or waits for an answer. */
export interface SessionStateChangedMessage extends SystemBase<'session_state_changed'> {
  /** The new state. */
  state: 'running' | 'requires_action' | 'idle';
}

/** A note of the CLI to the user. */
export interface InformationalMessage extends SystemBase<'informational'> {
  /** The text. */
  content: string;
  /** How important it is. */
  level: OpenString<'info' | 'notice' | 'suggestion' | 'warning'>;
  /** The tool call that this is about. */
  tool_use_id?: string;
  /** True if the run stops after this message. */
  prevent_continuation?: boolean;
}

/** An API request failed and will be sent again. */
export interface ApiRetryMessage extends SystemBase<'api_retry'> {
  /** The number of this attempt. */
  attempt: number;
  /** How often the CLI tries again at most. */
  max_retries: number;
  /** Milliseconds until the next attempt. */
  retry_delay_ms: number;
  /** The HTTP status; null if there was no response. */
  error_status: number | null;
  /** What went wrong. */
  error: string;
}

/** The conversation was compacted: what came before is now a summary. */
export interface CompactBoundaryMessage extends SystemBase<'compact_boundary'> {
  /** Who asked for it, and the size of the conversation before and after, in tokens. */
  compact_metadata: { trigger: 'manual' | 'auto'; pre_tokens: number; post_tokens?: number };
}

interface HookRunBase<Subtype extends string> extends SystemBase<Subtype> {
  /** The id of this run of the hook. */
  hook_id: string;
  /** The name of the hook. */
  hook_name: string;
  /** The event that it runs for. */
  hook_event: string;
}

/** A hook has started. Sent only with `includeHookEvents`. */
export type HookStartedMessage = HookRunBase<'hook_started'>;

/** A hook has written something. Sent only with `includeHookEvents`. */
export interface HookProgressMessage extends HookRunBase<'hook_progress'> {
  /** What it wrote to stdout so far. */
  stdout: string;
  /** What it wrote to stderr so far. */
  stderr: string;
  /** Both together. */
  output: string;
}

/** A hook has ended. Sent only with `includeHookEvents`. */
export interface HookResponseMessage extends HookRunBase<'hook_response'> {
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
}

/** A tool call was denied. */
export interface PermissionDeniedMessage extends SystemBase<'permission_denied'> {
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
}

/** A notification for the user. */
export interface NotificationMessage extends SystemBase<'notification'> {
  /** Identifies the notification; a later one with the same key replaces it. */
  key: string;
  /** The text. */
  text: string;
  /** How urgent it is. */
  priority: 'low' | 'medium' | 'high' | 'immediate';
}

/** Files were uploaded. */
export interface FilesPersistedMessage extends SystemBase<'files_persisted'> {
  /** The files, with their new ids. */
  files: { filename: string; file_id: string }[];
  /** The files that could not be uploaded, with the reason. */
  failed: { filename: string; error: string }[];
  /** When it was done, as an ISO date. */
  processed_at: string;
}

/** The output of a slash command that the CLI ran itself. */
export interface LocalCommandOutputMessage extends SystemBase<'local_command_output'> {
  /** The output. */
  content: string;
}

/** How much the model has been thinking so far. */
export interface ThinkingTokensMessage extends SystemBase<'thinking_tokens'> {
  /** Thinking tokens so far, estimated. */
  estimated_tokens: number;
  /** The tokens since the last of these messages. */
  estimated_tokens_delta: number;
}

/** The CLI is about to exit. */
export interface WorkerShuttingDownMessage extends SystemBase<'worker_shutting_down'> {
  /** Why, as a short name such as `host_exit`. */
  reason: string;
}

/**
 * A system message with a subtype that this version does not list. Read its fields with `fieldOf`.
 */
export interface UnlistedSystemMessage {
  type: 'system';
  subtype: Unlisted;
  /** The id of this message. */
  uuid?: string;
  /** The conversation that this message belongs to. */
  session_id?: string;
}

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
  | UnlistedSystemMessage;
