import type { HookInputs, HookSpecificOutputs } from '../codec/hooks.js';
import type { HookCallback } from '../options/callbackTypes.js';

// The official SDK's names for hook types. Here they are members of `HookInputs` and
// `HookSpecificOutputs`, indexed by event.

export type {
  AsyncHookOutput as AsyncHookJSONOutput,
  BackgroundTaskSummary,
  HookInputBase as BaseHookInput,
  HookOutput as HookJSONOutput,
  McpServerProvenance,
  SessionCronSummary,
  SyncHookOutput as SyncHookJSONOutput,
} from '../codec/hooks.js';

/** Hooks for one event, as the official SDK types them. `HookMatcher` takes more. */
export interface HookCallbackMatcher {
  /** The tools to call the hooks for, as a pattern such as `Write|Edit`. */
  matcher?: string;
  /** The functions to call. */
  hooks: HookCallback[];
  /** How long each hook may take, in seconds. */
  timeout?: number;
  /** Whether what the event announces happens if a hook fails. */
  onFailure?: 'continue' | 'block';
}

/** The input of a `ConfigChange` hook. */
export type ConfigChangeHookInput = HookInputs['ConfigChange'];
/** The input of a `CwdChanged` hook. */
export type CwdChangedHookInput = HookInputs['CwdChanged'];
/** The input of a `DirectoryAdded` hook. */
export type DirectoryAddedHookInput = HookInputs['DirectoryAdded'];
/** The input of an `Elicitation` hook. */
export type ElicitationHookInput = HookInputs['Elicitation'];
/** The input of an `ElicitationResult` hook. */
export type ElicitationResultHookInput = HookInputs['ElicitationResult'];
/** The input of a `FileChanged` hook. */
export type FileChangedHookInput = HookInputs['FileChanged'];
/** The input of an `InstructionsLoaded` hook. */
export type InstructionsLoadedHookInput = HookInputs['InstructionsLoaded'];
/** The input of a `MessageDisplay` hook. */
export type MessageDisplayHookInput = HookInputs['MessageDisplay'];
/** The input of a `Notification` hook. */
export type NotificationHookInput = HookInputs['Notification'];
/** The input of a `PermissionDenied` hook. */
export type PermissionDeniedHookInput = HookInputs['PermissionDenied'];
/** The input of a `PermissionRequest` hook. */
export type PermissionRequestHookInput = HookInputs['PermissionRequest'];
/** The input of a `PostCompact` hook. */
export type PostCompactHookInput = HookInputs['PostCompact'];
/** The input of a `PostModelSwitch` hook. */
export type PostModelSwitchHookInput = HookInputs['PostModelSwitch'];
/** The input of a `PostToolBatch` hook. */
export type PostToolBatchHookInput = HookInputs['PostToolBatch'];
/** The input of a `PostToolUse` hook. */
export type PostToolUseHookInput = HookInputs['PostToolUse'];
/** The input of a `PostToolUseFailure` hook. */
export type PostToolUseFailureHookInput = HookInputs['PostToolUseFailure'];
/** The input of a `PreCompact` hook. */
export type PreCompactHookInput = HookInputs['PreCompact'];
/** The input of a `PreModelSwitch` hook. */
export type PreModelSwitchHookInput = HookInputs['PreModelSwitch'];
/** The input of a `PreToolUse` hook. */
export type PreToolUseHookInput = HookInputs['PreToolUse'];
/** The input of a `SessionEnd` hook. */
export type SessionEndHookInput = HookInputs['SessionEnd'];
/** The input of a `SessionStart` hook. */
export type SessionStartHookInput = HookInputs['SessionStart'];
/** The input of a `Setup` hook. */
export type SetupHookInput = HookInputs['Setup'];
/** The input of a `Stop` hook. */
export type StopHookInput = HookInputs['Stop'];
/** The input of a `StopFailure` hook. */
export type StopFailureHookInput = HookInputs['StopFailure'];
/** The input of a `SubagentStart` hook. */
export type SubagentStartHookInput = HookInputs['SubagentStart'];
/** The input of a `SubagentStop` hook. */
export type SubagentStopHookInput = HookInputs['SubagentStop'];
/** The input of a `TaskCompleted` hook. */
export type TaskCompletedHookInput = HookInputs['TaskCompleted'];
/** The input of a `TaskCreated` hook. */
export type TaskCreatedHookInput = HookInputs['TaskCreated'];
/** The input of a `TeammateIdle` hook. */
export type TeammateIdleHookInput = HookInputs['TeammateIdle'];
/** The input of an `UserPromptExpansion` hook. */
export type UserPromptExpansionHookInput = HookInputs['UserPromptExpansion'];
/** The input of an `UserPromptSubmit` hook. */
export type UserPromptSubmitHookInput = HookInputs['UserPromptSubmit'];
/** The input of a `WorktreeCreate` hook. */
export type WorktreeCreateHookInput = HookInputs['WorktreeCreate'];
/** The input of a `WorktreeRemove` hook. */
export type WorktreeRemoveHookInput = HookInputs['WorktreeRemove'];

