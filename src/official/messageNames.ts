import type { RequestsToCli } from '../codec/requestsToCli.js';

// The official SDK's names for messages and for answers to control requests.

export type { NonNullableUsage } from '../codec/blocks.js';
export type {
  AssistantMessage as SDKAssistantMessage,
  AssistantMessageError as SDKAssistantMessageError,
  AuthStatusMessage as SDKAuthStatusMessage,
  ConversationResetMessage as SDKConversationResetMessage,
  Message as SDKMessage,
  PromptSuggestionMessage as SDKPromptSuggestionMessage,
  StreamEventMessage as SDKPartialAssistantMessage,
  ToolProgressMessage as SDKToolProgressMessage,
  ToolUseSummaryMessage as SDKToolUseSummaryMessage,
  UserMessage as SDKUserMessage,
  UserMessageReplay as SDKUserMessageReplay,
} from '../codec/messages.js';
export type {
  CommandsChangedMessage as SDKCommandsChangedMessage,
  ControlRequestProgressMessage as SDKControlRequestProgressMessage,
  ElicitationCompleteMessage as SDKElicitationCompleteMessage,
  MemoryRecallMessage as SDKMemoryRecallMessage,
  MirrorErrorMessage as SDKMirrorErrorMessage,
  ModelRefusalFallbackMessage as SDKModelRefusalFallbackMessage,
  ModelRefusalNoFallbackMessage as SDKModelRefusalNoFallbackMessage,
  PluginInstallMessage as SDKPluginInstallMessage,
  SessionWritesLostMessage as SDKSessionWritesLostMessage,
} from '../codec/noticeMessages.js';
export type {
  RateLimitEventMessage as SDKRateLimitEvent,
  RateLimitInfo as SDKRateLimitInfo,
} from '../codec/rateLimits.js';
export type {
  ContextUsage as SDKControlGetContextUsageResponse,
  InitializeResponse as SDKControlInitializeResponse,
  InterruptReceipt as SDKControlInterruptResponse,
  McpResource as SDKControlMcpReadResourceResponse,
  ReadFile as SDKControlReadFileResponse,
  ReloadedPlugins as SDKControlReloadPluginsResponse,
} from '../codec/requestsToCli.js';
export type {
  DeferredToolUse as SDKDeferredToolUse,
  FastModeDisabledReason,
  FastModeState,
  Origin as SDKMessageOrigin,
  PermissionDenial as SDKPermissionDenial,
  ResultError as SDKResultError,
  ResultMessage as SDKResultMessage,
  ResultSuccess as SDKResultSuccess,
  StartupFailureReason as SDKStartupFailureReason,
  TerminalReason,
} from '../codec/results.js';
export type {
  ApiKeySource,
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
  StatusName as SDKStatus,
  ThinkingTokensMessage as SDKThinkingTokensMessage,
  WorkerShuttingDownMessage as SDKWorkerShuttingDownMessage,
} from '../codec/systemMessages.js';
export type {
  BackgroundTasksChangedMessage as SDKBackgroundTasksChangedMessage,
  McpResourceLink as SDKMcpResourceLink,
  TaskNotificationMessage as SDKTaskNotificationMessage,
  TaskProgressMessage as SDKTaskProgressMessage,
  TaskStartedMessage as SDKTaskStartedMessage,
  TaskUpdatedMessage as SDKTaskUpdatedMessage,
} from '../codec/taskMessages.js';
export type {
  ContextSnapshot as SDKContextUsage,
  ContextUsageCategory as SDKContextUsageCategory,
  UsageReport as SDKUsageReport,
} from '../codec/usage.js';
export type { UsageAnswer as SDKControlGetUsageResponse } from '../codec/usageAnswer.js';
export type { ActiveGoalMessage as SDKActiveGoalMessage } from '../codec/wireMessages.js';

/** The answer to `reloadOutputStyles()`. */
export type SDKControlReloadOutputStylesResponse =
  RequestsToCli['reload_output_styles']['response'];
/** The answer to `reloadSkills()`. */
export type SDKControlReloadSkillsResponse = RequestsToCli['reload_skills']['response'];
