import type { HookEvent } from '../../codec/hookInputs.js';

/** Which hook events the simulated CLI can fire. A new event must be added here. */
const hookEvents = {
  PreToolUse: true,
  PostToolUse: true,
  PostToolUseFailure: true,
  PostToolBatch: true,
  Notification: true,
  UserPromptSubmit: true,
  UserPromptExpansion: true,
  SessionStart: true,
  SessionEnd: true,
  Stop: true,
  StopFailure: true,
  SubagentStart: true,
  SubagentStop: true,
  PreCompact: true,
  PostCompact: true,
  PreModelSwitch: true,
  PostModelSwitch: true,
  PermissionRequest: true,
  PermissionDenied: true,
  Setup: false,
  TeammateIdle: false,
  TaskCreated: true,
  TaskCompleted: true,
  Elicitation: true,
  ElicitationResult: true,
  ConfigChange: true,
  WorktreeCreate: true,
  WorktreeRemove: true,
  InstructionsLoaded: true,
  CwdChanged: true,
  FileChanged: true,
  DirectoryAdded: true,
  MessageDisplay: true,
} as const satisfies Record<HookEvent, boolean>;

type Table = typeof hookEvents;

/** The hook events that the simulated CLI can fire. */
export type SimulatedHookEvent = {
  [Event in keyof Table]: Table[Event] extends true ? Event : never;
}[keyof Table];
