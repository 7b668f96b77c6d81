import { isObject, type JsonObject, readJsonObject } from './jsonObject.js';

export type PermissionMode =
  | 'default'
  | 'acceptEdits'
  | 'bypassPermissions'
  | 'plan'
  | 'dontAsk'
  | 'auto';

export type PermissionBehavior = 'allow' | 'deny' | 'ask';

export type PermissionUpdateDestination =
  | 'userSettings'
  | 'projectSettings'
  | 'localSettings'
  | 'session'
  | 'cliArg';

/** One rule, for example `{ toolName: 'Bash', ruleContent: 'git status' }`. */
export interface PermissionRule {
  toolName: string;
  ruleContent?: string;
}

/** A change of the permission rules: suggested by the CLI, or sent back with an allow. */
export type PermissionUpdate =
  | {
      type: 'addRules' | 'replaceRules' | 'removeRules';
      rules: PermissionRule[];
      behavior: PermissionBehavior;
      destination: PermissionUpdateDestination;
    }
  | { type: 'setMode'; mode: PermissionMode; destination: PermissionUpdateDestination }
  | {
      type: 'addDirectories' | 'removeDirectories';
      directories: string[];
      destination: PermissionUpdateDestination;
    };

export type PermissionDecisionClassification = 'user_temporary' | 'user_permanent' | 'user_reject';

export interface PermissionAllow {
  behavior: 'allow';
  /** What the tool runs with; the original input where absent. */
  updatedInput?: Record<string, unknown>;
  updatedPermissions?: PermissionUpdate[];
  toolUseID?: string;
  decisionClassification?: PermissionDecisionClassification;
}

export interface PermissionDeny {
  behavior: 'deny';
  /** Told to the model. */
  message: string;
  /** Also interrupt the turn. */
  interrupt?: boolean;
  toolUseID?: string;
  decisionClassification?: PermissionDecisionClassification;
}

export type PermissionResult = PermissionAllow | PermissionDeny;

/** As the CLI wants it: 2.1.197 denies an allow without `updatedInput`. */
export type PermissionAnswer =
  | (PermissionAllow & { updatedInput: Record<string, unknown> })
  | PermissionDeny;

export type PermissionReading =
  | { answer: PermissionAnswer; warning?: { code: 'CallbackFailed'; message: string } }
  | { failure: string };

/**
 * Checks what `canUseTool` returned. The CLI denies on an answer that it cannot read, and shows the
 * model a parser's complaint; here the caller learns what is wrong. Never throws.
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

/** An optional field set to null counts as absent, as it does in JavaScript's own defaults. */
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
  // A failure would deny as well, but the turn would go on.
  return {
    answer: { ...answer, message: 'This tool was not allowed, and the turn ends.', interrupt },
    warning: { code: 'CallbackFailed', message: problem.failure },
  };
}

function failure(what: string): { failure: string } {
  return {
    failure: `canUseTool ${what}. Return { behavior: 'allow', updatedInput?, updatedPermissions? } or { behavior: 'deny', message, interrupt? }.`,
  };
}
