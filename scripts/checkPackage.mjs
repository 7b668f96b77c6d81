// Packs the package and looks at the tarball as users get it: publint, then "Are the types wrong?".
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'claude-actors-check-'));

try {
  const printed = run('npm', ['pack', '--silent', '--pack-destination', folder]);
  const file = join(folder, printed.trim().split('\n').at(-1));
  show('publint', ['run', file, '--strict']);
  show('attw', [file, '--profile', 'esm-only']);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function show(tool, args) {
  console.log(`== ${tool}\n${run(process.execPath, [binOf(tool), ...args])}`);
}

function binOf(tool) {
  return join(root, 'node_modules', '.bin', tool);
}

function run(command, args) {
  const { stdout, stderr, status } = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
  if (status === 0) return stdout;
  throw new Error(`${stdout}${stderr}\n${command} ${args.join(' ')} exited with ${status}.`);
}
