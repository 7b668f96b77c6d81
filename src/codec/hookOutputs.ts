import type { HookEvent } from './hookInputs.js';
import type { PermissionUpdate } from './permissions.js';

interface Context {
  /** Told to the model. */
  additionalContext?: string;
}

interface ElicitationAnswer {
  action?: 'accept' | 'decline' | 'cancel';
  content?: Record<string, unknown>;
}

interface SpecificFields {
  PreToolUse: Context & {
    permissionDecision?: 'allow' | 'deny' | 'ask' | 'defer';
    permissionDecisionReason?: string;
    updatedInput?: Record<string, unknown>;
  };
  PostToolUse: Context & {
    /** Replaces what the model sees of the tool's result. */
    updatedToolOutput?: unknown;
    /** The same for MCP tools only. */
    updatedMCPToolOutput?: unknown;
    classifierContext?: string;
  };
  PostToolUseFailure: Context;
  PostToolBatch: Context;
  Notification: Context;
  UserPromptSubmit: Context & { sessionTitle?: string; suppressOriginalPrompt?: boolean };
  UserPromptExpansion: Context & { suppressOriginalPrompt?: boolean };
  SessionStart: Context & {
    initialUserMessage?: string;
    sessionTitle?: string;
    watchPaths?: string[];
    reloadSkills?: boolean;
  };
  Stop: Context;
  SubagentStart: Context;
  SubagentStop: Context;
  PreModelSwitch: {
    permissionDecision?: 'allow' | 'deny' | 'ask';
    permissionDecisionReason?: string;
  };
  PostModelSwitch: Context;
  PermissionRequest: {
    decision:
      | {
          behavior: 'allow';
          updatedInput?: Record<string, unknown>;
          updatedPermissions?: PermissionUpdate[];
        }
      | { behavior: 'deny'; message?: string; interrupt?: boolean };
  };
  PermissionDenied: { retry?: boolean };
  Setup: Context;
  Elicitation: ElicitationAnswer;
  ElicitationResult: ElicitationAnswer;
  WorktreeCreate: { worktreePath: string };
  CwdChanged: { watchPaths?: string[] };
  FileChanged: { watchPaths?: string[] };
  MessageDisplay: { displayContent?: string };
}

/** What each event adds to the common output; an event that is absent here adds nothing. */
export type HookSpecificOutputs = {
  [E in keyof SpecificFields & HookEvent]: { hookEventName: E } & SpecificFields[E];
};

export type HookSpecificOutput = HookSpecificOutputs[keyof HookSpecificOutputs];

/** An answer given at once. `{}` lets things go on. */
export interface SyncHookOutput {
  /** False ends the run; see `stopRun` for what else that needs. */
  continue?: boolean;
  stopReason?: string;
  suppressOutput?: boolean;
  systemMessage?: string;
  terminalSequence?: string;
  decision?: 'approve' | 'block';
  reason?: string;
  hookSpecificOutput?: HookSpecificOutput;
}

/** Lets the CLI go on at once, while the hook keeps working. */
export interface AsyncHookOutput {
  async: true;
  asyncTimeout?: number;
}

/** What a hook answers to the CLI. */
export type HookOutput = SyncHookOutput | AsyncHookOutput;
