import type { HookEvent } from './hookInputs.js';
import type { PermissionUpdate } from './permissions.js';

type Context = {
  /** Text that the model sees in addition. */
  additionalContext?: string;
};

type ElicitationAnswer = {
  /** What to answer in place of the user. */
  action?: 'accept' | 'decline' | 'cancel';
  /** The fields of the form, if the action is `accept`. */
  content?: Record<string, unknown>;
};

type SpecificFields = {
  /** Allows, denies or changes the tool call. */
  PreToolUse: Context & {
    /** What happens to the call. Without it, the normal permission rules apply. */
    permissionDecision?: 'allow' | 'deny' | 'ask' | 'defer';
    /** Why. The model sees it when the call is denied. */
    permissionDecisionReason?: string;
    /** Replaces the input of the tool. */
    updatedInput?: Record<string, unknown>;
  };
  /** Changes what the model sees of the result. */
  PostToolUse: Context & {
    /** Replaces the tool's result before the model sees it. */
    updatedToolOutput?: unknown;
    /** The same for MCP tools only. Prefer `updatedToolOutput`. */
    updatedMCPToolOutput?: unknown;
    /** Context for the classifier that decides in the permission mode `auto`. */
    classifierContext?: string;
  };
  /** Adds context after a failed tool call. */
  PostToolUseFailure: Context;
  /** Adds context after a batch of tool calls. */
  PostToolBatch: Context;
  /** Adds context after a notification. */
  Notification: Context;
  /** Adds context to the prompt. */
  UserPromptSubmit: Context & {
    /** A new title for the session. */
    sessionTitle?: string;
    /** When the prompt is blocked, leave it out of the message. */
    suppressOriginalPrompt?: boolean;
  };
  /** Adds context to the expanded prompt. */
  UserPromptExpansion: Context & {
    /** When the prompt is blocked, leave it out of the message. */
    suppressOriginalPrompt?: boolean;
  };
  /** Prepares the session. */
  SessionStart: Context & {
    /** A first message to send on behalf of the user. */
    initialUserMessage?: string;
    /** A new title for the session. */
    sessionTitle?: string;
    /** Files to watch for `FileChanged`, as absolute paths. */
    watchPaths?: string[];
    /** Load skills and commands again after the hooks have run, so new ones are found. */
    reloadSkills?: boolean;
  };
  /** Gives feedback; the model continues so that it can act on it. */
  Stop: Context;
  /** Adds context for the subagent. */
  SubagentStart: Context;
  /** Gives feedback to the subagent. */
  SubagentStop: Context;
  /** Allows or denies the switch. */
  PreModelSwitch: {
    /** Whether the model may be switched. */
    permissionDecision?: 'allow' | 'deny' | 'ask';
    /** Why. */
    permissionDecisionReason?: string;
  };
  /** Adds context after the switch. */
  PostModelSwitch: Context;
  /** Answers the question in place of the user. */
  PermissionRequest: {
    /** The answer. */
    decision:
      | {
          behavior: 'allow';
          updatedInput?: Record<string, unknown>;
          updatedPermissions?: PermissionUpdate[];
        }
      | { behavior: 'deny'; message?: string; interrupt?: boolean };
  };
  /** Reacts to a denied tool call. */
  PermissionDenied: {
    /** Let the model try the call again. */
    retry?: boolean;
  };
  /** Adds context after the setup. */
  Setup: Context;
  /** Answers the MCP server in place of the user. */
  Elicitation: ElicitationAnswer;
  /** Replaces the user's answer. */
  ElicitationResult: ElicitationAnswer;
  /** Says where the new worktree is. */
  WorktreeCreate: {
    /** The absolute path of the worktree. */
    worktreePath: string;
  };
  /** Changes which files are watched. */
  CwdChanged: {
    /** Files to watch for `FileChanged`, as absolute paths. */
    watchPaths?: string[];
  };
  /** Changes which files are watched. */
  FileChanged: {
    /** Files to watch for `FileChanged`, as absolute paths. */
    watchPaths?: string[];
  };
  /** Changes what is displayed. */
  MessageDisplay: {
    /** Displayed in place of `delta`. The stored message does not change. */
    displayContent?: string;
  };
};

/**
 * The `hookSpecificOutput` of each event, by the name of the event. Events that are not listed have
 * none.
 */
export type HookSpecificOutputs = {
  [E in keyof SpecificFields & HookEvent]: { hookEventName: E } & SpecificFields[E];
};

export type HookSpecificOutput = HookSpecificOutputs[keyof HookSpecificOutputs];

/** The answer of a hook. `{}` lets everything continue. */
export type SyncHookOutput = {
  /** False ends the run. Not every event honors it: prefer `stopRun`. */
  continue?: boolean;
  /** Why the run ends. The user sees it. */
  stopReason?: string;
  /** Hide the hook's output from the transcript. */
  suppressOutput?: boolean;
  /** A warning for the user. */
  systemMessage?: string;
  /** An escape sequence that the CLI writes to the terminal, for a notification or a title. */
  terminalSequence?: string;
  /** Whether what the event announces may happen. Not every event honors it: prefer `block`. */
  decision?: 'approve' | 'block';
  /** Why. The model sees it. */
  reason?: string;
  /** What this event can answer in addition. */
  hookSpecificOutput?: HookSpecificOutput;
};

/** Lets the CLI continue at once, while the hook keeps working. */
export type AsyncHookOutput = {
  async: true;
  /** How long the hook may keep working. */
  asyncTimeout?: number;
};

/**
 * What a hook returns. The helpers `proceed`, `block`, `modifyInput` and `stopRun` write it for
 * you, correctly for every event.
 */
export type HookOutput = SyncHookOutput | AsyncHookOutput;
