import type { ApiMessage, OpenString, UserContent } from './blocks.js';
import type { Unlisted } from './openTypes.js';
import type { Origin, ResultMessage } from './results.js';
import type { StreamEvent } from './streamEvents.js';
import type { SystemMessage } from './systemMessages.js';

export interface AssistantMessage {
  type: 'assistant';
  message: ApiMessage;
  parent_tool_use_id: string | null;
  uuid: string;
  session_id: string;
  /** Set where the API failed and the text is the failure's. */
  error?: OpenString<
    | 'authentication_failed'
    | 'billing_error'
    | 'rate_limit'
    | 'overloaded'
    | 'invalid_request'
    | 'model_not_found'
    | 'server_error'
    | 'max_output_tokens'
    | 'unknown'
  >;
  aborted?: boolean;
  agent_id?: string;
  subagent_type?: string;
  task_description?: string;
  timestamp?: string;
  user_message_uuids?: string[];
}

/** A user's message as the CLI reports it: a tool's result, a replay, an interrupt's notice. */
export interface UserMessage {
  type: 'user';
  message: { role: 'user'; content: UserContent };
  parent_tool_use_id: string | null;
  uuid?: string;
  session_id?: string;
  timestamp?: string;
  isReplay?: boolean;
  isSynthetic?: boolean;
  tool_use_result?: unknown;
  origin?: Origin;
  agent_id?: string;
  subagent_type?: string;
  task_description?: string;
}

export interface StreamEventMessage {
  type: 'stream_event';
  event: StreamEvent;
  parent_tool_use_id: string | null;
  uuid: string;
  session_id: string;
  ttft_ms?: number;
}

/** The life of a message that was sent with a uuid; CLIs before 2.1.3xx send none. */
export interface CommandLifecycleMessage {
  type: 'command_lifecycle';
  command_uuid: string;
  state: OpenString<'queued' | 'started' | 'completed' | 'cancelled' | 'discarded' | 'refused'>;
  uuid: string;
  session_id: string;
}

export interface ToolProgressMessage {
  type: 'tool_progress';
  tool_use_id: string;
  tool_name: string;
  parent_tool_use_id: string | null;
  elapsed_time_seconds: number;
  task_id?: string;
  uuid: string;
  session_id: string;
}

export interface RateLimitEventMessage {
  type: 'rate_limit_event';
  rate_limit_info: {
    status: OpenString<'allowed' | 'allowed_warning' | 'rejected'>;
    resetsAt?: number;
    rateLimitType?: string;
    utilization?: number;
  };
  uuid: string;
  session_id: string;
}

export interface PromptSuggestionMessage {
  type: 'prompt_suggestion';
  suggestion: string;
  uuid: string;
  session_id: string;
}

export interface AuthStatusMessage {
  type: 'auth_status';
  isAuthenticating: boolean;
  output: string[];
  error?: string;
  uuid: string;
  session_id: string;
}

export interface ToolUseSummaryMessage {
  type: 'tool_use_summary';
  summary: string;
  preceding_tool_use_ids: string[];
  uuid: string;
  session_id: string;
}

export interface KeepAliveMessage {
  type: 'keep_alive';
  session_id?: string;
}

export interface StreamlinedTextMessage {
  type: 'streamlined_text';
  text: string;
  uuid?: string;
  session_id?: string;
}

/** Transcript entries for a mirror; only with `--session-mirror`, and never shown to users. */
export interface TranscriptMirrorMessage {
  type: 'transcript_mirror';
  filePath: string;
  entries: unknown[];
  session_id?: string;
}

/** A message of a type that this version does not list: untouched, read with `fieldOf`. */
export interface UnlistedMessage {
  type: Unlisted;
  uuid?: string;
  session_id?: string;
}

/** Every line of the CLI's stdout that is not part of the control protocol. */
export type Message =
  | AssistantMessage
  | UserMessage
  | ResultMessage
  | SystemMessage
  | StreamEventMessage
  | CommandLifecycleMessage
  | ToolProgressMessage
  | RateLimitEventMessage
  | PromptSuggestionMessage
  | AuthStatusMessage
  | ToolUseSummaryMessage
  | KeepAliveMessage
  | StreamlinedTextMessage
  | TranscriptMirrorMessage
  | UnlistedMessage;
