import { defaultShutdown } from '../defaults.js';
import { checkKeys } from './checkKeys.js';
import { checkMilliseconds } from './checkNumbers.js';
import { isRecord } from './checkValue.js';
import { hookEventNames, problemOfEvent } from './hookEventNames.js';
import { invalidOption } from './invalidOption.js';
import { didYouMean, plainName } from './nearestName.js';
import { operationNames, problemOfOperation } from './operationNames.js';
import type { Stall, Timeouts } from './runtimeTypes.js';

const single = ['initialize', 'permission', 'mcp', 'write', 'versionProbe'] as const;
const byName = { control: problemOfOperation, hook: problemOfEvent };

const known = [...single, ...Object.keys(byName), 'shutdown'];

/** Throws `InvalidOption` for a time that no timer can wait, or that is under a wrong name. */
export function checkTimeouts(timeouts: Timeouts): void {
  for (const name of Object.keys(timeouts)) checkPlace(name);
  checkKeys('timeouts', timeouts, known);
  for (const name of single) checkTime(`timeouts.${name}`, timeouts[name]);
  for (const [name, problemOf] of Object.entries(byName)) {
    checkByName(`timeouts.${name}`, timeouts[name as keyof typeof byName], problemOf);
  }
  checkShutdown(timeouts.shutdown);
}

const places = {
  control: operationNames,
  hook: hookEventNames,
  shutdown: Object.keys(defaultShutdown),
};

/** Throws for a name that has its place one level deeper. */
function checkPlace(given: string): void {
  if (known.includes(given)) return;
  for (const [place, names] of Object.entries(places)) {
    const name = names.includes(given)
      ? given
      : names.find((each) => plainName(each) === plainName(given));
    if (name === undefined) continue;
    const meant = didYouMean(`timeouts.${place}.${name}`);
    throw invalidOption(`timeouts.${given}`, `is not known.${meant}`);
  }
}

/** Throws `InvalidOption` for what the watchdog cannot wait for or do. */
export function checkStall(stall: Stall): void {
  const times = ['start', 'firstFrame', 'midTurn'] as const;
  checkKeys('stall', stall, [...times, 'action']);
  for (const name of times) checkTime(`stall.${name}`, stall[name]);
  const { action = 'warn' } = stall;
  if (['warn', 'interrupt', 'stop'].includes(action)) return;
  throw invalidOption('stall.action', "must be one of 'warn', 'interrupt', 'stop'.");
}

function checkByName(
  path: string,
  value: unknown,
  problemOf: (name: string) => string | undefined,
): void {
  if (!isRecord(value)) {
    checkTime(path, value);
    return;
  }
  for (const [name, time] of Object.entries(value)) {
    const problem = name === 'default' ? undefined : problemOf(name);
    if (problem) throw invalidOption(`${path}.${name}`, problem);
    checkTime(`${path}.${name}`, time);
  }
}

function checkShutdown(shutdown: Timeouts['shutdown']): void {
  if (shutdown === undefined) return;
  const path = 'timeouts.shutdown';
  checkKeys(path, shutdown, Object.keys(defaultShutdown));
  for (const [name, time] of Object.entries(shutdown)) checkTime(`${path}.${name}`, time);
  const { terminate = defaultShutdown.terminate, kill = defaultShutdown.kill } = shutdown;
  if (terminate < kill) return;
  throw invalidOption(
    `${path}.kill`,
    `(${kill} ms) must come after terminate (${terminate} ms). Set both.`,
  );
}

function checkTime(path: string, value: unknown): void {
  if (value !== undefined) checkMilliseconds(path, value);
}
