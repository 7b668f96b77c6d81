import { describe } from '@jest/globals';
import { describeWith } from './describeWith.js';
import { cliPath, cliVersions, realCli } from './installCli.js';
import { simulatedCli } from './simulatedBuild.js';

/** What a scenario runs on. */
export interface Target {
  backend: 'real' | 'simulated';
  version: (typeof cliVersions)[number];
  /** The executable. */
  path: string;
  /** Variables that it needs besides those of its sandbox. */
  env: Record<string, string>;
}

/** A block of scenarios, once for each backend and version. */
export function describeCli(name: string, scenarios: (target: Target) => void): void {
  describeRealCli(name, scenarios);
  for (const version of cliVersions) {
    const target: Target = { backend: 'simulated', version, ...simulatedCli(version) };
    describe(`${name} on the simulated CLI ${version}`, () => scenarios(target));
  }
}

/** A block of scenarios about what only the real CLI decides, once for each version. */
export function describeRealCli(name: string, scenarios: (target: Target) => void): void {
  for (const version of cliVersions) {
    const target: Target = { backend: 'real', version, path: cliPath(version), env: {} };
    describeWith(
      `${name} on the real CLI ${version}`,
      'the CLI is there',
      () => realCli(version),
      () => scenarios(target),
    );
  }
}
