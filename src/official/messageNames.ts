import type { Usage } from '../codec/blocks.js';
import type { AssistantMessage, RateLimitEventMessage, UserMessage } from '../codec/messages.js';
import type { ContextUsage, RequestsToCli } from '../codec/requestsToCli.js';
import type { ResultMessage } from '../codec/results.js';
import type { InitMessage, StatusMessage } from '../codec/systemMessages.js';

// The official SDK's names for messages and for answers to control requests.

export type {
  AssistantMessage as SDKAssistantMessage,
  AuthStatusMessage as SDKAuthStatusMessage,
  Message as SDKMessage,
  PromptSuggestionMessage as SDKPromptSuggestionMessage,
  RateLimitEventMessage as SDKRateLimitEvent,
  StreamEventMessage as SDKPartialAssistantMessage,
  ToolProgressMessage as SDKToolProgressMessage,
  ToolUseSummaryMessage as SDKToolUseSummaryMessage,
} from '../codec/messages.js';
export type {
  ContextUsage as SDKControlGetContextUsageResponse,
  InitializeResponse as SDKControlInitializeResponse,
  InterruptReceipt as SDKControlInterruptResponse,
  McpResource as SDKControlMcpReadResourceResponse,
  ReadFile as SDKControlReadFileResponse,
  ReloadedPlugins as SDKControlReloadPluginsResponse,
} from '../codec/requestsToCli.js';
export type {
  Origin as SDKMessageOrigin,
  PermissionDenial as SDKPermissionDenial,
  ResultError as SDKResultError,
  ResultMessage as SDKResultMessage,
  ResultSuccess as SDKResultSuccess,
} from '../codec/results.js';
export type {
  ApiRetryMessage as SDKAPIRetryMessage,
  CompactBoundaryMessage as SDKCompactBoundaryMessage,
  FilesPersistedMessage as SDKFilesPersistedEvent,
  HookProgressMessage as SDKHookProgressMessage,
  HookResponseMessage as SDKHookResponseMessage,
  HookStartedMessage as SDKHookStartedMessage,
  InformationalMessage as SDKInformationalMessage,
  /** In the official SDK, too, this is only the message with the subtype `init`. */
  InitMessage as SDKSystemMessage,
  LocalCommandOutputMessage as SDKLocalCommandOutputMessage,
  NotificationMessage as SDKNotificationMessage,
  PermissionDeniedMessage as SDKPermissionDeniedMessage,
  SessionStateChangedMessage as SDKSessionStateChangedMessage,
  StatusMessage as SDKStatusMessage,
  ThinkingTokensMessage as SDKThinkingTokensMessage,
  WorkerShuttingDownMessage as SDKWorkerShuttingDownMessage,
} from '../codec/systemMessages.js';
export type {
  BackgroundTasksChangedMessage as SDKBackgroundTasksChangedMessage,
  TaskNotificationMessage as SDKTaskNotificationMessage,
  TaskProgressMessage as SDKTaskProgressMessage,
  TaskStartedMessage as SDKTaskStartedMessage,
  TaskUpdatedMessage as SDKTaskUpdatedMessage,
} from '../codec/taskMessages.js';

/** A user message, received or to be sent. */
export type SDKUserMessage = UserMessage & {
  /** How soon the CLI takes the message from its queue. */
  priority?: 'now' | 'next' | 'later';
  /** If false, the message is added to the conversation without starting a turn. */
  shouldQuery?: boolean;
  /** The CLI does not expand commands or file names in the text. */
  client_composed?: true;
};
/** A user message that the CLI repeats. */
export type SDKUserMessageReplay = UserMessage & {
  /** Marks the message as a repetition. */
  isReplay: true;
};
/** Why an API request failed, on an assistant message. */
export type SDKAssistantMessageError = NonNullable<AssistantMessage['error']>;
/** One category of `getContextUsage()`. */
export type SDKContextUsageCategory = ContextUsage['categories'][number];
/** The answer to `reloadOutputStyles()`. */
export type SDKControlReloadOutputStylesResponse =
  RequestsToCli['reload_output_styles']['response'];
/** The answer to `reloadSkills()`. */
export type SDKControlReloadSkillsResponse = RequestsToCli['reload_skills']['response'];
/** The rate limit that a `rate_limit_event` reports. */
export type SDKRateLimitInfo = RateLimitEventMessage['rate_limit_info'];
/** What the CLI is doing, from a `status` message. */
export type SDKStatus = StatusMessage['status'];
/** Why a run ended, from its result. */
export type TerminalReason = NonNullable<ResultMessage['terminal_reason']>;
/** Where the API key came from, from an `init` message. */
export type ApiKeySource = InitMessage['apiKeySource'];
/** `Usage` with every field set. */
export type NonNullableUsage = { [Key in keyof Usage]-?: NonNullable<Usage[Key]> };
