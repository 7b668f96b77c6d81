import type { Usage } from './codec/blocks.js';
import type { HookInputs, HookSpecificOutputs } from './codec/hooks.js';
import type { AssistantMessage, RateLimitEventMessage, UserMessage } from './codec/messages.js';
import type { ContextUsage, RequestsToCli } from './codec/requestsToCli.js';
import type { ResultMessage } from './codec/results.js';
import type { InitMessage, StatusMessage } from './codec/systemMessages.js';
import { ClaudeActorsError } from './errors.js';
import type { AgentDefinition } from './options/agentTypes.js';
import type { McpProcessServerConfig, McpSdkServerConfig } from './options/mcpTypes.js';
import type { OutputFormat, ThinkingConfig } from './options/modelOptions.js';
import type { SessionStore } from './options/sessionStoreTypes.js';
import type { SandboxSettings, SettingSource } from './options/settingsTypes.js';
import type { Options } from './options/types.js';

// The names of the official TypeScript SDK for what has another name here, so that an import need
// not be rewritten.

export type {
  AsyncHookOutput as AsyncHookJSONOutput,
  BackgroundTaskSummary,
  HookInputBase as BaseHookInput,
  HookOutput as HookJSONOutput,
  McpServerProvenance,
  SessionCronSummary,
  SyncHookOutput as SyncHookJSONOutput,
} from './codec/hooks.js';
export type {
  AssistantMessage as SDKAssistantMessage,
  AuthStatusMessage as SDKAuthStatusMessage,
  Message as SDKMessage,
  PromptSuggestionMessage as SDKPromptSuggestionMessage,
  RateLimitEventMessage as SDKRateLimitEvent,
  StreamEventMessage as SDKPartialAssistantMessage,
  ToolProgressMessage as SDKToolProgressMessage,
  ToolUseSummaryMessage as SDKToolUseSummaryMessage,
} from './codec/messages.js';
export type {
  PermissionBehavior,
  PermissionDecisionClassification,
  PermissionRule as PermissionRuleValue,
  PermissionUpdateDestination,
} from './codec/permissions.js';
export type {
  ContextUsage as SDKControlGetContextUsageResponse,
  InitializeResponse as SDKControlInitializeResponse,
  InterruptReceipt as SDKControlInterruptResponse,
  McpResource as SDKControlMcpReadResourceResponse,
  ReadFile as SDKControlReadFileResponse,
  ReloadedPlugins as SDKControlReloadPluginsResponse,
} from './codec/requestsToCli.js';
export type {
  Origin as SDKMessageOrigin,
  PermissionDenial as SDKPermissionDenial,
  ResultError as SDKResultError,
  ResultMessage as SDKResultMessage,
  ResultSuccess as SDKResultSuccess,
} from './codec/results.js';
export type {
  ApiRetryMessage as SDKAPIRetryMessage,
  BackgroundTasksChangedMessage as SDKBackgroundTasksChangedMessage,
  CompactBoundaryMessage as SDKCompactBoundaryMessage,
  FilesPersistedMessage as SDKFilesPersistedEvent,
  HookProgressMessage as SDKHookProgressMessage,
  HookResponseMessage as SDKHookResponseMessage,
  HookStartedMessage as SDKHookStartedMessage,
  InformationalMessage as SDKInformationalMessage,
  /** There, too, it is the message of the subtype `init` alone. */
  InitMessage as SDKSystemMessage,
  LocalCommandOutputMessage as SDKLocalCommandOutputMessage,
  NotificationMessage as SDKNotificationMessage,
  PermissionDeniedMessage as SDKPermissionDeniedMessage,
  SessionStateChangedMessage as SDKSessionStateChangedMessage,
  StatusMessage as SDKStatusMessage,
  TaskNotificationMessage as SDKTaskNotificationMessage,
  TaskProgressMessage as SDKTaskProgressMessage,
  TaskStartedMessage as SDKTaskStartedMessage,
  TaskUpdatedMessage as SDKTaskUpdatedMessage,
  ThinkingTokensMessage as SDKThinkingTokensMessage,
  WorkerShuttingDownMessage as SDKWorkerShuttingDownMessage,
} from './codec/systemMessages.js';
export type { HookMatcher as HookCallbackMatcher } from './options/callbackTypes.js';
export type {
  McpSdkServerConfig as McpSdkServerConfigWithInstance,
  McpToolPolicy as McpServerToolPolicy,
} from './options/mcpTypes.js';
export type { PluginConfig as SdkPluginConfig, ToolConfig } from './options/toolOptions.js';

