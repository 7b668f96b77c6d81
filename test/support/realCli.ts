import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, it } from '@jest/globals';

/** The versions that everything is proved against. */
export const cliVersions = ['2.1.197', '2.1.325'] as const;

const cache = fileURLToPath(new URL('../../.cache/cli/', import.meta.url));

/** The path of the real CLI of this version, installed from the registry on first use. */
export function realCli(version: string): string {
  const folder = join(cache, version);
  const path = join(folder, 'node_modules/.bin/claude');
  if (existsSync(path)) return path;
  const failure = join(folder, 'failure.txt');
  // Every file of tests asks again, and the registry is slow to say no.
  if (ageOf(failure) < 10 * 60_000) throw new Error(readFileSync(failure, 'utf8'));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const target = `@anthropic-ai/claude-code@${version}`;
  try {
    const flags = ['--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', ['install', target, ...flags], { cwd: folder, stdio: 'pipe' });
  } catch (cause) {
    const message = `${target} could not be installed: ${String(cause)}. Remove ${failure} to try again.`;
    writeFileSync(failure, message);
    throw new Error(message, { cause });
  }
  return path;
}

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

function ageOf(path: string): number {
  return existsSync(path) ? Date.now() - statSync(path).mtimeMs : Number.POSITIVE_INFINITY;
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
