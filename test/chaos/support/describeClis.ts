import { describeWith } from '../../support/describeWith.js';
import { cliPath, cliVersions, realCli } from '../../support/installCli.js';

/** A block of attacks, once for each version of the real CLI. */
export function describeClis(
  name: string,
  attacks: (cli: { version: (typeof cliVersions)[number]; path: string }) => void,
): void {
  for (const version of cliVersions) {
    describeWith(
      `${name}, with the CLI ${version}`,
      'the CLI is there',
      () => realCli(version),
      () => attacks({ version, path: cliPath(version) }),
    );
  }
}
