/** Every place at which two plain values differ, one a line. */
export function differencesOf(official: unknown, ours: unknown, path = ''): string[] {
  if (Object.is(official, ours)) return [];
  if (!isRecord(official) || !isRecord(ours) || Array.isArray(official) !== Array.isArray(ours)) {
    return [`${path}: ${shown(official)} with the official SDK, ${shown(ours)} with ours`];
  }
  const keys = new Set([...Object.keys(official), ...Object.keys(ours)]);
  return [...keys].flatMap((key) => differencesOf(official[key], ours[key], `${path}/${key}`));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}

/** The differences of those two values, one of each side, that differ least in what counts. */
export function closestPair(
  official: readonly object[],
  ours: readonly object[],
  counts: (line: string) => boolean,
): string[] {
  const pairs = official.flatMap((there) => ours.map((here) => differencesOf(there, here)));
  const weight = (lines: string[]) => lines.filter(counts).length;
  return pairs.sort((one, other) => weight(one) - weight(other))[0] ?? [];
}