/** `error instanceof AbortError` holds for every error with the code `Aborted`. */
export class AbortError extends ClaudeActorsError {
  constructor(message = 'It was aborted by its signal.') {
    super('Aborted', message);
  }

  static override [Symbol.hasInstance](error: unknown): boolean {
    return error instanceof ClaudeActorsError && error.code === 'Aborted';
  }
}

/** One that comes, and one to send. */
export type SDKUserMessage = UserMessage & {
  priority?: 'now' | 'next' | 'later';
  shouldQuery?: boolean;
  client_composed?: true;
};
export type SDKUserMessageReplay = UserMessage & { isReplay: true };
export type SDKAssistantMessageError = NonNullable<AssistantMessage['error']>;
export type SDKContextUsageCategory = ContextUsage['categories'][number];
export type SDKControlReloadOutputStylesResponse =
  RequestsToCli['reload_output_styles']['response'];
export type SDKControlReloadSkillsResponse = RequestsToCli['reload_skills']['response'];
export type SDKRateLimitInfo = RateLimitEventMessage['rate_limit_info'];
export type SDKStatus = StatusMessage['status'];
export type TerminalReason = NonNullable<ResultMessage['terminal_reason']>;
export type ApiKeySource = InitMessage['apiKeySource'];
export type NonNullableUsage = { [Key in keyof Usage]-?: NonNullable<Usage[Key]> };

export type AgentMcpServerSpec = NonNullable<AgentDefinition['mcpServers']>[number];
export type BaseOutputFormat = Pick<OutputFormat, 'type'>;
export type ConfigScope = SettingSource;
export type JsonSchemaOutputFormat = OutputFormat;
export type McpServerConfigForProcessTransport =
  | McpProcessServerConfig
  | Omit<McpSdkServerConfig, 'instance'>;
export type OutputFormatType = OutputFormat['type'];
export type SandboxCredentialsConfig = NonNullable<SandboxSettings['credentials']>;
export type SandboxFilesystemConfig = NonNullable<SandboxSettings['filesystem']>;
export type SandboxIgnoreViolations = NonNullable<SandboxSettings['ignoreViolations']>;
export type SandboxNetworkConfig = NonNullable<SandboxSettings['network']>;
export type SdkBeta = NonNullable<Options['betas']>[number];
export type SessionStoreFlush = NonNullable<Options['sessionStoreFlush']>;
type Summaries = ReturnType<NonNullable<SessionStore['listSessionSummaries']>>;
export type SessionSummaryEntry = Awaited<Summaries>[number];
export type ThinkingAdaptive = Extract<ThinkingConfig, { type: 'adaptive' }>;
export type ThinkingDisabled = Extract<ThinkingConfig, { type: 'disabled' }>;
export type ThinkingEnabled = Extract<ThinkingConfig, { type: 'enabled' }>;

