import type { HookSpecificOutputs } from './hookOutputs.js';
import { isObject, type JsonObject } from './jsonObject.js';

interface Check {
  accepts(value: unknown): boolean;
  /** Completes the sentence "… must be". */
  expected: string;
  isRequired?: true;
}

type Checks = Readonly<Record<string, Check>>;

const text: Check = { accepts: (value) => typeof value === 'string', expected: 'a string' };
const number: Check = { accepts: (value) => typeof value === 'number', expected: 'a number' };
const flag: Check = { accepts: (value) => typeof value === 'boolean', expected: 'true or false' };
const object: Check = { accepts: isObject, expected: 'an object' };
const list: Check = { accepts: Array.isArray, expected: 'a list' };
const anything: Check = { accepts: () => true, expected: 'anything' };
const texts: Check = {
  accepts: (value) => Array.isArray(value) && value.every(text.accepts),
  expected: 'a list of strings',
};

function oneOf(...words: readonly string[]): Check {
  const quoted = words.map((word) => `'${word}'`);
  return {
    accepts: (value) => words.some((word) => word === value),
    expected: `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`,
  };
}

const context = { additionalContext: text };
const elicitation = { action: oneOf('accept', 'decline', 'cancel'), content: object };

const common: Checks = {
  async: flag,
  asyncTimeout: number,
  continue: flag,
  stopReason: text,
  suppressOutput: flag,
  systemMessage: text,
  terminalSequence: text,
  decision: oneOf('approve', 'block'),
  reason: text,
  hookSpecificOutput: object,
};

type SpecificChecks = {
  [E in keyof HookSpecificOutputs]: {
    [Field in Exclude<keyof HookSpecificOutputs[E], 'hookEventName'>]-?: Check;
  };
};

const specific: SpecificChecks = {
  PreToolUse: {
    ...context,
    permissionDecision: oneOf('allow', 'deny', 'ask', 'defer'),
    permissionDecisionReason: text,
    updatedInput: object,
  },
  PostToolUse: {
    ...context,
    updatedToolOutput: anything,
    updatedMCPToolOutput: anything,
    classifierContext: text,
  },
  PostToolUseFailure: context,
  PostToolBatch: context,
  Notification: context,
  UserPromptSubmit: { ...context, sessionTitle: text, suppressOriginalPrompt: flag },
  UserPromptExpansion: { ...context, suppressOriginalPrompt: flag },
  SessionStart: {
    ...context,
    initialUserMessage: text,
    sessionTitle: text,
    watchPaths: texts,
    reloadSkills: flag,
  },
  Stop: context,
  SubagentStart: context,
  SubagentStop: context,
  PreModelSwitch: {
    permissionDecision: oneOf('allow', 'deny', 'ask'),
    permissionDecisionReason: text,
  },
  PostModelSwitch: context,
  PermissionRequest: { decision: { ...object, isRequired: true } },
  PermissionDenied: { retry: flag },
  Setup: context,
  Elicitation: elicitation,
  ElicitationResult: elicitation,
  WorktreeCreate: { worktreePath: { ...text, isRequired: true } },
  CwdChanged: { watchPaths: texts },
  FileChanged: { watchPaths: texts },
  MessageDisplay: { displayContent: text },
};

const permission: Checks = { behavior: { ...oneOf('allow', 'deny'), isRequired: true } };
const permissionBy: Readonly<Record<string, Checks>> = {
  allow: { updatedInput: object, updatedPermissions: list },
  deny: { message: text, interrupt: flag },
};

/**
 * Explains why the CLI would not act on this output; undefined if it would.
 *
 * If one field is wrong, the CLI drops the whole answer. If it knows none of the fields, it treats the
 * answer as empty. Either way the tool runs. Unknown fields next to known ones are left to the CLI,
 * which may be newer.
 */
export function problemOfHookOutput(event: string, output: JsonObject): string | undefined {
  const keys = Object.keys(output);
  if (keys.length > 0 && !keys.some((key) => Object.hasOwn(common, key))) {
    return `an object with only unknown fields (${keys.join(', ')})`;
  }
  // The CLI denies the tool in this case, and a failing hook that continues must not undo that. Other
  // events differ: for a prompt's hook, it ends the whole session.
  if (event === 'PreToolUse' && isOtherEvent(event, output)) return undefined;
  return wrongFieldOf(event, output);
}

/** Whether the output names another event. The CLI does not simply ignore that. */
export function isOtherEvent(event: string, { hookSpecificOutput }: JsonObject): boolean {
  if (!isObject(hookSpecificOutput)) return false;
  const { hookEventName } = hookSpecificOutput;
  return hookEventName !== event && Object.hasOwn(specific, String(hookEventName));
}

/** Describes the field because of which the CLI drops the answer, if there is one. */
export function wrongFieldOf(event: string, output: JsonObject): string | undefined {
  // The CLI reads no other field of an async output.
  if (output.async === true) return wrongField({ asyncTimeout: number }, output);
  return wrongField(common, output) ?? problemOfSpecific(event, output.hookSpecificOutput);
}

function problemOfSpecific(event: string, output: unknown): string | undefined {
  if (!isObject(output)) return undefined;
  const place = 'hookSpecificOutput.';
  const name: Check = {
    accepts: (value) => value === event,
    expected: `'${event}'`,
    isRequired: true,
  };
  const known: Checks = Object.hasOwn(specific, event)
    ? specific[event as keyof SpecificChecks]
    : {};
  const problem = wrongField({ hookEventName: name, ...known }, output, place);
  if (problem !== undefined || event !== 'PermissionRequest') return problem;
  const decision = output.decision as JsonObject;
  const inside = `${place}decision.`;
  return (
    wrongField(permission, decision, inside) ??
    wrongField(permissionBy[String(decision.behavior)] ?? {}, decision, inside)
  );
}

function wrongField(checks: Checks, fields: JsonObject, place = ''): string | undefined {
  for (const [key, { accepts, expected, isRequired }] of Object.entries(checks)) {
    const value = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (value === undefined ? isRequired : !accepts(value)) {
      return `${place}${key}: ${JSON.stringify(value)}, which must be ${expected}`;
    }
  }
  return undefined;
}
