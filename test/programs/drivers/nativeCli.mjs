import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cli } from './drive.mjs';

/**
 * Puts the CLI where the official SDK brings its own, for programs that name none: in the package for
 * this platform.
 */
export function installNativeCli() {
  const modules = join(dirname(fileURLToPath(import.meta.url)), '../node_modules/@anthropic-ai');
  const name = `claude-agent-sdk-${process.platform}-${process.arch}`;
  const folder = join(modules, name);
  mkdirSync(folder, { recursive: true });
  const manifest = { name: `@anthropic-ai/${name}`, version: '0.3.325' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'claude'), forwarding, { mode: 0o755 });
}

/** The official SDK passes a flag that only its own CLI knows, and no CLI that is older. */
const forwarding = `#!/bin/sh
for arg do
  shift
  [ "$arg" = --await-initialize ] || set -- "$@" "$arg"
done
exec '${cli}' "$@"
`;
