import { officialName, officialSdk } from '../../../scripts/officialSdk.mjs';
import { describeWith } from '../../support/describeWith.js';
import { cliVersions, realCli } from '../../support/installCli.js';

export { officialName, officialSdk };

/** A block of tests for each CLI, that needs the official SDK and that CLI. */
export function describeOfficial(title: string, tests: (version: string) => void): void {
  for (const version of cliVersions) {
    const obtain = () => {
      officialSdk();
      realCli(version);
    };
    const named = `${title} on the real CLI ${version}`;
    describeWith(named, 'the official SDK and the CLI are there', obtain, () => tests(version));
  }
}
