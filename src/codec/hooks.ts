export {
  block,
  failureOutput,
  modifyInput,
  proceed,
  renderHookOutput,
  stopRun,
} from './hookHelpers.js';
export type {
  BackgroundTaskSummary,
  HookEvent,
  HookInput,
  HookInputBase,
  HookInputs,
  McpServerProvenance,
  SessionCronSummary,
  UnlistedHookInput,
} from './hookInputs.js';
export type {
  AsyncHookOutput,
  HookOutput,
  HookSpecificOutputs,
  SyncHookOutput,
} from './hookOutputs.js';
