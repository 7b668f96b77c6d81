// A project of a user: the packed package and its peers, and the cases next to them.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cases = fileURLToPath(new URL('cases', import.meta.url));

/** Packs this tree and installs it. The path has a space and a letter that is not ASCII in it. */
export function createProject() {
  const folder = mkdtempSync(join(tmpdir(), 'claude-actors-runtimes-'));
  try {
    const printed = npm(['pack', '--silent', '--pack-destination', folder], root);
    const tarball = join(folder, printed.trim().split('\n').at(-1));
    const project = join(folder, 'my prøject');
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), '{"private":true,"type":"module"}');
    npm(['install', tarball, '--prefer-offline', '--no-audit', '--no-fund', '--silent'], project);
    cpSync(cases, join(project, 'cases'), { recursive: true });
    // Some of the cases run as another user.
    chmodSync(folder, 0o755);
    return { folder, project, remove: () => rmSync(folder, { recursive: true, force: true }) };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

function npm(args, cwd) {
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm ${args[0]} exited with ${status}.\n${stdout}${stderr}`);
  return stdout;
}
