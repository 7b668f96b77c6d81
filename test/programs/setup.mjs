// Run once before the workers start: builds the sources as they are, and packs what would be published.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = join(root, '.cache', 'packed');

export default function packSources() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const args = ['pack', '--silent', '--pack-destination', folder];
  const printed = execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  const file = join(folder, printed.trim().split('\n').at(-1));
  // npm believes that a tarball with the same name has the same content.
  const hash = createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 12);
  const named = join(folder, `claude-actors-${hash}.tgz`);
  renameSync(file, named);
  // The workers inherit it.
  process.env.PROGRAMS_TARBALL = named;
}
