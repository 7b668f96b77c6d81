import { isRecord } from './checkValue.js';
import { invalidOption } from './invalidOption.js';
import { didYouMean, nearestName, plainName } from './nearestName.js';

/** Throws `InvalidOption` unless it is an object that has known keys only. */
export function checkKeys(path: string, value: unknown, known: readonly string[]): void {
  if (!isRecord(value)) {
    throw invalidOption(path, `must be an object with any of ${known.join(', ')}.`);
  }
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  const nearest = nearestName(unknown, known);
  const remedy = nearest ? didYouMean(nearest) : ` Use any of ${known.join(', ')}.`;
  throw invalidOption(`${path}.${unknown}`, `is not known.${remedy}`);
}

/**
 * For what is passed on, where a newer CLI may know more keys: throws only for a key that is a
 * known one in another spelling, which the CLI would ignore.
 */
export function checkSpelling(path: string, value: object, known: readonly string[]): void {
  for (const key of Object.keys(value)) {
    const meant = known.find((name) => name !== key && plainName(name) === plainName(key));
    if (meant && !known.includes(key)) {
      throw invalidOption(`${path}.${key}`, `is not known.${didYouMean(meant)}`);
    }
  }
}
