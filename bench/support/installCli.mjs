import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('cli.mjs', import.meta.url));

/** The CLI as npm installs the real one, so that its version is read and not asked for. */
export function installCli(folder) {
  const home = join(folder, 'node_modules', '@anthropic-ai', 'claude-code');
  mkdirSync(home, { recursive: true });
  const manifest = { name: '@anthropic-ai/claude-code', version: '2.1.325', type: 'module' };
  writeFileSync(join(home, 'package.json'), JSON.stringify(manifest));
  const path = join(home, 'cli.mjs');
  copyFileSync(program, path);
  return path;
}
