import { checkKeys } from './checkKeys.js';
import { checkMilliseconds } from './checkNumbers.js';
import { isRecord } from './checkValue.js';
import { problemOfEvent } from './hookEventNames.js';
import { invalidOption } from './invalidOption.js';
import { problemOfOperation } from './operationNames.js';
import type { Stall, Timeouts } from './runtimeTypes.js';

const single = ['initialize', 'permission', 'mcp', 'write', 'versionProbe'] as const;
const byName = { control: problemOfOperation, hook: problemOfEvent };

/** How long is waited before each signal, where nothing else is said. */
export const defaultShutdown = { end: 10_000, terminate: 1_000, kill: 5_000 };

/** Throws `InvalidOption` for a time that no timer can wait, or that is under a wrong name. */
export function checkTimeouts(timeouts: Timeouts): void {
  checkKeys('timeouts', timeouts, [...single, ...Object.keys(byName), 'shutdown']);
  for (const name of single) checkTime(`timeouts.${name}`, timeouts[name]);
  for (const [name, problemOf] of Object.entries(byName)) {
    checkByName(`timeouts.${name}`, timeouts[name as keyof typeof byName], problemOf);
  }
  checkShutdown(timeouts.shutdown);
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
