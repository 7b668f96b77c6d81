import type { UUID } from 'node:crypto';
import type { ApiMessage, StreamEvent, UserMessageParam } from './blocks.js';
import type { RateLimitEventMessage } from './rateLimits.js';
import type { Origin, ResultMessage } from './results.js';
import type { SystemMessage } from './systemMessages.js';
import type { ContextSnapshot, UsageReport } from './usage.js';

/** Why an API request failed. */
export type AssistantMessageError =
  | 'authentication_failed'
  | 'oauth_org_not_allowed'
  | 'account_on_hold'
  | 'verification_required'
  | 'billing_error'
  | 'rate_limit'
  | 'overloaded'
  | 'invalid_request'
  | 'model_not_found'
  | 'server_error'
  | 'max_output_tokens'
  | 'cloud_credential_error'
  | 'unknown';

/**
 * A message from the model. While a response streams, the CLI sends one per completed content
 * block; they share `message.id`.
 */
export type AssistantMessage = {
  type: 'assistant';
  /** The message as the Messages API returns it. */
  message: ApiMessage;
  /** The tool call that started the subagent this message comes from; null on the main thread. */
  parent_tool_use_id: string | null;
  /** The id of this message. */
  uuid: UUID;
  /** The conversation that this message belongs to. */
  session_id: string;
  /** Set if the API request failed; the text then describes the failure. */
  error?: AssistantMessageError;
  /** The id of the API request. */
  request_id?: string;
  /** True if an interrupt cut the message off. The text may end in the middle of a word. */
  aborted?: true;
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
  /** The message of yours that this answers, by the uuid it was sent with. */
  user_message_uuid?: string;
  /** Why the run went on without a message of yours. */
  resume_reason?: string;
  /** True if the response continues one that was cut off while thinking. */
  resumed_from_incomplete_thinking?: true;
  /** Earlier messages that this one replaces. */
  supersedes?: UUID[];
  /** What fills the context window, after `/context`. */
  context_usage?: ContextSnapshot;
  /** What the session has used, after `/usage`. */
  usage_report?: UsageReport;
};

/**
 * A user message as the CLI reports it: a tool result, a replayed message or the notice of an
 * interrupt.
 */
export type UserMessage = {
  type: 'user';
  /** The content, in the shape of the Messages API. */
  message: UserMessageParam;
  /** The tool call that started the subagent this message comes from; null on the main thread. */
  parent_tool_use_id: string | null;
  /** The id of this message. */
  uuid?: UUID;
  /** The conversation that this message belongs to. */
  session_id?: string;
  /** When the message was created, as an ISO date. */
  timestamp?: string;
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
  /** How soon the CLI takes the message from its queue. */
  priority?: 'now' | 'next' | 'later';
  /** If false, the message is added to the conversation without starting a turn. */
  shouldQuery?: boolean;
  /** The CLI does not expand commands or file names in the text. */
  client_composed?: true;
  /** What the user pasted, by the number of its placeholder in the text. */
  pasted_content?: UserMessageParam['content'][];
  /** Pasted text that the message shows in full. */
  inline_pastes?: string[];
};

/** A user message that the CLI repeats, such as one of yours with `--replay-user-messages`. */
export type UserMessageReplay = Omit<
  UserMessage,
  'uuid' | 'session_id' | 'pasted_content' | 'inline_pastes'
> & {
  /** The id of this message. */
  uuid: UUID;
  /** The conversation that this message belongs to. */
  session_id: string;
  /** Marks the message as a repetition. */
  isReplay: true;
  /** Files that came with the message. */
  file_attachments?: unknown[];
};

/** One streaming event of the Messages API. Sent only with `includePartialMessages`. */
export type StreamEventMessage = {
  type: 'stream_event';
  /** The event as the API sent it. */
  event: StreamEvent;
  /** The tool call that started the subagent this message comes from; null on the main thread. */
  parent_tool_use_id: string | null;
  /** The id of this message. */
  uuid: UUID;
  /** The conversation that this message belongs to. */
  session_id: string;
  /** Milliseconds until the first token. */
  ttft_ms?: number;
  /** The message of yours that this answers, by the uuid it was sent with. */
  user_message_uuid?: string;
  /** The messages of yours that this answers, by the uuid they were sent with. */
  user_message_uuids?: string[];
  /** Why the run went on without a message of yours. */
  resume_reason?: string;
};

/** A tool is still running. */
export type ToolProgressMessage = {
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
  /** True if the message only says that the tool is still running. */
  heartbeat?: boolean;
  /** The type of the subagent that runs the tool. */
  subagent_type?: string;
  /** Set while a subagent sends a failed API request again. */
  subagent_retry?: {
    agent_id: string;
    attempt: number;
    max_retries: number;
    retry_delay_ms: number;
    error_status: number | null;
    error_category: string;
  };
  /** The id of this message. */
  uuid: UUID;
  /** The conversation that this message belongs to. */
  session_id: string;
};

/** A prompt that the user might send next. Sent only with `promptSuggestions`. */
export type PromptSuggestionMessage = {
  type: 'prompt_suggestion';
  /** The suggested prompt. */
  suggestion: string;
  /** The id of this message. */
  uuid: UUID;
  /** The conversation that this message belongs to. */
  session_id: string;
};

/** The progress of a login that the CLI runs. */
export type AuthStatusMessage = {
  type: 'auth_status';
  /** True while the login runs. */
  isAuthenticating: boolean;
  /** What the login printed, line by line. */
  output: string[];
  /** Why the login failed. */
  error?: string;
  /** The id of this message. */
  uuid: UUID;
  /** The conversation that this message belongs to. */
  session_id: string;
};

/** A summary of several tool calls, for display. */
export type ToolUseSummaryMessage = {
  type: 'tool_use_summary';
  /** The text. */
  summary: string;
  /** The tool calls that it summarizes. */
  preceding_tool_use_ids: string[];
  /** The id of this message. */
  uuid: UUID;
  /** The conversation that this message belongs to. */
  session_id: string;
};

/** The conversation starts over, under another id. */
export type ConversationResetMessage = {
  type: 'conversation_reset';
  /** The id of the new conversation. */
  new_conversation_id: UUID;
  /** The id of this message. */
  uuid: UUID;
  /** The conversation that this message belongs to. */
  session_id: string;
  /** Why it starts over. */
  trigger?: 'clear' | 'plan_mode_exit' | 'fresh_session' | 'onboarding';
  /** The message of yours that caused it, by the uuid it was sent with. */
  user_message_uuid?: string;
  /** When it happened, as an ISO date. */
  timestamp?: string;
};

/**
 * The messages of the CLI. Narrow them by `type`, and `system` messages by `subtype`.
 *
 * A CLI that is newer than this list may send more. They are passed on unchanged.
 */
export type Message =
  | AssistantMessage
  | UserMessage
  | UserMessageReplay
  | ResultMessage
  | SystemMessage
  | StreamEventMessage
  | ToolProgressMessage
  | RateLimitEventMessage
  | PromptSuggestionMessage
  | AuthStatusMessage
  | ToolUseSummaryMessage
  | ConversationResetMessage;
