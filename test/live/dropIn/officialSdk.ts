import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, it } from '@jest/globals';
import { realCli } from '../../support/realCli.js';

/** How programs import it. */
export const officialName = '@anthropic-ai/claude-agent-sdk';

/** The version that programs are compared with, and the CLI that was published with it. */
const officialVersion = '0.3.325';
export const cliVersion = '2.1.325';

const folder = fileURLToPath(
  new URL(`../../../.cache/official/${officialVersion}`, import.meta.url),
);

/** The address to import it from; installed from the registry on first use, without its own CLI. */
export function officialSdk(): string {
  const entry = join(folder, 'node_modules', officialName, 'sdk.mjs');
  if (!existsSync(entry)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"private":true}');
    const target = `${officialName}@${officialVersion}`;
    const flags = ['--omit=optional', '--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', ['install', target, ...flags], { cwd: folder, stdio: 'pipe' });
  }
  return pathToFileURL(entry).href;
}

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
