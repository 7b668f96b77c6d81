import { mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { lstat, readdir, readFile, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { noGuard, processGuard } from './guard.js';
import { startTimeOf } from './processList.js';
import { processReaper } from './reaper.js';

/** A private folder for temporary files that does not outlive this process, however it ends. */
export interface OwnedFolder {
  path: string;
  /** Deletes it. Never rejects. */
  remove(): Promise<void>;
}

export interface OwnedFolderOptions {
  /** The directory that it is created in. Default: the one for temporary files. */
  directory?: string;
  /** Whether the guard deletes it if this process is killed by SIGKILL. Default: true. */
  guard?: boolean;
}

/** In each folder: which process it belongs to. */
const ownerFile = '.claude-actors-owner.json';

/** Creates a folder. The guard knows about it before it has files. */
export async function createOwnedFolder(
  prefix: string,
  { directory = temporaryDirectory(), guard = true }: OwnedFolderOptions = {},
): Promise<OwnedFolder> {
  const owner = JSON.stringify(await thisOwner());
  const path = mkdtempSync(join(directory, prefix));
  const release = [
    processReaper.registerCleanUp(() => removeNow(path)),
    (guard ? processGuard : noGuard).removeFolder(path),
  ];
  try {
    writeFileSync(join(path, ownerFile), owner, { mode: 0o600 });
  } catch (error) {
    removeNow(path);
    for (const unregister of release) unregister();
    throw error;
  }
  return {
    path,
    async remove() {
      await removeLater(path);
      for (const unregister of release) unregister();
    },
  };
}

/**
 * Deletes the folders of processes that are gone: there may have been no guard, or the machine may
 * have crashed. Never rejects.
 */
export async function removeAbandonedFolders(
  prefix: string,
  directory: string | undefined = orUndefined(temporaryDirectory),
): Promise<void> {
  if (directory === undefined) return;
  const names = await readdir(directory).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(prefix))) {
    const path = join(directory, name);
    if ((await isOurs(path)) && (await isAbandoned(path))) await removeLater(path);
  }
}

/**
 * An absolute path, even if TMPDIR is relative: the guard and the CLI work in other directories.
 * Throws if the working directory that a relative one is based on was deleted.
 */
function temporaryDirectory(): string {
  return resolve(tmpdir());
}

/** Whether it is a folder that this user has created and nobody else can look into. */
async function isOurs(path: string): Promise<boolean> {
  const stats = await lstat(path).catch(() => undefined);
  if (!stats?.isDirectory()) return false;
  const uid = process.getuid?.();
  // Windows has neither users with numbers nor modes. There, the directory is the user's own.
  return uid === undefined || (stats.uid === uid && (stats.mode & 0o777) === 0o700);
}

/** Which process on which machine: a directory may be shared by containers, or over a network. */
interface Owner {
  pid: number;
  /** When the process was started. Pids are reused. */
  started?: string;
  host: string;
  /** Identifies what has been running since the machine was started. Linux only. */
  boot?: string;
  /** The pid is a number in this namespace. Linux only. */
  namespace?: string;
}

async function thisOwner(): Promise<Owner> {
  return {
    pid: process.pid,
    started: await startTimeOf(process.pid),
    host: hostname(),
    boot: orUndefined(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    namespace: orUndefined(() => readlinkSync('/proc/self/ns/pid')),
  };
}

/** If in doubt, no. A folder without an owner has only just been created, and is empty. */
async function isAbandoned(path: string): Promise<boolean> {
  try {
    const owner = JSON.parse(await readFile(join(path, ownerFile), 'utf8')) as Partial<Owner>;
    const self = await thisOwner();
    if (owner.host !== self.host || typeof owner.pid !== 'number') return false;
    if (owner.boot !== self.boot) return true;
    if (owner.namespace !== self.namespace) return false;
    if (owner.started === undefined || self.started === undefined) return !isRunning(owner.pid);
    return (await startTimeOf(owner.pid)) !== owner.started;
  } catch {
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function removeNow(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // The guard tries again once the CLI is gone, and so does a later start.
  }
}

function removeLater(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 4 }).catch(() => {});
}

function orUndefined(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
