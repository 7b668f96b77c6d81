import type { ClaudeActorsError } from '../../src/errors.js';
import { discoverCli } from '../../src/ffi/discovery/discoverCli.js';
import type { DiscoveryHost } from '../../src/ffi/discovery/discoveryHost.js';
import { type FakeFile, fakeFiles } from './fakeFiles.js';

export type Disk = Record<string, FakeFile>;

/** Begins like a program of Linux. */
export const binary = { bytes: new Uint8Array([0x7f, 0x45, 0x4c, 0x46, ...new Uint8Array(60)]) };
const library = '/home/dev/app/node_modules/claude-actors/dist/ffi';
export const packageDirectory = '/home/dev/app/node_modules/@anthropic-ai/claude-code';

export function linux(disk: Disk, more: Partial<DiscoveryHost> = {}): DiscoveryHost {
  return {
    platform: 'linux',
    arch: 'x64',
    env: { PATH: '/usr/bin:/bin' },
    home: '/home/dev',
    cwd: '/home/dev/app',
    execPath: '/opt/node/bin/node',
    libraryDirectory: library,
    files: fakeFiles(disk),
    ...more,
  };
}

export function windows(disk: Disk, more: Partial<DiscoveryHost> = {}): DiscoveryHost {
  return {
    platform: 'win32',
    arch: 'x64',
    env: { Path: 'C:\\Windows;"C:\\Program Files\\tools"', AppData: 'C:\\Users\\dev\\AppData' },
    home: 'C:\\Users\\dev',
    cwd: 'C:\\app',
    execPath: 'C:\\node\\node.exe',
    libraryDirectory: 'C:\\app\\node_modules\\claude-actors\\dist\\ffi',
    files: fakeFiles(disk),
    ...more,
  };
}

export function manifest(fields: object): FakeFile {
  return { text: JSON.stringify(fields) };
}

export function cliPackage(directory: string, bin: FakeFile, separator = '/'): Disk {
  return {
    [[directory, 'package.json'].join(separator)]: manifest({
      name: '@anthropic-ai/claude-code',
      version: '2.1.325',
      bin: { claude: 'bin/claude.exe' },
    }),
    [[directory, 'bin', 'claude.exe'].join(separator)]: bin,
  };
}

/** The error of a search that finds nothing. */
export function failure(path: string | undefined, host: DiscoveryHost): ClaudeActorsError {
  try {
    discoverCli(path, host);
  } catch (error) {
    return error as ClaudeActorsError;
  }
  throw new Error('a CLI was found');
}

export const outcomes = (error: ClaudeActorsError) =>
  error.details.trace?.map(({ path, outcome }) => [path, outcome]);
