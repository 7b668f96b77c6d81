import {
  accessSync,
  closeSync,
  constants,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';

/** `denied`: a directory on the way may not be entered, so nobody can say what is there. */
export type FileState =
  | 'missing'
  | 'notAFile'
  | 'notExecutable'
  | 'brokenLink'
  | 'linkLoop'
  | 'denied'
  | 'executable';

export type DirectoryState = 'missing' | 'notADirectory' | 'denied' | 'directory';

export interface FileStamp {
  size: number;
  mtimeMs: number;
}

/** What finding a program needs to know of a disk. Nothing here throws. */
export interface FileSystem {
  look(path: string): FileState;
  lookAtDirectory(path: string): DirectoryState;
  /** The path itself where it cannot be resolved. */
  realPath(path: string): string;
  /** The first bytes, or undefined where the file cannot be read. */
  readHead(path: string, bytes: number): Uint8Array | undefined;
  stamp(path: string): FileStamp | undefined;
}

export const nodeFileSystem: FileSystem = { look, lookAtDirectory, realPath, readHead, stamp };

function look(path: string): FileState {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return isLink(path) ? 'brokenLink' : 'missing';
    if (!stats.isFile()) return 'notAFile';
  } catch (error) {
    if (codeOf(error) === 'ELOOP') return 'linkLoop';
    return isDenial(error) ? 'denied' : 'missing';
  }
  return mayExecute(path) ? 'executable' : 'notExecutable';
}

function lookAtDirectory(path: string): DirectoryState {
  try {
    if (!statSync(path).isDirectory()) return 'notADirectory';
  } catch (error) {
    return isDenial(error) ? 'denied' : 'missing';
  }
  return mayExecute(path) ? 'directory' : 'denied';
}

/** On Windows this asks only whether the file exists. */
function mayExecute(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

function isDenial(error: unknown): boolean {
  return codeOf(error) === 'EACCES' || codeOf(error) === 'EPERM';
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

interface Head {
  bytes: number;
  stats: Stats;
  head: Uint8Array;
}

/** A program asks for the same few again with each CLI that it starts. */
const heads = new Map<string, Head>();
const keptHeads = 32;

function readHead(path: string, bytes: number): Uint8Array | undefined {
  try {
    const stats = statSync(path);
    if (!stats.isFile()) return undefined;
    const known = heads.get(path);
    if (known?.bytes === bytes && isUnchanged(known.stats, stats)) {
      return Uint8Array.from(known.head);
    }
    const head = readStart(path, Math.min(bytes, stats.size));
    if (heads.size >= keptHeads) heads.clear();
    heads.set(path, { bytes, stats, head });
    return Uint8Array.from(head);
  } catch {
    return undefined;
  }
}

/** The time of the last change cannot be set by hand, as that of the last write can. */
function isUnchanged(before: Stats, now: Stats): boolean {
  return (
    before.ctimeMs === now.ctimeMs &&
    before.mtimeMs === now.mtimeMs &&
    before.size === now.size &&
    before.ino === now.ino &&
    before.dev === now.dev
  );
}

function readStart(path: string, bytes: number): Uint8Array {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(bytes);
    return buffer.subarray(0, readSync(file, buffer, 0, bytes, 0));
  } finally {
    closeSync(file);
  }
}

function stamp(path: string): FileStamp | undefined {
  try {
    const { size, mtimeMs } = statSync(path);
    return { size, mtimeMs };
  } catch {
    return undefined;
  }
}
