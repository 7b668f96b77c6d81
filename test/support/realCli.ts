import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from '@jest/globals';
import { cliVersions, realCli } from './installCli.js';

export { cliVersions, realCli };

/**
 * A block of tests for each version; `%s` in its name is the version. Where the CLI cannot be
 * installed the block fails in CI, and is left out with a message on a developer's machine.
 */
export function describeCli(name: string, tests: (version: string) => void): void {
  for (const version of cliVersions) {
    const title = name.replace('%s', version);
    const problem = problemOf(version);
    if (problem === undefined) {
      describe(title, () => tests(version));
    } else if (process.env.CI || process.env.CLAUDE_ACTORS_REQUIRE_CLI) {
      it(`${title}: the CLI is there`, () => {
        throw problem;
      });
    } else {
      process.stderr.write(`Left out: ${title}. ${String(problem)}\n`);
      describe.skip(title, () => tests(version));
    }
  }
}

function problemOf(version: string): unknown {
  try {
    realCli(version);
    return undefined;
  } catch (problem) {
    return problem;
  }
}

export interface Sandbox {
  home: string;
  cwd: string;
  /** The whole environment of the CLI: it must find nothing of this machine's own. */
  env: Record<string, string>;
  remove(): void;
}

export function sandbox(apiUrl: string): Sandbox {
  const root = mkdtempSync(join(tmpdir(), 'claude-actors-live-'));
  const home = join(root, 'home');
  const cwd = join(root, 'project');
  mkdirSync(home);
  mkdirSync(cwd);
  return {
    home,
    cwd,
    env: {
      PATH: process.env.PATH ?? '/usr/bin:/bin',
      HOME: home,
      CLAUDE_CONFIG_DIR: join(home, '.claude'),
      ANTHROPIC_API_KEY: 'sk-ant-dummy',
      ANTHROPIC_BASE_URL: apiUrl,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      IS_SANDBOX: '1',
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
