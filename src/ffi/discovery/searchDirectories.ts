import { type PlatformPath, posix, win32 } from 'node:path';
import { readVariable } from '../environment/environment.js';
import type { DiscoveryHost } from './discoveryHost.js';

export interface SearchDirectory {
  source: string;
  directory: string;
}

export function pathsOf({ platform }: Pick<DiscoveryHost, 'platform'>): PlatformPath {
  return platform === 'win32' ? win32 : posix;
}

/** The directories to search for the CLI: `PATH`, then where its installers are known to put it. */
export function searchDirectories(host: DiscoveryHost): SearchDirectory[] {
  const all = [...pathDirectories(host), ...knownDirectories(host)];
  const seen = new Set<string>();
  return all.filter(({ directory }) => {
    // A relative entry depends on the working directory, which must not decide what we execute.
    if (!isFullPath(directory, host)) return false;
    const path = pathsOf(host).resolve(directory);
    const key = host.platform === 'win32' ? path.toLowerCase() : path;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Stricter than `isAbsolute`: on Windows, `\tools` is absolute but depends on the current drive. */
function isFullPath(directory: string, host: DiscoveryHost): boolean {
  if (host.platform === 'win32') return /^(?:[a-z]:[\\/]|[\\/]{2})/i.test(directory);
  return pathsOf(host).isAbsolute(directory);
}

function pathDirectories(host: DiscoveryHost): SearchDirectory[] {
  const windows = host.platform === 'win32';
  return (readVariable(host.env, 'PATH', host.platform) ?? '')
    .split(pathsOf(host).delimiter)
    .map((entry) => (windows ? entry.replace(/^"(.*)"$/, '$1') : entry))
    .map((directory) => ({ source: 'PATH', directory }));
}

function knownDirectories(host: DiscoveryHost): SearchDirectory[] {
  const { platform, env, home } = host;
  const { join } = pathsOf(host);
  const known = (directory: string) => ({ source: 'known location', directory });
  const atHome = (...parts: string[]) => (home === '' ? [] : [known(join(home, ...parts))]);
  const windows = platform === 'win32';
  const appData = readVariable(env, 'APPDATA', platform);
  return [
    ...atHome('.local', 'bin'),
    ...atHome('.claude', 'local'),
    ...atHome('.npm-global', 'bin'),
    // On Windows, npm's prefix has no `bin` directory.
    ...(windows ? atHome('.npm-global') : []),
    ...(windows ? [] : ['/usr/local/bin', '/opt/homebrew/bin', '/opt'].map(known)),
    ...npmGlobalDirectory(host),
    ...atHome('.yarn', 'bin'),
    ...(windows && appData !== undefined ? [known(join(appData, 'npm'))] : []),
  ];
}

/**
 * What `npm prefix -g` would print, without the half second it takes to run npm: npm's variables, or
 * else the directory of Node itself. This misses a prefix that is set in an .npmrc file.
 */
function npmGlobalDirectory(host: DiscoveryHost): SearchDirectory[] {
  const { platform, env, execPath } = host;
  const { dirname, join } = pathsOf(host);
  const windows = platform === 'win32';
  const configured =
    readVariable(env, 'npm_config_prefix', platform) ??
    readVariable(env, 'NPM_CONFIG_PREFIX', platform) ??
    readVariable(env, 'PREFIX', platform);
  const prefix = configured ?? (windows ? dirname(execPath) : dirname(dirname(execPath)));
  return [{ source: 'npm global prefix', directory: windows ? prefix : join(prefix, 'bin') }];
}
