// The lengths are bounded, so that a long run of digits stays cheap.
const pattern = /(?<!\d)\d{1,9}\.\d{1,9}\.\d{1,9}/;

/** The first `1.2.3` in a text. What follows it (a prerelease, a name) is ignored. */
export function parseVersion(text: string): string | undefined {
  return pattern.exec(text)?.[0];
}

/**
 * Compares two versions of the form `1.2.3`, for example to sort them. Negative if `a` is older than
 * `b`, zero if they are equal.
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  for (let index = 0; index < 3; index++) {
    const difference = (left?.[index] ?? 0) - (right?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
