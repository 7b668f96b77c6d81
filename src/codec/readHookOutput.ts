import { problemOfHookOutput } from './checkHookOutput.js';
import { isObject, type JsonObject, type JsonObjectReading, readJsonObject } from './jsonObject.js';

/** Reads an output that a hook wrote without helpers. Reports what the CLI would ignore. Never throws. */
export function readHookOutput(event: string, returned: unknown): JsonObjectReading {
  if (isEmptyObject(returned)) return { object: {} };
  /** Values that JSON leaves out silently. */
  const lost: string[] = [];
  const undecided: string[] = [];
  let root: unknown;
  let specific: unknown;
  const reading = readJsonObject(returned, function see(key, value) {
    root ??= value;
    if (this === root && key === 'hookSpecificOutput') specific = value;
    if (isLostInJson(value)) lost.push(`${key}: ${typeof value}`);
    const isDecision = decisions.has(key) && (this === root || this === specific);
    if (isDecision && value === undefined) undecided.push(`${key}: undefined`);
    return value;
  });
  if ('problem' in reading) return reading;
  const { object } = reading;
  const problems = [
    ...(refuses(object) ? [] : lost),
    // If the answer says anything else, an undefined field counts as absent, as usual.
    ...(isUndecided(object) ? undecided : []),
  ];
  if (problems.length > 0)
    return { problem: `an object that is not JSON (${problems.join(', ')})` };
  const problem = problemOfHookOutput(event, object);
  return problem === undefined ? reading : { problem };
}

/** Reads the input that a hook passed to `modifyInput`. */
export function readHookInput(input: unknown): JsonObjectReading {
  const lost: string[] = [];
  const reading = readJsonObject(input, (key, value) => {
    if (isLostInJson(value)) lost.push(`${key}: ${typeof value}`);
    return value;
  });
  return lost.length > 0 && 'object' in reading
    ? { problem: `an object that is not JSON (${lost.join(', ')})` }
    : reading;
}

/** A shortcut: most hooks only watch, and return `{}`. */
function isEmptyObject(returned: unknown): boolean {
  try {
    return (
      isObject(returned) &&
      Object.getPrototypeOf(returned) === Object.prototype &&
      Reflect.ownKeys(returned).length === 0
    );
  } catch {
    return false;
  }
}

const decisions: ReadonlySet<string> = new Set(['decision', 'permissionDecision']);

/** JSON leaves these values out silently. */
function isLostInJson(value: unknown): boolean {
  return typeof value === 'function' || typeof value === 'symbol';
}

/** Whether the output still prevents something, even if parts of it were lost. */
function refuses({ continue: goesOn, decision, hookSpecificOutput }: JsonObject): boolean {
  if (goesOn === false || decision === 'block') return true;
  if (!isObject(hookSpecificOutput)) return false;
  const { permissionDecision, decision: permission } = hookSpecificOutput;
  return (
    permissionDecision === 'deny' ||
    permissionDecision === 'ask' ||
    (isObject(permission) && permission.behavior === 'deny')
  );
}

/** Whether the output holds no decision: at most reasons for one. */
function isUndecided({ reason: _, hookSpecificOutput = {}, ...more }: JsonObject): boolean {
  if (Object.keys(more).length > 0 || !isObject(hookSpecificOutput)) return false;
  const { hookEventName: __, permissionDecisionReason: ___, ...rest } = hookSpecificOutput;
  return Object.keys(rest).length === 0;
}
