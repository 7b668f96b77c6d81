// The official SDK, to be compared with: installed into a cache outside git, never a dependency.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** How programs import it. */
export const officialName = '@anthropic-ai/claude-agent-sdk';

/** The version that everything is compared with. */
export const officialVersion = '0.3.325';

const folder = fileURLToPath(new URL(`../.cache/official/${officialVersion}`, import.meta.url));

/** The address to import it from; installed from the registry on first use, without its own CLI. */
export function officialSdk() {
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
