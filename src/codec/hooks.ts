export {
  block,
  failureOutput,
  modifyInput,
  proceed,
  renderHookOutput,
  stopRun,
} from './hookHelpers.js';
export type {
  HookEvent,
  HookInput,
  HookInputBase,
  HookInputs,
} from './hookInputs.js';
export type {
  AsyncHookOutput,
  HookOutput,
  HookSpecificOutputs,
  SyncHookOutput,
} from './hookOutputs.js';
export type {
  BackgroundTaskSummary,
  McpServerProvenance,
  SessionCronSummary,
} from './sharedHookFields.js';
