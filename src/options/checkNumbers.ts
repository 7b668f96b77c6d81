import { isWholeNumber } from './checkValue.js';
import { invalidOption } from './invalidOption.js';

/** A timer of Node's that is longer fires at once. */
const longestMs = 2_147_483_647;

/** Throws `InvalidOption` unless it is a time that a timer can wait. */
export function checkMilliseconds(path: string, value: unknown): asserts value is number {
  if (Number.isFinite(value) && (value as number) > 0 && (value as number) <= longestMs) return;
  throw invalidOption(
    path,
    `must be a number of milliseconds, more than 0 and at most ${longestMs}, and is ${show(value)}.`,
  );
}

/** Throws `InvalidOption` unless it is a whole number in these bounds. */
export function checkCount(path: string, value: unknown, least: number, most: number): void {
  if (isWholeNumber(value) && value >= least && value <= most) return;
  throw invalidOption(
    path,
    `must be a whole number from ${least} to ${most}, and is ${show(value)}.`,
  );
}

function show(value: unknown): string {
  return typeof value === 'number' ? String(value) : `a value of type ${typeof value}`;
}