/** The `hookSpecificOutput` of a `CwdChanged` hook. */
export type CwdChangedHookSpecificOutput = HookSpecificOutputs['CwdChanged'];
/** The `hookSpecificOutput` of an `Elicitation` hook. */
export type ElicitationHookSpecificOutput = HookSpecificOutputs['Elicitation'];
/** The `hookSpecificOutput` of an `ElicitationResult` hook. */
export type ElicitationResultHookSpecificOutput = HookSpecificOutputs['ElicitationResult'];
/** The `hookSpecificOutput` of a `FileChanged` hook. */
export type FileChangedHookSpecificOutput = HookSpecificOutputs['FileChanged'];
/** The `hookSpecificOutput` of a `MessageDisplay` hook. */
export type MessageDisplayHookSpecificOutput = HookSpecificOutputs['MessageDisplay'];
/** The `hookSpecificOutput` of a `Notification` hook. */
export type NotificationHookSpecificOutput = HookSpecificOutputs['Notification'];
/** The `hookSpecificOutput` of a `PermissionDenied` hook. */
export type PermissionDeniedHookSpecificOutput = HookSpecificOutputs['PermissionDenied'];
/** The `hookSpecificOutput` of a `PermissionRequest` hook. */
export type PermissionRequestHookSpecificOutput = HookSpecificOutputs['PermissionRequest'];
/** The `hookSpecificOutput` of a `PostModelSwitch` hook. */
export type PostModelSwitchHookSpecificOutput = HookSpecificOutputs['PostModelSwitch'];
/** The `hookSpecificOutput` of a `PostToolBatch` hook. */
export type PostToolBatchHookSpecificOutput = HookSpecificOutputs['PostToolBatch'];
/** The `hookSpecificOutput` of a `PostToolUse` hook. */
export type PostToolUseHookSpecificOutput = HookSpecificOutputs['PostToolUse'];
/** The `hookSpecificOutput` of a `PostToolUseFailure` hook. */
export type PostToolUseFailureHookSpecificOutput = HookSpecificOutputs['PostToolUseFailure'];
/** The `hookSpecificOutput` of a `PreModelSwitch` hook. */
export type PreModelSwitchHookSpecificOutput = HookSpecificOutputs['PreModelSwitch'];
/** The `hookSpecificOutput` of a `PreToolUse` hook. */
export type PreToolUseHookSpecificOutput = HookSpecificOutputs['PreToolUse'];
/** The `hookSpecificOutput` of a `SessionStart` hook. */
export type SessionStartHookSpecificOutput = HookSpecificOutputs['SessionStart'];
/** The `hookSpecificOutput` of a `Setup` hook. */
export type SetupHookSpecificOutput = HookSpecificOutputs['Setup'];
/** The `hookSpecificOutput` of a `Stop` hook. */
export type StopHookSpecificOutput = HookSpecificOutputs['Stop'];
/** The `hookSpecificOutput` of a `SubagentStart` hook. */
export type SubagentStartHookSpecificOutput = HookSpecificOutputs['SubagentStart'];
/** The `hookSpecificOutput` of a `SubagentStop` hook. */
export type SubagentStopHookSpecificOutput = HookSpecificOutputs['SubagentStop'];
/** The `hookSpecificOutput` of a `UserPromptExpansion` hook. */
export type UserPromptExpansionHookSpecificOutput = HookSpecificOutputs['UserPromptExpansion'];
/** The `hookSpecificOutput` of a `UserPromptSubmit` hook. */
export type UserPromptSubmitHookSpecificOutput = HookSpecificOutputs['UserPromptSubmit'];
/** The `hookSpecificOutput` of a `WorktreeCreate` hook. */
export type WorktreeCreateHookSpecificOutput = HookSpecificOutputs['WorktreeCreate'];

/** Why a session ended, in the input of a `SessionEnd` hook. */
export type ExitReason = HookInputs['SessionEnd']['reason'];
/** What a `PreToolUse` hook can decide about a tool call. */
export type HookPermissionDecision = NonNullable<
  HookSpecificOutputs['PreToolUse']['permissionDecision']
>;
/** One tool call in the input of a `PostToolBatch` hook. */
export type PostToolBatchToolCall = HookInputs['PostToolBatch']['tool_calls'][number];
