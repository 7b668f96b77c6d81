import process from 'node:process';
import type { ClaudeActorsError } from '../errors.js';
import type { FileState } from '../ffi/discovery/fileSystem.js';
import type { Command } from '../ffi/process/port.js';
import { type SpawnHost, spawnFailure } from '../ffi/process/spawnFailure.js';
import type { StartFailure } from './scenario.js';

/** What the disk would show of the program for each error code. */
const disk: Record<StartFailure, FileState> = {
  ENOENT: 'missing',
  EACCES: 'notExecutable',
  ENOEXEC: 'executable',
  E2BIG: 'executable',
  EAGAIN: 'executable',
  EMFILE: 'executable',
  ENOMEM: 'executable',
  ETXTBSY: 'executable',
};

export const startFailures = Object.keys(disk);

/** The error that the library's real port would report, independent of this machine's disk. */
export function startFailure(code: StartFailure, command: Command): ClaudeActorsError {
  const cause = new Error(`spawn ${command.file} ${code}`);
  const host: SpawnHost = {
    platform: 'linux',
    arch: process.arch,
    files: {
      fileState: () => disk[code],
      directoryState: () => 'directory',
      realPath: (path) => path,
      readHead: () => undefined,
      stamp: () => undefined,
    },
  };
  const env = { ...command.env, PATH: '/usr/local/bin' };
  return spawnFailure(Object.assign(cause, { code, syscall: 'spawn' }), { ...command, env }, host);
}
