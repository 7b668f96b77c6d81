import type { HookEvent } from './hookInputs.js';
import type { SyncHookOutput } from './hookOutputs.js';
import type { JsonObject } from './jsonObject.js';

type Answer = (reason: string) => SyncHookOutput;

/** How the CLI is told something for one event. */
export interface HookRule {
  block: Answer;
  stop: Answer;
  /** The first CLI whose run ends by `stop` alone; null where none is known to. */
  stopSince: string | null;
  /** Null where no input can be changed. */
  modify: ((updatedInput: JsonObject) => SyncHookOutput) | null;
  /** What a failed hook answers that must not let things pass. */
  deny: Answer;
}

/** Every CLI that has the event. */
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
 * For every event without a row below, unknown ones included: the documented form. Most events
 * ignore `continue: false`, so a stop also blocks, lest the thing happen while the run goes on.
 */
const standard: Omit<HookRule, 'deny'> = {
  block: refuse,
  stop: refuseAndHalt,
  stopSince: null,
  modify: null,
};

/** As 2.1.197 and 2.1.325 behave, unless a comment names another version. */
const special: Partial<Record<HookEvent, Partial<HookRule>>> = {
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
    // `decision: 'block'` is ignored here. The CLI asks `can_use_tool` at the same time, and takes
    // the answer that comes first.
    block: (reason) => refusePermission(reason),
    // `continue: false` is ignored, `interrupt` works.
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
  // The tool has run: a block tells the model why that was wrong.
  PostToolUse: { stop: halt, stopSince: always },
  PostToolUseFailure: { stop: halt },
  // A block ends the run as well.
  PostToolBatch: { stop: halt, stopSince: always },
  // Here a block means "go on": with it a stop fails on 2.0, and a hook that fails each time would
  // keep the run from ever ending.
  Stop: { stop: halt, stopSince: always, deny: proceed },
  SubagentStop: { stop: halt, deny: proceed },
  TaskCompleted: { stop: halt, deny: proceed },
  TeammateIdle: { stop: halt, deny: proceed },
};

export function hookRule(event: string): HookRule {
  const rule: Omit<HookRule, 'deny'> & Partial<HookRule> = {
    ...standard,
    ...(Object.hasOwn(special, event) ? special[event as HookEvent] : undefined),
  };
  return { ...rule, deny: rule.deny ?? rule.block };
}
