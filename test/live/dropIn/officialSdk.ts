import { describe, it } from '@jest/globals';
import { officialName, officialSdk } from '../../../scripts/officialSdk.mjs';
import { realCli } from '../../support/installCli.js';

export { officialName, officialSdk };

/** The CLI that was published with the official SDK that programs are compared with. */
export const cliVersion = '2.1.325';

/**
 * A block of tests that needs the official SDK and its CLI. Where they cannot be installed it fails
 * in CI, and is left out with a message on a developer's machine.
 */
export function describeOfficial(title: string, tests: () => void): void {
  try {
    officialSdk();
    realCli(cliVersion);
  } catch (problem) {
    if (process.env.CI || process.env.CLAUDE_ACTORS_REQUIRE_CLI) {
      it(`${title}: the official SDK and its CLI are there`, () => {
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
