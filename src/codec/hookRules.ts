import type { HookEvent } from './hookInputs.js';
import type { SyncHookOutput } from './hookOutputs.js';
import type { JsonObject } from './jsonObject.js';

type Answer = (reason: string) => SyncHookOutput;

/** How to answer one event so that the CLI acts on it. */
export interface HookRule {
  block: Answer;
  stop: Answer;
  /** The first CLI version that ends the run on `stop` alone; null if none is known to. */
  stopSince: string | null;
  /** Null if the event has no input that can be changed. */
  modify: ((updatedInput: JsonObject) => SyncHookOutput) | null;
  /** The answer of a failed hook with `onFailure: 'deny'`. */
  deny: Answer;
}

/** Every CLI version that has the event. */
const always = '0.0.0';

const proceed = (): SyncHookOutput => ({ continue: true });
const refuse: Answer = (reason) => ({ decision: 'block', reason });
const halt: Answer = (reason) => ({ continue: false, stopReason: reason });
const refuseAndHalt: Answer = (reason) => ({ ...refuse(reason), ...halt(reason) });

const refuseTool: Answer = (reason) => ({
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: 'deny',
    permissionDecisionReason: reason,
  },
});

const refuseSwitch: Answer = (reason) => ({
  hookSpecificOutput: {
    hookEventName: 'PreModelSwitch',
    permissionDecision: 'deny',
    permissionDecisionReason: reason,
  },
});

const refusePermission = (message: string, interrupt?: true): SyncHookOutput => ({
  hookSpecificOutput: {
    hookEventName: 'PermissionRequest',
    decision: { behavior: 'deny', message, ...(interrupt && { interrupt }) },
  },
});

/**
 * The documented form, which also serves events that this version does not know. Most events ignore
 * `continue: false`, so a stop blocks as well: otherwise the event would go ahead.
 */
const standard: Omit<HookRule, 'deny'> = {
  block: refuse,
  stop: refuseAndHalt,
  stopSince: null,
  modify: null,
};

/**
 * Where an event differs from the standard form, as 2.1.197 and 2.1.325 behave unless a comment names
 * another version. Every event has a row: a new one must be looked at.
 */
const differences: Readonly<Record<HookEvent, Partial<HookRule>>> = {
  PreToolUse: {
    block: refuseTool,
    // `continue: false` alone lets the tool run. Before 2.1.210 the denial cancels the stop.
    stop: (reason) => ({ ...refuseTool(reason), ...halt(reason) }),
    stopSince: '2.1.210',
    // Without the decision, 2.0 runs the tool with the old input.
    modify: (updatedInput) => ({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'allow',
        updatedInput,
      },
    }),
  },
  PermissionRequest: {
    // The CLI ignores `decision: 'block'` here. It asks `can_use_tool` at the same time and takes
    // the answer that comes first.
    block: (reason) => refusePermission(reason),
    // The CLI ignores `continue: false` here, but honors `interrupt`.
    stop: (reason) => refusePermission(reason, true),
    stopSince: '2.1.227',
    modify: (updatedInput) => ({
      hookSpecificOutput: {
        hookEventName: 'PermissionRequest',
        decision: { behavior: 'allow', updatedInput },
      },
    }),
  },
  PreModelSwitch: {
    block: refuseSwitch,
    stop: (reason) => ({ ...refuseSwitch(reason), ...halt(reason) }),
  },
  UserPromptSubmit: { stop: halt, stopSince: always },
  UserPromptExpansion: { stop: halt, stopSince: always },
  // The tool has already run: a block only tells the model why that was wrong.
  PostToolUse: { stop: halt, stopSince: always },
  PostToolUseFailure: { stop: halt },
  // A block ends the run as well.
  PostToolBatch: { stop: halt, stopSince: always },
  // Here a block means "continue". It would undo a stop on 2.0, and a hook that fails every time would
  // keep the run from ever ending.
  Stop: { stop: halt, stopSince: always, deny: proceed },
  SubagentStop: { stop: halt, deny: proceed },
  TaskCompleted: { stop: halt, deny: proceed },
  TeammateIdle: { stop: halt, deny: proceed },
  ConfigChange: {},
  CwdChanged: {},
  DirectoryAdded: {},
  Elicitation: {},
  ElicitationResult: {},
  FileChanged: {},
  InstructionsLoaded: {},
  MessageDisplay: {},
  Notification: {},
  PermissionDenied: {},
  PostCompact: {},
  PostModelSwitch: {},
  PreCompact: {},
  SessionEnd: {},
  SessionStart: {},
  Setup: {},
  StopFailure: {},
  SubagentStart: {},
  TaskCreated: {},
  WorktreeCreate: {},
  WorktreeRemove: {},
};

/** The rule of an event; of an unknown one, the standard form. */
export function hookRule(event: string): HookRule {
  const rule: Omit<HookRule, 'deny'> & Partial<HookRule> = {
    ...standard,
    ...(Object.hasOwn(differences, event) ? differences[event as HookEvent] : undefined),
  };
  return { ...rule, deny: rule.deny ?? rule.block };
}

/** Whether a failed hook with `onFailure: 'deny'` stops anything on this event. */
export function canDeny(event: string): boolean {
  return hookRule(event).deny !== proceed;
}
