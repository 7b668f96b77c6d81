import type { ChartState } from './readChart.js';

/** The keys of a state from the root down. */
export type StatePath = readonly string[];

/** Whether `path` is `outer` or lies inside it. */
export function isWithin(path: StatePath, outer: StatePath): boolean {
  return outer.every((key, index) => path[index] === key);
}

export function isSamePath(one: StatePath, other: StatePath): boolean {
  return one.length === other.length && isWithin(one, other);
}

/** A state and all its descendants, parents first. */
export function withDescendants(state: ChartState): ChartState[] {
  return [state, ...state.states.flatMap(withDescendants)];
}

/** The dotted paths of all states in an XState state value, parents first. */
export function activePaths(value: unknown, prefix = ''): string[] {
  if (typeof value === 'string') return [prefix + value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    prefix + key,
    ...activePaths(inner, `${prefix}${key}.`),
  ]);
}
