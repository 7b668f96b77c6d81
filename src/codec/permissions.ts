import { isObject, type JsonObject, readJsonObject } from './jsonObject.js';

/**
 * How tool calls are permitted.
 *
 * - `default`: ask for what no rule allows.
 * - `acceptEdits`: allow file edits without asking.
 * - `bypassPermissions`: allow everything. Needs `allowDangerouslySkipPermissions`.
 * - `plan`: plan only, run no tools that change anything.
 * - `dontAsk`: deny what no rule allows.
 * - `auto`: a classifier decides.
 */
export type PermissionMode =
  | 'default'
  | 'acceptEdits'
  | 'bypassPermissions'
  | 'plan'
  | 'dontAsk'
  | 'auto';

/** A record, so that forgetting a mode is a compile error. */
const modes: Readonly<Record<PermissionMode, true>> = {
  default: true,
  acceptEdits: true,
  bypassPermissions: true,
  plan: true,
  dontAsk: true,
  auto: true,
};

export const permissionModes = Object.keys(modes) as readonly PermissionMode[];

/** What a permission rule does. */
export type PermissionBehavior = 'allow' | 'deny' | 'ask';

/** Where a changed rule is kept: a settings file, or this session only. */
export type PermissionUpdateDestination =
  | 'userSettings'
  | 'projectSettings'
  | 'localSettings'
  | 'session'
  | 'cliArg';

/** A permission rule, such as `{ toolName: 'Bash', ruleContent: 'git status' }`. */
export type PermissionRule = {
  /** The tool. */
  toolName: string;
  /** Which calls; all if absent. */
  ruleContent?: string;
};

/** A change to the permission rules. The CLI suggests them; send them back to apply them. */
export type PermissionUpdate =
  | {
      type: 'addRules' | 'replaceRules' | 'removeRules';
      /** The rules to add, replace or remove. */
      rules: PermissionRule[];
      /** What the rules do. */
      behavior: PermissionBehavior;
      /** Where the change is kept. */
      destination: PermissionUpdateDestination;
    }
  | {
      type: 'setMode';
      /** The new permission mode. */
      mode: PermissionMode;
      /** Where the change is kept. */
      destination: PermissionUpdateDestination;
    }
  | {
      type: 'addDirectories' | 'removeDirectories';
      /** The directories to add or remove. */
      directories: string[];
      /** Where the change is kept. */
      destination: PermissionUpdateDestination;
    };

/** What the user chose, for the CLI's telemetry. */
export type PermissionDecisionClassification = 'user_temporary' | 'user_permanent' | 'user_reject';

/** Lets the tool run. */
export type PermissionAllow = {
  behavior: 'allow';
  /** Replaces the input of the tool. By default it runs with the input it was called with. */
  updatedInput?: Record<string, unknown>;
  /** Changes to the permission rules, so the CLI need not ask again. */
  updatedPermissions?: PermissionUpdate[];
  /** The tool call that this answers. */
  toolUseID?: string;
  /** What the user chose, for the CLI's telemetry. */
  decisionClassification?: PermissionDecisionClassification;
};

/** Keeps the tool from running. */
export type PermissionDeny = {
  behavior: 'deny';
  /** Why. The model sees it. */
  message: string;
  /** Also interrupt the turn. */
  interrupt?: boolean;
  /** The tool call that this answers. */
  toolUseID?: string;
  /** What the user chose, for the CLI's telemetry. */
  decisionClassification?: PermissionDecisionClassification;
};

/** What `canUseTool` returns. */
export type PermissionResult = PermissionAllow | PermissionDeny;

/** The answer as the CLI wants it: 2.1.197 denies an `allow` without `updatedInput`. */
export type PermissionAnswer =
  | (PermissionAllow & { updatedInput: Record<string, unknown> })
  | PermissionDeny;

export type PermissionReading =
  | { answer: PermissionAnswer; warning?: { code: 'CallbackFailed'; message: string } }
  | { failure: string };

/**
 * Checks what `canUseTool` returned. Given an invalid answer, the CLI denies and shows the model a
 * parser error. This tells the caller what is wrong instead. Never throws.
 */
export function readPermissionResult(
  value: unknown,
  input: Record<string, unknown>,
): PermissionReading {
  const reading = readJsonObject(value);
  if ('problem' in reading) return failure(`returned ${reading.problem}`);
  const { object } = reading;
  if (object.behavior === 'allow') return readAllow(object, input);
  if (object.behavior === 'deny') return readDeny(object);
  return failure(`returned an object whose behavior is ${JSON.stringify(object.behavior)}`);
}

/** An optional field that is null counts as absent. */
function readAllow(object: JsonObject, input: Record<string, unknown>): PermissionReading {
  const { updatedInput, updatedPermissions, ...rest } = object;
  const changed = updatedInput ?? input;
  if (!isObject(changed)) return failure('allowed with an updatedInput that is not an object');
  const updates = updatedPermissions ?? undefined;
  if (updates !== undefined && !(Array.isArray(updates) && updates.every(isObject))) {
    return failure('allowed with updatedPermissions that are not a list of objects');
  }
  const answer = { ...rest, behavior: 'allow' as const, updatedInput: changed };
  if (updates === undefined) return { answer };
  return { answer: { ...answer, updatedPermissions: updates as PermissionUpdate[] } };
}

function readDeny(object: JsonObject): PermissionReading {
  const { message, interrupt, ...rest } = object;
  if (typeof (interrupt ?? false) !== 'boolean') {
    return failure('denied with an interrupt that is not a boolean');
  }
  const answer = { ...rest, behavior: 'deny' as const };
  if (typeof message === 'string') {
    return {
      answer: interrupt === true ? { ...answer, message, interrupt } : { ...answer, message },
    };
  }
  const problem = failure('denied without a message string');
  if (interrupt !== true) return problem;
  // A failed callback would deny as well, but not interrupt the turn.
  return {
    answer: { ...answer, message: 'This tool was denied, and the turn ends.', interrupt },
    warning: { code: 'CallbackFailed', message: problem.failure },
  };
}

function failure(what: string): { failure: string } {
  return {
    failure: `canUseTool ${what}. Return { behavior: 'allow', updatedInput?, updatedPermissions? } or { behavior: 'deny', message, interrupt? }.`,
  };
}
