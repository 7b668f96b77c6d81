import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const version = '2.1.325';
const folder = fileURLToPath(new URL(`../../.cache/cli/${version}`, import.meta.url));

/** The path of the real CLI, the one of the live tests. Installed from the registry on first use. */
export function realCli() {
  const path = join(folder, 'node_modules', '.bin', 'claude');
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"private":true}');
    const target = `@anthropic-ai/claude-code@${version}`;
    const flags = ['--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', ['install', target, ...flags], { cwd: folder, stdio: 'pipe' });
  }
  return path;
}
