/// <reference types="node" preserve="true" />
/// <reference lib="esnext.disposable" preserve="true" />

export {
  callbackMachine,
  processMachine,
  queryMachine,
  requestMachine,
  sessionMachine,
  turnMachine,
} from './actors/machines.js';
export type { UserFrame } from './actors/messages/userMessage.js';
export { ClaudeSDKClient } from './ClaudeSDKClient.js';
export type { OperationSettings } from './Controls.js';
export type {
  ApiMessage,
  ContentBlock,
  DocumentBlock,
  ImageBlock,
  TextBlock,
  ThinkingBlock,
  ToolResultBlock,
  ToolUseBlock,
  UnlistedBlock,
  Usage,
  UserContent,
} from './codec/blocks.js';
export type { JsonRpcMessage } from './codec/control.js';
export type { HookEvent, HookInput, HookInputs, HookOutput } from './codec/hooks.js';
export { block, modifyInput, proceed, stopRun } from './codec/hooks.js';
export type {
  AssistantMessage,
  CommandLifecycleMessage,
  Message,
  StreamEventMessage,
  ToolProgressMessage,
  UnlistedMessage,
  UserMessage,
} from './codec/messages.js';
export type { Unlisted } from './codec/openTypes.js';
export { fieldOf } from './codec/openTypes.js';
export type { PermissionMode, PermissionResult, PermissionUpdate } from './codec/permissions.js';
export type {
  AccountInfo,
  AgentInfo,
  ContextUsage,
  InitializeResponse,
  InterruptReceipt,
  McpResource,
  McpServerStatus,
  McpSetServersResult,
  ModelInfo,
  ReadFile,
  ReloadedPlugins,
  RewindFilesResult,
  SlashCommand,
} from './codec/requestsToCli.js';
export type { ModelUsage, ResultError, ResultMessage, ResultSuccess } from './codec/results.js';
export type { StreamEvent } from './codec/streamEvents.js';
export type { InitMessage, SystemMessage } from './codec/systemMessages.js';
export type { Envelope } from './Envelope.js';
export { type ClaudeEvent, queryInput, sessionInput, sessionOrders } from './embedding.js';
export type { DiscoveryAttempt, ErrorCategory, ErrorCode, ErrorDetails } from './errors.js';
export { ClaudeActorsError, isTerminal } from './errors.js';
export { meetsMinimumVersion, minimumVersions } from './ffi/version/version.js';
export type { PublicState } from './machines/session/sessionTypes.js';
export type {
  AnyZodRawShape,
  CreateSdkMcpServerOptions,
  InferShape,
  McpToolContent,
  McpToolContext,
  McpToolResult,
  SdkMcpToolDefinition,
  ToolAnnotations,
  ToolExtras,
} from './mcp.js';
export { createSdkMcpServer, tool } from './mcp.js';
export { AbortError } from './official/AbortError.js';
// Lists of type aliases: repeating each name here would add nothing.
export * from './official/hookNames.js';
export * from './official/messageNames.js';
export * from './official/optionNames.js';
export type {
  AgentDefinition,
  EffortLevel,
} from './options/agentTypes.js';
export type {
  CanUseTool,
  ElicitationRequest,
  ElicitationResult,
  HookCallback,
  HookMatcher,
  Hooks,
  OnElicitation,
  OnUserDialog,
  PermissionContext,
  UserDialogRequest,
  UserDialogResult,
} from './options/callbackTypes.js';
export type { Limits, Stall, Timeouts } from './options/limitTypes.js';
export type {
  McpHttpServerConfig,
  McpMessageHandler,
  McpSdkServerConfig,
  McpServerConfig,
  McpServerInstance,
  McpSSEServerConfig,
  McpStdioServerConfig,
} from './options/mcpTypes.js';
export type { OutputFormat, SystemPrompt, ThinkingConfig } from './options/modelOptions.js';
export type { SpawnedProcess, SpawnOptions } from './options/processTypes.js';
export type {
  ClockLike,
  Logger,
  MetricLabels,
  Metrics,
  PortLike,
  TelemetryLike,
  Warning,
} from './options/runtimeTypes.js';
export type { SessionKey, SessionStore, SessionStoreEntry } from './options/sessionStoreTypes.js';
export type { SandboxSettings, SettingSource, Settings } from './options/settingsTypes.js';
export type { PluginConfig } from './options/toolOptions.js';
export type { Options } from './options/types.js';
export { Query, type QueryCall, query } from './Query.js';
export { Session } from './Session.js';
export type { SessionEvent, SessionEventMap } from './sessionEvents.js';
export type { Health, Pending } from './sessionHealth.js';
export { type SessionStart, startSession } from './startSession.js';
export type { StreamItem } from './streamItem.js';
export {
  type Collected,
  collectItems,
  collectMessages,
  foldStream,
  withStream,
} from './streams.js';
export type { Turn } from './Turn.js';
export { compareVersions, parseVersion } from './util/versionNumber.js';
export { type WarningCode, warningCodes } from './warnings.js';
