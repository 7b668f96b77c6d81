/** The dotted paths of all states in a state value, outer ones first. */
export function activePaths(value: unknown, prefix = ''): string[] {
  if (typeof value === 'string') return [prefix + value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    prefix + key,
    ...activePaths(inner, `${prefix}${key}.`),
  ]);
}
