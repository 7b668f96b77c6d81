import { defaultShutdown } from '../../defaults.js';
import { didYouMean, normalizeName } from '../../util/nearestName.js';
import { isRecord } from '../../util/typeGuards.js';
import { hookEventNames, hookEventProblem } from '../hookEvents.js';
import { invalidOption, unknownOption } from '../invalidOption.js';
import type { CallbackLimit, Limits, Stall, Timeouts } from '../limitTypes.js';
import { operationNames, operationProblem } from '../operationNames.js';
import { checkCount, checkKeys, checkMilliseconds, checkOneOf } from './checkFields.js';

type ShutdownTimes = Required<NonNullable<Timeouts['shutdown']>>;

type Check = (path: string, value: unknown) => void;

// Records of all fields, so that forgetting a timeout, a limit or a stall setting does not compile.

const timeoutChecks: Readonly<Record<keyof Timeouts, Check>> = {
  initialize: checkDelay,
  control: (path, value) => checkByName(path, value, operationProblem),
  hook: (path, value) => checkByName(path, value, hookEventProblem),
  permission: checkDelay,
  mcp: checkDelay,
  write: checkDelay,
  versionProbe: checkDelay,
  shutdown: checkShutdown,
};

const shutdownDefaults: ShutdownTimes = defaultShutdown;

const stallChecks: Readonly<Record<keyof Stall, Check>> = {
  start: checkDelay,
  firstFrame: checkDelay,
  midTurn: checkDelay,
  action: checkAction,
};

const largestCount = 2_147_483_647;
/** V8's longest string: each line becomes one. */
const longestLine = 536_870_888;

const limitChecks: Readonly<Record<keyof Limits, Check>> = {
  lineBytes: countFrom(1, longestLine),
  unreadBytes: countFrom(1),
  stderrBytes: countFrom(1),
  stderrLinesPerSecond: countFrom(1),
  queuedOperations: countFrom(1),
  pendingRequests: countFrom(1),
  callbacks: checkCallbacks,
};

const poolChecks: Readonly<Record<keyof CallbackLimit, Check>> = {
  atOnce: countFrom(1),
  waiting: countFrom(0),
};

const callbackChecks: Readonly<Record<keyof NonNullable<Limits['callbacks']>, Check>> = {
  hook: checkPool,
  permission: checkPool,
  mcp: checkPool,
};

/** Throws `InvalidOption` for an unknown name, or a value that is no delay. */
export function checkTimeouts(timeouts: Timeouts): void {
  for (const name of Object.keys(timeouts)) checkDepth(name);
  checkAll('timeouts', timeouts, timeoutChecks);
}

/** Throws `InvalidOption` for an unknown name, a value that is no delay, or an unknown action. */
export function checkStall(stall: Stall): void {
  checkAll('stall', stall, stallChecks);
}

/** Throws `InvalidOption` for an unknown name, or a number out of range. */
export function checkLimits(limits: Limits): void {
  checkAll('limits', limits, limitChecks);
}

/** Checks each field that is set. Unknown names throw. */
function checkAll(path: string, value: unknown, checks: Readonly<Record<string, Check>>): void {
  checkKeys(path, value, Object.keys(checks));
  const fields = value as Readonly<Record<string, unknown>>;
  for (const [name, check] of Object.entries(checks)) {
    if (fields[name] !== undefined) check(`${path}.${name}`, fields[name]);
  }
}

/** Throws for a name that belongs one level deeper: `timeouts.interrupt`, `timeouts.PreToolUse`. */
function checkDepth(given: string): void {
  if (Object.hasOwn(timeoutChecks, given)) return;
  const nestedNames = {
    control: operationNames,
    hook: hookEventNames,
    shutdown: Object.keys(shutdownDefaults),
  };
  for (const [parent, names] of Object.entries(nestedNames)) {
    const name = names.includes(given)
      ? given
      : names.find((each) => normalizeName(each) === normalizeName(given));
    if (name === undefined) continue;
    throw unknownOption(`timeouts.${given}`, didYouMean(`timeouts.${parent}.${name}`));
  }
}

function checkDelay(path: string, value: unknown): void {
  if (value !== undefined) checkMilliseconds(path, value);
}

function checkByName(
  path: string,
  value: unknown,
  problemOf: (name: string) => string | undefined,
): void {
  if (!isRecord(value)) {
    checkDelay(path, value);
    return;
  }
  for (const [name, delay] of Object.entries(value)) {
    const problem = name === 'default' ? undefined : problemOf(name);
    if (problem) throw invalidOption(`${path}.${name}`, problem);
    checkDelay(`${path}.${name}`, delay);
  }
}

function checkShutdown(path: string, value: unknown): void {
  checkKeys(path, value, Object.keys(shutdownDefaults));
  const shutdown = value as Partial<ShutdownTimes>;
  for (const [name, delay] of Object.entries(shutdown)) checkDelay(`${path}.${name}`, delay);
  const { terminate = shutdownDefaults.terminate, kill = shutdownDefaults.kill } = shutdown;
  if (terminate < kill) return;
  throw invalidOption(
    `${path}.kill`,
    `(${kill} ms) must be longer than terminate (${terminate} ms). Set both.`,
  );
}

function checkAction(path: string, value: unknown): void {
  checkOneOf(path, value, ['warn', 'interrupt', 'stop']);
}

function countFrom(least: number, most = largestCount): Check {
  return (path, value) => checkCount(path, value, least, most);
}

function checkCallbacks(path: string, value: unknown): void {
  checkAll(path, value, callbackChecks);
}

function checkPool(path: string, value: unknown): void {
  checkAll(path, value, poolChecks);
}
