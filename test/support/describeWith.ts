import { describe, it } from '@jest/globals';

/**
 * A block of tests that needs something from the registry. If it cannot be had, the block fails
 * in CI, and is left out with a message on a developer's machine.
 */
export function describeWith(
  title: string,
  needed: string,
  obtain: () => unknown,
  tests: () => void,
): void {
  try {
    obtain();
  } catch (problem) {
    if (process.env.CI || process.env.CLAUDE_ACTORS_REQUIRE_CLI) {
      it(`${title}: ${needed}`, () => {
        throw problem;
      });
      return;
    }
    process.stderr.write(`Left out: ${title}. ${String(problem)}\n`);
    describe.skip(title, tests);
    return;
  }
  describe(title, tests);
}
