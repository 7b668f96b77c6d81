import { defaultShutdown } from '../../defaults.js';
import { didYouMean, normalizeName } from '../../util/nearestName.js';
import { isRecord } from '../../util/typeGuards.js';
import { hookEventNames, hookEventProblem } from '../hookEvents.js';
import { invalidOption, unknownOption } from '../invalidOption.js';
import { operationNames, operationProblem } from '../operationNames.js';
import type { Limits, Stall, Timeouts } from '../runtimeTypes.js';
import { checkCount, checkKeys, checkMilliseconds } from './checkFields.js';

const plainTimeouts = ['initialize', 'permission', 'mcp', 'write', 'versionProbe'] as const;
const timeoutsByName = { control: operationProblem, hook: hookEventProblem };
const timeoutNames = [...plainTimeouts, ...Object.keys(timeoutsByName), 'shutdown'];

/** Throws `InvalidOption` for an unknown name, or a value that is no delay. */
export function checkTimeouts(timeouts: Timeouts): void {
  for (const name of Object.keys(timeouts)) checkDepth(name);
  checkKeys('timeouts', timeouts, timeoutNames);
  for (const name of plainTimeouts) checkDelay(`timeouts.${name}`, timeouts[name]);
  for (const [name, problemOf] of Object.entries(timeoutsByName)) {
    checkByName(`timeouts.${name}`, timeouts[name as keyof typeof timeoutsByName], problemOf);
  }
  checkShutdown(timeouts.shutdown);
}

const nestedNames = {
  control: operationNames,
  hook: hookEventNames,
  shutdown: Object.keys(defaultShutdown),
};

/** Throws for a name that belongs one level deeper: `timeouts.interrupt`, `timeouts.PreToolUse`. */
function checkDepth(given: string): void {
  if (timeoutNames.includes(given)) return;
  for (const [parent, names] of Object.entries(nestedNames)) {
    const name = names.includes(given)
      ? given
      : names.find((each) => normalizeName(each) === normalizeName(given));
    if (name === undefined) continue;
    throw unknownOption(`timeouts.${given}`, didYouMean(`timeouts.${parent}.${name}`));
  }
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

function checkShutdown(shutdown: Timeouts['shutdown']): void {
  if (shutdown === undefined) return;
  const path = 'timeouts.shutdown';
  checkKeys(path, shutdown, Object.keys(defaultShutdown));
  for (const [name, delay] of Object.entries(shutdown)) checkDelay(`${path}.${name}`, delay);
  const { terminate = defaultShutdown.terminate, kill = defaultShutdown.kill } = shutdown;
  if (terminate < kill) return;
  throw invalidOption(
    `${path}.kill`,
    `(${kill} ms) must be longer than terminate (${terminate} ms). Set both.`,
  );
}

function checkDelay(path: string, value: unknown): void {
  if (value !== undefined) checkMilliseconds(path, value);
}

/** Throws `InvalidOption` for an unknown name, a value that is no delay, or an unknown action. */
export function checkStall(stall: Stall): void {
  const delays = ['start', 'firstFrame', 'midTurn'] as const;
  checkKeys('stall', stall, [...delays, 'action']);
  for (const name of delays) checkDelay(`stall.${name}`, stall[name]);
  const { action = 'warn' } = stall;
  if (['warn', 'interrupt', 'stop'].includes(action)) return;
  throw invalidOption('stall.action', "must be one of 'warn', 'interrupt', 'stop'.");
}

const largestCount = 2_147_483_647;
/** V8's longest string: each line becomes one. */
const longestLine = 536_870_888;

const counts = [
  ['lineBytes', 1, longestLine],
  ['unreadBytes', 1, largestCount],
  ['stderrBytes', 1, largestCount],
  ['queuedOperations', 1, largestCount],
  ['pendingRequests', 1, largestCount],
] as const;

/** Throws `InvalidOption` for an unknown name, or a number out of range. */
export function checkLimits(limits: Limits): void {
  checkKeys('limits', limits, [...counts.map(([name]) => name), 'callbacks']);
  for (const [name, least, most] of counts) {
    if (limits[name] !== undefined) checkCount(`limits.${name}`, limits[name], least, most);
  }
  const { callbacks = {} } = limits;
  checkKeys('limits.callbacks', callbacks, ['hook', 'permission', 'mcp']);
  for (const [kind, pool = {}] of Object.entries(callbacks)) {
    const path = `limits.callbacks.${kind}`;
    checkKeys(path, pool, ['atOnce', 'waiting']);
    if (pool.atOnce !== undefined) checkCount(`${path}.atOnce`, pool.atOnce, 1, largestCount);
    if (pool.waiting !== undefined) checkCount(`${path}.waiting`, pool.waiting, 0, largestCount);
  }
}
