/// <reference types="node" preserve="true" />
/// <reference lib="esnext.disposable" preserve="true" />

export { Approvals, type ApprovalsOptions } from './Approvals.js';
export { approvalNote } from './actors/approvals/approvalTexts.js';
export type { ApprovalOwner } from './actors/approvals/CallGate.js';
export { FileApprovalStore } from './actors/approvals/FileApprovalStore.js';
export { MemoryApprovalStore } from './actors/approvals/MemoryApprovalStore.js';
export {
  approvalMachine,
  callbackMachine,
  poolMachine,
  processMachine,
  queryMachine,
  requestMachine,
  sessionMachine,
  turnMachine,
} from './actors/machines.js';
export type { UserFrame } from './actors/messages/userMessage.js';
export { type AppendSettings, FileStore } from './actors/store/FileStore.js';
export { ClaudeSDKClient } from './ClaudeSDKClient.js';
export type { OperationSettings } from './Controls.js';
export type {
  Approval,
  ApprovalDecision,
  ApprovalFilter,
  ApprovalHold,
  ApprovalState,
  ApprovalStore,
  ApprovalWriter,
} from './codec/approvals.js';
export type {
  ApiMessage,
  ContentBlock,
  DocumentBlock,
  ImageBlock,
  StreamEvent,
  TextBlock,
  ThinkingBlock,
  ToolResultBlock,
  ToolUseBlock,
  Usage,
  UserContent,
} from './codec/blocks.js';
export type { JsonRpcMessage } from './codec/control.js';
export type { HookEvent, HookInput, HookInputs, HookOutput } from './codec/hooks.js';
export { block, modifyInput, proceed, stopRun } from './codec/hooks.js';
export { fieldOf } from './codec/jsonObject.js';
export type {
  AssistantMessage,
  Message,
  StreamEventMessage,
  ToolProgressMessage,
  UserMessage,
} from './codec/messages.js';
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
export type { ResultError, ResultMessage, ResultSuccess } from './codec/results.js';
export type { InitMessage, SystemMessage } from './codec/systemMessages.js';
export type { ModelUsage } from './codec/usage.js';
export type { CommandLifecycleMessage } from './codec/wireMessages.js';
export type { Envelope } from './Envelope.js';
export { type ClaudeEvent, queryInput, sessionInput, sessionOrders } from './embedding.js';
export type { DiscoveryAttempt, ErrorCategory, ErrorCode, ErrorDetails } from './errors.js';
export { ClaudeActorsError, isTerminal } from './errors.js';
export { meetsMinimumVersion, minimumVersions } from './ffi/version/version.js';
export type { PublicState } from './machines/session/sessionTypes.js';
export type { TurnReport } from './machines/session/turnReport.js';
export { type EstimateFacts, estimateUsage } from './machines/usage/transcriptUsage.js';
export { addUsage } from './machines/usage/usageTotals.js';
export type {
  ModelTotals,
  TranscriptEntry,
  UsageRow,
  UsageTotals,
} from './machines/usage/usageTypes.js';
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
export * from './official/constants.js';
export * from './official/controlNames.js';
// Lists of type aliases: repeating each name here would add nothing.
export {
  archiveSession,
  deleteSession,
  forkSession,
  getSessionInfo,
  getSessionMessages,
  getSubagentMessages,
  importSessionToStore,
  listSessions,
  listSubagents,
  renameSession,
  tagSession,
  unarchiveSession,
} from './official/conversations/conversations.js';
export type * from './official/conversations/conversationTypes.js';
export { foldSessionSummary } from './official/conversations/foldSessionSummary.js';
export { InMemorySessionStore } from './official/conversations/InMemorySessionStore.js';
export {
  conversations,
  StoredConversations,
  type StoredConversationsOptions,
} from './official/conversations/StoredConversations.js';
export * from './official/hookNames.js';
export * from './official/messageNames.js';
export * from './official/optionNames.js';
export {
  type DeniedModelsMatch,
  filterEscalatingDefaultMode,
  matchDeniedModels,
  type PolicySettingsOrigin,
  type ProvenanceEntry,
  type ResolvedSettingSource,
  type ResolvedSettings,
  type ResolveSettingsOptions,
  resolveSettings,
} from './official/settings/resolveSettings.js';
export {
  type ClaimOptions,
  prewarm,
  type SpareProcess,
  type StartupCall,
  startup,
  type WarmQuery,
} from './official/startEarly.js';
export type {
  AgentDefinition,
  EffortLevel,
} from './options/agentTypes.js';
export type { ApprovalChange, ApprovalGate } from './options/approvalTypes.js';
export type {
  CanUseTool,
  ElicitationRequest,
  ElicitationResult,
  Hook,
  HookCallback,
  HookMatcher,
  Hooks,
  OnElicitation,
  OnUserDialog,
  PermissionCallback,
  PermissionContext,
  UserDialogRequest,
  UserDialogResult,
} from './options/callbackTypes.js';
export type { Limits, Stall, Timeouts } from './options/limitTypes.js';
export type {
  McpCustomServerConfig,
  McpHttpServerConfig,
  McpMessageHandler,
  McpSdkServerConfig,
  McpServerConfig,
  McpServerInstance,
  McpServers,
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
export { type PooledEventType, PooledSession, type PooledState } from './pool/PooledSession.js';
export type { EventOwner } from './pool/PoolFollowers.js';
export type { KeyStore, SessionPoolOptions } from './pool/poolOptions.js';
export type { DrainReport, PoolStatus } from './pool/poolStatus.js';
export { SessionPool } from './pool/SessionPool.js';
export { Query, query } from './Query.js';
export type { QueryCall } from './queryCall.js';
export { Session } from './Session.js';
export type { SessionEvent, SessionEventMap } from './sessionEvents.js';
export type { Health, Pending } from './sessionHealth.js';
export { type SessionLogic, type SessionLogicStart, sessionLogic } from './sessionLogic.js';
export { createSession, type SessionStart, startSession } from './startSession.js';
export {
  type Collected,
  collectItems,
  collectMessages,
  foldStream,
  withStream,
} from './streams/consumeStream.js';
export {
  type EventStreamOptions,
  type MessageSource,
  type StreamedEvent,
  textDeltas,
  toEventStream,
  toReadableStream,
} from './streams/eventStream.js';
export type { StreamItem } from './streams/streamItem.js';
export {
  toUIMessageStream,
  toUIMessageStreamResponse,
  type UIMessageStreamChunk,
} from './streams/uiMessageStream.js';
export type { Turn } from './Turn.js';
export { compareVersions, parseVersion } from './util/versionNumber.js';
export { type WarningCode, warningCodes } from './warnings.js';
