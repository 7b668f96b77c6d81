import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { officialName, officialVersion } from '../../scripts/officialSdk.mjs';
import { newerNode, runtime } from '../../scripts/runtimes.mjs';
import type { Program } from './programs.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const drivers = fileURLToPath(new URL('./drivers/', import.meta.url));
const cache = join(root, '.cache', 'programs');

/** A program with one of the two SDKs in it. */
export interface Installation {
  folder: string;
  /** The Node that runs it. */
  node: string;
}

/** The tarball that would be published; `setup.mjs` has packed it. */
export function packedTarball(): string {
  const file = process.env.PROGRAMS_TARBALL;
  if (!file) throw new Error('The tarball is packed before the tests start.');
  return file;
}

/** The program as it is published: npm chooses the version of the official SDK. */
export function installOfficial({ name, dependencies, isOld }: Program): Promise<Installation> {
  const overrides = isOld ? { [officialName]: officialVersion } : {};
  return install(join(folderOf(name), 'official'), { dependencies, overrides });
}

/** The same program with our tarball in place of the official SDK, wherever npm meets it. */
export function installOurs(
  { name, dependencies }: Program,
  tarball: string,
): Promise<Installation> {
  const file = `file:${tarball}`;
  // npm refuses to override what the project itself depends on, unless both name the same.
  const own = officialName in dependencies ? { [officialName]: file } : {};
  return install(join(folderOf(name), 'ours'), {
    dependencies: { ...dependencies, ...own },
    overrides: { [officialName]: file },
  });
}

function folderOf(name: string): string {
  return join(cache, name.replaceAll('/', '-'));
}

async function install(folder: string, project: object): Promise<Installation> {
  const node = runtime('node', newerNode);
  const wanted = JSON.stringify({ private: true, ...project }, null, 2);
  // Written last, so an installation that was interrupted is started again.
  const stamp = join(folder, 'installed.json');
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), wanted);
    // The CLI comes from a cache of its own, not with the official SDK.
    const flags = ['--omit=optional', '--no-audit', '--no-fund', '--loglevel=error'];
    const PATH = [dirname(node), process.env.PATH].join(delimiter);
    const args = ['install', ...flags, '--prefer-offline', '--ignore-scripts'];
    await promisify(execFile)('npm', args, { cwd: folder, env: { ...process.env, PATH } });
    writeFileSync(stamp, wanted);
  }
  cpSync(drivers, join(folder, 'drivers'), { recursive: true });
  return { folder, node };
}

/** Every copy of the SDK below a folder, by the name in its manifest. */
export function installedSdks({ folder }: Installation): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(join('node_modules', officialName, 'package.json')))
    .map((path) => JSON.parse(readFileSync(join(folder, path), 'utf8')) as { name: string })
    .map(({ name }) => name);
}

/** Leaves what was compared in the cache, for whoever wants to see more than the differences. */
export function keepTraces(name: string, step: string, traces: Record<string, unknown>): void {
  const folder = join(folderOf(name), 'traces');
  mkdirSync(folder, { recursive: true });
  for (const [side, trace] of Object.entries(traces)) {
    writeFileSync(join(folder, `${step}-${side}.json`), JSON.stringify(trace, null, 2));
  }
}
