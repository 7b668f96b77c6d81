import type { FileSystem } from '../../src/ffi/discovery/fileSystem.js';

export type FakeFile =
  | string
  | { text?: string; bytes?: Uint8Array; executable?: boolean }
  | { link: string }
  | { directory: true }
  | { denied: true };

/** A disk in memory. A string is an executable file with that text. */
export function fakeFiles(disk: Readonly<Record<string, FakeFile>>): FileSystem {
  const at = (path: string) => (Object.hasOwn(disk, path) ? disk[path] : undefined);

  const follow = (path: string): string => {
    const entry = at(path);
    return typeof entry === 'object' && 'link' in entry ? follow(entry.link) : path;
  };
  const bytesAt = (path: string): Uint8Array | undefined => {
    const entry = at(follow(path));
    if (typeof entry === 'string') return new TextEncoder().encode(entry);
    if (entry === undefined || !('text' in entry || 'bytes' in entry)) return undefined;
    return entry.bytes ?? new TextEncoder().encode(entry.text ?? '');
  };

  return {
    fileState(path) {
      const target = at(follow(path));
      if (target === undefined) return at(path) === undefined ? 'missing' : 'brokenLink';
      if (typeof target === 'string') return 'executable';
      if ('directory' in target) return 'notAFile';
      if ('denied' in target) return 'denied';
      return 'executable' in target && target.executable === false ? 'notExecutable' : 'executable';
    },
    directoryState(path) {
      const target = at(follow(path));
      if (target === undefined) return 'missing';
      return typeof target === 'object' && 'directory' in target ? 'directory' : 'notADirectory';
    },
    realPath: follow,
    readHead: (path, bytes) => bytesAt(path)?.slice(0, bytes),
    stamp(path) {
      const bytes = bytesAt(path);
      return bytes === undefined ? undefined : { size: bytes.length, mtimeMs: 1 };
    },
  };
}
