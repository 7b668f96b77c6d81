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
import { discoveryLimits } from '../../defaults.js';

/** `denied`: we may not enter a directory of the path, so we cannot know what is there. */
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

/** The file system operations that the search for the CLI needs. None of them throws. */
export interface FileSystem {
  fileState(path: string): FileState;
  directoryState(path: string): DirectoryState;
  /** Resolves symbolic links. Returns the path itself if that fails. */
  realPath(path: string): string;
  /** The first bytes of a file, or undefined if it cannot be read. */
  readHead(path: string, bytes: number): Uint8Array | undefined;
  /** Changes when the file does. */
  stamp(path: string): FileStamp | undefined;
}

export const nodeFileSystem: FileSystem = { fileState, directoryState, realPath, readHead, stamp };

function fileState(path: string): FileState {
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

function directoryState(path: string): DirectoryState {
  try {
    if (!statSync(path).isDirectory()) return 'notADirectory';
  } catch (error) {
    return isDenial(error) ? 'denied' : 'missing';
  }
  return mayExecute(path) ? 'directory' : 'denied';
}

/** On Windows this only checks whether the file exists. */
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

/** A cache, because each start of a CLI reads the same few files. */
const heads = new Map<string, Head>();
const { maxCachedHeads } = discoveryLimits;

function readHead(path: string, bytes: number): Uint8Array | undefined {
  try {
    const stats = statSync(path);
    if (!stats.isFile()) return undefined;
    const known = heads.get(path);
    if (known?.bytes === bytes && isUnchanged(known.stats, stats)) {
      return Uint8Array.from(known.head);
    }
    const head = readStart(path, Math.min(bytes, stats.size));
    if (heads.size >= maxCachedHeads) heads.clear();
    heads.set(path, { bytes, stats, head });
    return Uint8Array.from(head);
  } catch {
    return undefined;
  }
}

/** Compares ctime too, because a program can set mtime to any value. */
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
