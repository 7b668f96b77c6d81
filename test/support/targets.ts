import { describe, it } from '@jest/globals';
import { cliVersions, realCli } from './installCli.js';
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

/**
 * A block of scenarios, once for each backend and version. Where a real CLI cannot be installed its
 * blocks fail in CI, and are left out with a message on a developer's machine.
 */
export function describeCli(name: string, scenarios: (target: Target) => void): void {
  for (const version of cliVersions) {
    const title = `${name} on the real CLI ${version}`;
    try {
      const target: Target = { backend: 'real', version, path: realCli(version), env: {} };
      describe(title, () => scenarios(target));
    } catch (problem) {
      leaveOut(title, problem, () => scenarios({ backend: 'real', version, path: '', env: {} }));
    }
  }
  for (const version of cliVersions) {
    const target: Target = { backend: 'simulated', version, ...simulatedCli(version) };
    describe(`${name} on the simulated CLI ${version}`, () => scenarios(target));
  }
}

function leaveOut(title: string, problem: unknown, scenarios: () => void): void {
  if (process.env.CI || process.env.CLAUDE_ACTORS_REQUIRE_CLI) {
    it(`${title}: the CLI is there`, () => {
      throw problem;
    });
    return;
  }
  process.stderr.write(`Left out: ${title}. ${String(problem)}\n`);
  describe.skip(title, scenarios);
}
