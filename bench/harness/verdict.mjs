import { median } from './statistics.mjs';

/** Printed below every table. */
export const rule =
  'A row is met if the median of its rounds reaches the target; otherwise it is over target, or ' +
  'under target if more is better. The spread shows how much of that may be noise. The run fails ' +
  'if a row clearly misses its target: at most a quarter of its rounds reach it.';

export const shortRule =
  'A short run only finds what has collapsed: half the rate or twice the time is accepted, and no ' +
  'row is judged by wall time, because other programs may be using the machine.';

/** The measure that decides about a row. */
export function decidingMeasure({ by, measures }, { short = false } = {}) {
  return short && measures.cpu ? 'cpu' : by;
}

/** The target of a row; in a short run a looser one, or none. */
export function targetOf(row, { short = false } = {}) {
  if (!row.target || !short) return row.target;
  if (decidingMeasure(row, { short }) === 'wall') return undefined;
  const target = row.shortTarget ?? row.target;
  return 'atLeast' in target ? { atLeast: target.atLeast / 2 } : { atMost: target.atMost * 2 };
}

export function verdict(row, mode) {
  const target = targetOf(row, mode);
  if (!target) return 'no target';
  if (reaches(target, median(roundsOf(row, mode)))) return 'met';
  return 'atLeast' in target ? 'under target' : 'over target';
}

/**
 * Whether a row misses its target by more than noise explains. If the true median were exactly at
 * the target, 7 rounds would look like a clear miss 1 time in 16, 11 rounds 1 time in 30, and
 * 13 rounds 1 time in 20.
 */
export function isClearMiss(row, mode) {
  const target = targetOf(row, mode);
  if (!target) return false;
  const rounds = roundsOf(row, mode);
  return rounds.filter((value) => reaches(target, value)).length <= rounds.length / 4;
}

function roundsOf(row, mode) {
  return row.measures[decidingMeasure(row, mode)];
}

function reaches(target, value) {
  return 'atLeast' in target ? value >= target.atLeast : value <= target.atMost;
}
