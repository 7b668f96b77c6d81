// The lengths are bounded, so that a long run of digits stays cheap.
const pattern = /(?<!\d)\d{1,9}\.\d{1,9}\.\d{1,9}/;

/**
 * The first version of the form `1.2.3` in a text, for example in the output of `claude --version`.
 * Ignores what follows it, such as a prerelease or a name.
 *
 * @param text - Any text.
 * @returns The version, or undefined if there is none.
 */
export function parseVersion(text: string): string | undefined {
  return pattern.exec(text)?.[0];
}

/**
 * Compares two versions as numbers, for example to sort them. A text without a version counts as
 * the oldest.
 *
 * @param a - A version such as `2.1.325`, or a text that contains one.
 * @param b - The version to compare it with.
 * @returns Negative if `a` is older than `b`, zero if they are equal, positive if `a` is newer.
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => parseVersion(text)?.split('.').map(Number));
  for (let index = 0; index < 3; index++) {
    const difference = (left?.[index] ?? -1) - (right?.[index] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}
