import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, isAbsolute, join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, afterEach, describe, expect, it, jest } from '@jest/globals';
import {
  createOwnedFolder,
  type OwnedFolder,
  removeAbandonedFolders,
} from '../../../src/ffi/process/ownedFolder.js';
import { buildSources } from '../../support/buildSources.js';
import { endProcesses } from '../../support/processes.js';
import { parentFixture, smallEnv } from '../../support/startCli.js';
import { until } from '../../support/until.js';

// Real processes on a busy machine take their time.
jest.setTimeout(30_000);

const build = buildSources();
afterAll(() => build.remove());

const ownerFile = '.claude-actors-owner.json';
const paths: string[] = [];
const pids: number[] = [];
afterEach(() => {
  endProcesses(pids.splice(0));
  for (const path of paths.splice(0)) rmSync(path, { recursive: true, force: true });
});

/** Another program that has a folder, and where that is. */
async function startOwner(die: string, guard = true, options: SpawnOptions = {}) {
  const config = { module: build.url('ffi/process/ownedFolder.js'), guard, die };
  const program = spawn(
    process.execPath,
    [parentFixture('folderOwner.mjs'), JSON.stringify(config)],
    { env: smallEnv, ...options, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  pids.push(program.pid as number);
  const [line] = (await once(program.stdout as Readable, 'data')) as [Buffer];
  const path = String(line).trim();
  paths.push(path);
  return { path, program };
}

describe('a folder of a program', () => {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const;

  it.each(['exit', 'throw', ...signals])('is gone after its end by %s', async (die) => {
    const { path, program } = await startOwner(die);
    const exit = program.exitCode === null ? once(program, 'exit') : undefined;
    const signal = signals.find((one) => one === die);
    if (signal) program.kill(signal);
    await exit;
    await until('the folder to go', () => !existsSync(path));
  });

  it.each(['exit', 'throw', 'SIGINT', 'SIGTERM', 'SIGHUP'])(
    'is gone at once after its end by %s without a guard',
    async (die) => {
      const { path, program } = await startOwner(die, false);
      const exit = program.exitCode === null ? once(program, 'exit') : undefined;
      const signal = signals.find((one) => one === die);
      if (signal) program.kill(signal);
      await exit;
      expect(existsSync(path)).toBe(false);
    },
  );

  it('is gone after a SIGKILL, even if TMPDIR is a relative path', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'claude-actors-test-cwd-'));
    paths.push(cwd);
    const env = { ...smallEnv, TMPDIR: '.' };
    const { path, program } = await startOwner('wait', true, { cwd, env });
    expect(isAbsolute(path)).toBe(true);
    program.kill('SIGKILL');
    await until('the folder to go', () => !existsSync(path));
  });

  it('is removed by another program after a SIGKILL without a guard, and not before', async () => {
    const { path, program } = await startOwner('wait', false);
    await removeAbandonedFolders('claude-actors-test-folder-');
    expect(existsSync(path)).toBe(true);
    program.kill('SIGKILL');
    await once(program, 'exit');
    expect(existsSync(path)).toBe(true);
    await removeAbandonedFolders('claude-actors-test-folder-');
    expect(existsSync(path)).toBe(false);
  });
});

describe('a folder of ours', () => {
  const prefix = basename(mkdtempSync(join(tmpdir(), 'claude-actors-test-prefix-')));
  paths.push(join(tmpdir(), prefix));
  const folders: OwnedFolder[] = [];
  afterEach(async () => {
    for (const folder of folders.splice(0)) await folder.remove();
  });

  /** A folder of ours, with what is said of its owner changed. */
  async function folderOf(change?: object): Promise<string> {
    const folder = await createOwnedFolder(`${prefix}-`, { guard: false });
    folders.push(folder);
    paths.push(folder.path);
    const file = join(folder.path, ownerFile);
    const owner = JSON.parse(readFileSync(file, 'utf8'));
    if (change) writeFileSync(file, JSON.stringify({ ...owner, ...change }));
    return folder.path;
  }
  const tidyUp = () => removeAbandonedFolders(`${prefix}-`);
  /** Larger than any pid of Linux. */
  const dead = { pid: 2 ** 22 + 1 };

  it('is for nobody else to look into, and gone when it is removed', async () => {
    const path = await folderOf();
    expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(statSync(join(path, ownerFile)).mode & 0o777).toBe(0o600);
    const listeners = process.listenerCount('exit');
    await folders.at(-1)?.remove();
    expect(existsSync(path)).toBe(false);
    await until('the listener to go', () => process.listenerCount('exit') === listeners - 1);
  });

  it.each<[string, object]>([
    ['is gone', dead],
    ['has left its pid to another', { started: '1' }],
    ['was ended by a restart of the machine', { boot: 'another' }],
    ['was so in another container too', { boot: 'another', namespace: 'pid:[1]' }],
  ])('is removed if its owner %s', async (_what, owner) => {
    const path = await folderOf(owner);
    await tidyUp();
    expect(existsSync(path)).toBe(false);
  });

  it.each<[string, object]>([
    ['lives', {}],
    ['is on another machine', { ...dead, host: 'another' }],
    ['is in another container', { ...dead, namespace: 'pid:[1]' }],
    ['cannot be made out', { pid: 'none' }],
  ])('is kept if its owner %s', async (_what, owner) => {
    const path = await folderOf(owner);
    await tidyUp();
    expect(existsSync(path)).toBe(true);
  });

  it('is kept if it has no owner yet, or one that cannot be read', async () => {
    const [fresh, broken] = [await folderOf(dead), await folderOf(dead)];
    unlinkSync(join(fresh, ownerFile));
    writeFileSync(join(broken, ownerFile), '{');
    await tidyUp();
    expect([fresh, broken].map(existsSync)).toEqual([true, true]);
  });

  it('is kept if others can look into it, or if it is only a link', async () => {
    const [open, target] = [await folderOf(dead), await folderOf()];
    chmodSync(open, 0o755);
    writeFileSync(join(target, ownerFile), readFileSync(join(open, ownerFile)));
    chmodSync(target, 0o711);
    const link = `${target}-link`;
    symlinkSync(open, link);
    paths.push(link);
    await tidyUp();
    expect([open, target].map(existsSync)).toEqual([true, true]);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
  });
});
