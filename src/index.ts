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
export type { PermissionMode, PermissionResult, PermissionUpdate } from './codec/permissions.js';
export type { ModelUsage, ResultError, ResultMessage, ResultSuccess } from './codec/results.js';
export type { StreamEvent } from './codec/streamEvents.js';
export type { InitMessage, SystemMessage } from './codec/systemMessages.js';
export type { Unlisted } from './codec/unlisted.js';
export { fieldOf } from './codec/unlisted.js';
export type { DiscoveryAttempt, ErrorCategory, ErrorCode, ErrorDetails } from './errors.js';
export { ClaudeActorsError, isTerminal } from './errors.js';
