import { officialName, officialSdk } from '../../../scripts/officialSdk.mjs';
import { describeWith } from '../../support/describeWith.js';
import { realCli } from '../../support/installCli.js';

export { officialName, officialSdk };

/** The CLI that was published with the official SDK that programs are compared with. */
export const cliVersion = '2.1.325';

/** A block of tests that needs the official SDK and its CLI. */
export function describeOfficial(title: string, tests: () => void): void {
  const obtain = () => {
    officialSdk();
    realCli(cliVersion);
  };
  describeWith(title, 'the official SDK and its CLI are there', obtain, tests);
}