export type ConfigChangeHookInput = HookInputs['ConfigChange'];
export type CwdChangedHookInput = HookInputs['CwdChanged'];
export type DirectoryAddedHookInput = HookInputs['DirectoryAdded'];
export type ElicitationHookInput = HookInputs['Elicitation'];
export type ElicitationResultHookInput = HookInputs['ElicitationResult'];
export type FileChangedHookInput = HookInputs['FileChanged'];
export type InstructionsLoadedHookInput = HookInputs['InstructionsLoaded'];
export type MessageDisplayHookInput = HookInputs['MessageDisplay'];
export type NotificationHookInput = HookInputs['Notification'];
export type PermissionDeniedHookInput = HookInputs['PermissionDenied'];
export type PermissionRequestHookInput = HookInputs['PermissionRequest'];
export type PostCompactHookInput = HookInputs['PostCompact'];
export type PostModelSwitchHookInput = HookInputs['PostModelSwitch'];
export type PostToolBatchHookInput = HookInputs['PostToolBatch'];
export type PostToolUseHookInput = HookInputs['PostToolUse'];
export type PostToolUseFailureHookInput = HookInputs['PostToolUseFailure'];
export type PreCompactHookInput = HookInputs['PreCompact'];
export type PreModelSwitchHookInput = HookInputs['PreModelSwitch'];
export type PreToolUseHookInput = HookInputs['PreToolUse'];
export type SessionEndHookInput = HookInputs['SessionEnd'];
export type SessionStartHookInput = HookInputs['SessionStart'];
export type SetupHookInput = HookInputs['Setup'];
export type StopHookInput = HookInputs['Stop'];
export type StopFailureHookInput = HookInputs['StopFailure'];
export type SubagentStartHookInput = HookInputs['SubagentStart'];
export type SubagentStopHookInput = HookInputs['SubagentStop'];
export type TaskCompletedHookInput = HookInputs['TaskCompleted'];
export type TaskCreatedHookInput = HookInputs['TaskCreated'];
export type TeammateIdleHookInput = HookInputs['TeammateIdle'];
export type UserPromptExpansionHookInput = HookInputs['UserPromptExpansion'];
export type UserPromptSubmitHookInput = HookInputs['UserPromptSubmit'];
export type WorktreeCreateHookInput = HookInputs['WorktreeCreate'];
export type WorktreeRemoveHookInput = HookInputs['WorktreeRemove'];

export type CwdChangedHookSpecificOutput = HookSpecificOutputs['CwdChanged'];
export type ElicitationHookSpecificOutput = HookSpecificOutputs['Elicitation'];
export type ElicitationResultHookSpecificOutput = HookSpecificOutputs['ElicitationResult'];
export type FileChangedHookSpecificOutput = HookSpecificOutputs['FileChanged'];
export type MessageDisplayHookSpecificOutput = HookSpecificOutputs['MessageDisplay'];
export type NotificationHookSpecificOutput = HookSpecificOutputs['Notification'];
export type PermissionDeniedHookSpecificOutput = HookSpecificOutputs['PermissionDenied'];
export type PermissionRequestHookSpecificOutput = HookSpecificOutputs['PermissionRequest'];
export type PostModelSwitchHookSpecificOutput = HookSpecificOutputs['PostModelSwitch'];
export type PostToolBatchHookSpecificOutput = HookSpecificOutputs['PostToolBatch'];
export type PostToolUseHookSpecificOutput = HookSpecificOutputs['PostToolUse'];
export type PostToolUseFailureHookSpecificOutput = HookSpecificOutputs['PostToolUseFailure'];
export type PreModelSwitchHookSpecificOutput = HookSpecificOutputs['PreModelSwitch'];
export type PreToolUseHookSpecificOutput = HookSpecificOutputs['PreToolUse'];
export type SessionStartHookSpecificOutput = HookSpecificOutputs['SessionStart'];
export type SetupHookSpecificOutput = HookSpecificOutputs['Setup'];
export type StopHookSpecificOutput = HookSpecificOutputs['Stop'];
export type SubagentStartHookSpecificOutput = HookSpecificOutputs['SubagentStart'];
export type SubagentStopHookSpecificOutput = HookSpecificOutputs['SubagentStop'];
export type UserPromptExpansionHookSpecificOutput = HookSpecificOutputs['UserPromptExpansion'];
export type UserPromptSubmitHookSpecificOutput = HookSpecificOutputs['UserPromptSubmit'];
export type WorktreeCreateHookSpecificOutput = HookSpecificOutputs['WorktreeCreate'];

export type ExitReason = HookInputs['SessionEnd']['reason'];
export type HookPermissionDecision = NonNullable<
  HookSpecificOutputs['PreToolUse']['permissionDecision']
>;
export type PostToolBatchToolCall = HookInputs['PostToolBatch']['tool_calls'][number];
