import { longestTimeout } from '../../util/longestTimeout.js';
import { didYouMean, nearestName, normalizeName } from '../../util/nearestName.js';
import { isRecord, isWholeNumber } from '../../util/typeGuards.js';
import { invalidOption, unknownOption } from '../invalidOption.js';

/** Throws `InvalidOption` unless `value` is an object with known keys only. `path` is '' for all options. */
export function checkKeys(path: string, value: unknown, known: readonly string[]): void {
  if (!isRecord(value)) {
    throw invalidOption(path, `must be an object with any of ${known.join(', ')}.`);
  }
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  const nearest = nearestName(unknown, known);
  throw unknownOption(
    path === '' ? unknown : `${path}.${unknown}`,
    nearest ? didYouMean(nearest) : `Use any of ${known.join(', ')}.`,
  );
}

/**
 * Throws `InvalidOption` for a known key in another spelling, which the CLI would ignore. Other
 * keys pass: this is for objects that go to the CLI, and a newer CLI may know more keys.
 */
export function checkSpelling(path: string, value: object, known: readonly string[]): void {
  for (const key of Object.keys(value)) {
    const meant = known.find((name) => name !== key && normalizeName(name) === normalizeName(key));
    if (meant && !known.includes(key)) throw unknownOption(`${path}.${key}`, didYouMean(meant));
  }
}

/** Throws `InvalidOption`, with the nearest name, unless `value` is one of the known ones. */
export function checkOneOf(path: string, value: unknown, known: readonly string[]): void {
  if (!known.some((name) => name === value)) throw invalidOption(path, notOneOf(value, known));
}

/** Completes "Option `x` …" for a value that is not in a closed list. */
export function notOneOf(value: unknown, known: readonly string[]): string {
  const list = `must be ${known.length > 1 ? 'one of ' : ''}'${known.join("', '")}'`;
  if (typeof value !== 'string') return `${list}, but is ${describe(value)}.`;
  const shown = value.length > longestShown ? `${value.slice(0, longestShown)}…` : value;
  return `${list}, but is '${shown}'.${didYouMean(nearestName(value, known))}`;
}

/** Throws `InvalidOption` unless `value` is a delay that Node's timers support. */
export function checkMilliseconds(path: string, value: unknown): asserts value is number {
  const isDelay = Number.isFinite(value) && (value as number) > 0;
  if (isDelay && (value as number) <= longestTimeout) return;
  throw invalidOption(
    path,
    `must be a number of milliseconds, more than 0 and at most ${longestTimeout}, but is ${describe(value)}.`,
  );
}

/** Throws `InvalidOption` unless `value` is a whole number from `least` to `most`. */
export function checkCount(path: string, value: unknown, least: number, most: number): void {
  if (isWholeNumber(value) && value >= least && value <= most) return;
  throw invalidOption(
    path,
    `must be a whole number from ${least} to ${most}, but is ${describe(value)}.`,
  );
}

/** How much of a wrong value an error shows. */
const longestShown = 60;

function describe(value: unknown): string {
  return typeof value === 'number' ? String(value) : `a value of type ${typeof value}`;
}
