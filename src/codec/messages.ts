import type { ApiMessage, UserContent } from './blocks.js';
import type { OpenString, Unlisted } from './openTypes.js';
import type { Origin, ResultMessage } from './results.js';
import type { StreamEvent } from './streamEvents.js';
import type { SystemMessage } from './systemMessages.js';

/**
 * A message from the model. While a response streams, the CLI sends one per completed content
 * block; they share `message.id`.
 */
export interface AssistantMessage {
  type: 'assistant';
  /** The message as the Messages API returns it. */
  message: ApiMessage;
  /** The tool call that started the subagent this message comes from; null on the main thread. */
  parent_tool_use_id: string | null;
  /** The id of this message. */
  uuid: string;
  /** The conversation that this message belongs to. */
  session_id: string;
  /** Set if the API request failed; the text then describes the failure. */
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
  /** True if an interrupt cut the message off. The text may end in the middle of a word. */
  aborted?: boolean;
  /** The subagent this comes from; absent on the main thread. */
  agent_id?: string;
  /** The type of the subagent. */
  subagent_type?: string;
  /** What the subagent was asked to do. */
  task_description?: string;
  /** When the message was created, as an ISO date. */
  timestamp?: string;
  /** The messages of yours that this answers, by the uuid they were sent with. */
  user_message_uuids?: string[];
}

/**
 * A user message as the CLI reports it: a tool result, a replayed message or the notice of an
 * interrupt.
 */
export interface UserMessage {
  type: 'user';
  /** The content, in the shape of the Messages API. */
  message: { role: 'user'; content: UserContent };
  /** The tool call that started the subagent this message comes from; null on the main thread. */
  parent_tool_use_id: string | null;
  /** The id of this message. */
  uuid?: string;
  /** The conversation that this message belongs to. */
  session_id?: string;
  /** When the message was created, as an ISO date. */
  timestamp?: string;
  /** True if the CLI repeats a message that you sent. */
  isReplay?: boolean;
  /** True if the CLI wrote this message, not the user. */
  isSynthetic?: boolean;
  /**
   * The tool's full output as an object; its shape depends on the tool. The model sees `message`.
   */
  tool_use_result?: unknown;
  /** Who caused this, if it was not one of your messages. */
  origin?: Origin;
  /** The subagent this comes from; absent on the main thread. */
  agent_id?: string;
  /** The type of the subagent. */
  subagent_type?: string;
  /** What the subagent was asked to do. */
  task_description?: string;
}

/** One streaming event of the Messages API. Sent only with `includePartialMessages`. */
export interface StreamEventMessage {
  type: 'stream_event';
  /** The event as the API sent it. */
  event: StreamEvent;
  /** The tool call that started the subagent this message comes from; null on the main thread. */
  parent_tool_use_id: string | null;
  /** The id of this message. */
  uuid: string;
  /** The conversation that this message belongs to. */
  session_id: string;
  /** Milliseconds until the first token. */
  ttft_ms?: number;
}

/**
 * Reports what the CLI does with a message that was sent with a uuid. CLIs before 2.1.3xx do not
 * send it.
 */
export interface CommandLifecycleMessage {
  type: 'command_lifecycle';
  /** The uuid that the message was sent with. */
  command_uuid: string;
  /** How far the CLI is with the message. */
  state: OpenString<'queued' | 'started' | 'completed' | 'cancelled' | 'discarded' | 'refused'>;
  /** The id of this message. */
  uuid: string;
  /** The conversation that this message belongs to. */
  session_id: string;
}

/** A tool is still running. */
export interface ToolProgressMessage {
  type: 'tool_progress';
  /** The tool call that is running. */
  tool_use_id: string;
  /** The name of the tool. */
  tool_name: string;
  /** The tool call that started the subagent this message comes from; null on the main thread. */
  parent_tool_use_id: string | null;
  /** How long the tool has been running, in seconds. */
  elapsed_time_seconds: number;
  /** The background task that runs the tool, if there is one. */
  task_id?: string;
  /** The id of this message. */
  uuid: string;
  /** The conversation that this message belongs to. */
  session_id: string;
}

/** The state of your plan's rate limit changed. */
export interface RateLimitEventMessage {
  type: 'rate_limit_event';
  /** The limit. */
  rate_limit_info: {
    /** Whether requests are allowed. */
    status: OpenString<'allowed' | 'allowed_warning' | 'rejected'>;
    /** When the limit resets, in seconds since 1970. */
    resetsAt?: number;
    /** Which limit it is, such as `five_hour`. */
    rateLimitType?: string;
    /** How much of the limit is used. */
    utilization?: number;
  };
  /** The id of this message. */
  uuid: string;
  /** The conversation that this message belongs to. */
  session_id: string;
}

/** A prompt that the user might send next. Sent only with `promptSuggestions`. */
export interface PromptSuggestionMessage {
  type: 'prompt_suggestion';
  /** The suggested prompt. */
  suggestion: string;
  /** The id of this message. */
  uuid: string;
  /** The conversation that this message belongs to. */
  session_id: string;
}

/** The progress of a login that the CLI runs. */
export interface AuthStatusMessage {
  type: 'auth_status';
  /** True while the login runs. */
  isAuthenticating: boolean;
  /** What the login printed, line by line. */
  output: string[];
  /** Why the login failed. */
  error?: string;
  /** The id of this message. */
  uuid: string;
  /** The conversation that this message belongs to. */
  session_id: string;
}

/** A summary of several tool calls, for display. */
export interface ToolUseSummaryMessage {
  type: 'tool_use_summary';
  /** The text. */
  summary: string;
  /** The tool calls that it summarizes. */
  preceding_tool_use_ids: string[];
  /** The id of this message. */
  uuid: string;
  /** The conversation that this message belongs to. */
  session_id: string;
}

/** A heartbeat. It carries no content. */
export interface KeepAliveMessage {
  type: 'keep_alive';
  /** The conversation that this message belongs to. */
  session_id?: string;
}

/** Text of the model in the CLI's streamlined output. */
export interface StreamlinedTextMessage {
  type: 'streamlined_text';
  /** The text. */
  text: string;
  /** The id of this message. */
  uuid?: string;
  /** The conversation that this message belongs to. */
  session_id?: string;
}

/**
 * Transcript entries for `sessionStore`. Sent only with `--session-mirror`, and never shown to
 * readers.
 */
export interface TranscriptMirrorMessage {
  type: 'transcript_mirror';
  /** The transcript file that the entries were written to. */
  filePath: string;
  /** The entries, as they are in the file. */
  entries: unknown[];
  /** The conversation that this message belongs to. */
  session_id?: string;
}

/**
 * A message of a type that this version does not list. It is passed on unchanged; read its fields
 * with `fieldOf`.
 */
export interface UnlistedMessage {
  type: Unlisted;
  /** The id of this message. */
  uuid?: string;
  /** The conversation that this message belongs to. */
  session_id?: string;
}

/**
 * Every message of the CLI: each line of its stdout that is not part of the control protocol.
 * Narrow it by `type`.
 */
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
