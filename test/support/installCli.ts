import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The versions that everything is proved against. */
export const cliVersions = ['2.1.197', '2.1.325'] as const;

const cache =
  process.env.CLAUDE_ACTORS_CLI_CACHE ??
  fileURLToPath(new URL('../../.cache/cli/', import.meta.url));

/** Where the real CLI of this version is, once it is installed. */
export function cliPath(version: string): string {
  return join(cache, version, 'node_modules/.bin/claude');
}

/** The path of the real CLI of this version, installed from the registry on first use. */
export function realCli(version: string): string {
  const folder = join(cache, version);
  const path = cliPath(version);
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

function ageOf(path: string): number {
  return existsSync(path) ? Date.now() - statSync(path).mtimeMs : Number.POSITIVE_INFINITY;
}

/** Run once before the workers start, so that no two of them install the same CLI. */
export default function installClis(): void {
  for (const version of cliVersions) {
    try {
      realCli(version);
    } catch {
      // Each test says so, or leaves itself out.
    }
  }
}
