import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));

/** Installs the fake CLI the way npm installs the real one, so its version is read from a file. */
export function installCli(folder) {
  const home = join(folder, 'node_modules', '@anthropic-ai', 'claude-code');
  mkdirSync(home, { recursive: true });
  const manifest = { name: '@anthropic-ai/claude-code', version: '2.1.325', type: 'module' };
  writeFileSync(join(home, 'package.json'), JSON.stringify(manifest));
  for (const name of ['cli.mjs', 'frames.mjs', 'nowUs.mjs'])
    copyFileSync(join(here, name), join(home, name));
  return join(home, 'cli.mjs');
}
