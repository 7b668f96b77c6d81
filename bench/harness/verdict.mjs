import { median } from './statistics.mjs';

/** The rule, as it is printed below every table. */
export const rule =
  'A row is met if the median of its rounds reaches the target. It is missed if at most a quarter ' +
  'of the rounds reach it; what lies between is noise.';

export const shortRule =
  'The short form finds only what has collapsed: half of a rate or twice a time is enough, and no ' +
  'row is judged by wall time, because others may use the machine.';

/** By which of its measures a row is judged. */
export function judgedBy({ by, measures }, { short = false } = {}) {
  return short && measures.cpu ? 'cpu' : by;
}

/** The target, or what the short form makes of it. */
export function targetOf(row, { short = false } = {}) {
  if (!row.target || !short) return row.target;
  if (judgedBy(row, { short }) === 'wall') return undefined;
  // Where the short form cannot reach the target, what it reaches must not collapse.
  const target = row.reached ?? row.target;
  return 'atLeast' in target ? { atLeast: target.atLeast / 2 } : { atMost: target.atMost * 2 };
}

/**
 * Were the true median at the target, seven rounds would be called missed one time in sixteen,
 * eleven one time in thirty, thirteen one time in twenty.
 */
export function verdict(row, form) {
  const target = targetOf(row, form);
  if (!target) return 'shown';
  const rounds = row.measures[judgedBy(row, form)];
  const reaches = (value) =>
    'atLeast' in target ? value >= target.atLeast : value <= target.atMost;
  if (reaches(median(rounds))) return 'met';
  return rounds.filter(reaches).length > rounds.length / 4 ? 'noise' : 'missed';
}
