import { problemOfHookOutput } from './checkHookOutput.js';
import { isObject, type JsonObject, type JsonObjectReading, readJsonObject } from './jsonObject.js';

/** An output that a hook wrote itself, if the CLI would act on it as it was meant. Never throws. */
export function readHookOutput(event: string, returned: unknown): JsonObjectReading {
  if (isBlank(returned)) return { object: {} };
  const lost: string[] = [];
  const undecided: string[] = [];
  let root: unknown;
  let specific: unknown;
  const reading = readJsonObject(returned, function see(key, value) {
    root ??= value;
    if (this === root && key === 'hookSpecificOutput') specific = value;
    if (isNoJson(value)) lost.push(`${key}: ${typeof value}`);
    const isDecision = decisions.has(key) && (this === root || this === specific);
    if (isDecision && value === undefined) undecided.push(`${key}: undefined`);
    return value;
  });
  if ('problem' in reading) return reading;
  const { object } = reading;
  const gone = [
    ...(refuses(object) ? [] : lost),
    // Beside something else that is said, an undefined field is an absent one, as everywhere.
    ...(saysNothing(object) ? undecided : []),
  ];
  if (gone.length > 0) return { problem: `an object that is not JSON (${gone.join(', ')})` };
  const problem = problemOfHookOutput(event, object);
  return problem === undefined ? reading : { problem };
}

/** The input that a hook gave to `modifyInput`. */
export function readHookInput(input: unknown): JsonObjectReading {
  const lost: string[] = [];
  const reading = readJsonObject(input, (key, value) => {
    if (isNoJson(value)) lost.push(`${key}: ${typeof value}`);
    return value;
  });
  return lost.length > 0 && 'object' in reading
    ? { problem: `an object that is not JSON (${lost.join(', ')})` }
    : reading;
}

/** Most hooks only look on, and return `{}`. */
function isBlank(returned: unknown): boolean {
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

/** JSON leaves these out without a word. */
function isNoJson(value: unknown): boolean {
  return typeof value === 'function' || typeof value === 'symbol';
}

/** Whether it keeps something from happening, whatever else was lost of it. */
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

/** Whether it gives at most reasons for a decision that is not there. */
function saysNothing({ reason: _, hookSpecificOutput = {}, ...more }: JsonObject): boolean {
  if (Object.keys(more).length > 0 || !isObject(hookSpecificOutput)) return false;
  const { hookEventName: __, permissionDecisionReason: ___, ...rest } = hookSpecificOutput;
  return Object.keys(rest).length === 0;
}
