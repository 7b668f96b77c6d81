import { type PlatformPath, posix, win32 } from 'node:path';
import { readVariable } from '../environment/variables.js';
import type { DiscoveryHost } from './discoveryHost.js';

export interface SearchedDirectory {
  source: string;
  directory: string;
}

export function pathsOf({ platform }: Pick<DiscoveryHost, 'platform'>): PlatformPath {
  return platform === 'win32' ? win32 : posix;
}

/** Where a CLI may lie: `PATH`, then the places that its installers are known to use. */
export function searchedDirectories(host: DiscoveryHost): SearchedDirectory[] {
  const all = [...pathDirectories(host), ...knownDirectories(host)];
  const seen = new Set<string>();
  return all.filter(({ directory }) => {
    // What another entry means depends on the working directory, which must not choose what is run.
    if (!isFixed(directory, host)) return false;
    const path = pathsOf(host).resolve(directory);
    const key = host.platform === 'win32' ? path.toLowerCase() : path;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** On Windows `\\tools` is absolute too, on whichever drive is the current one. */
function isFixed(directory: string, host: DiscoveryHost): boolean {
  if (host.platform === 'win32') return /^(?:[a-z]:[\\/]|[\\/]{2})/i.test(directory);
  return pathsOf(host).isAbsolute(directory);
}

function pathDirectories(host: DiscoveryHost): SearchedDirectory[] {
  const windows = host.platform === 'win32';
  return (readVariable(host.env, 'PATH', host.platform) ?? '')
    .split(pathsOf(host).delimiter)
    .map((entry) => (windows ? entry.replace(/^"(.*)"$/, '$1') : entry))
    .map((directory) => ({ source: 'PATH', directory }));
}

function knownDirectories(host: DiscoveryHost): SearchedDirectory[] {
  const { platform, env, home } = host;
  const { join } = pathsOf(host);
  const known = (directory: string) => ({ source: 'known place', directory });
  const atHome = (...parts: string[]) => (home === '' ? [] : [known(join(home, ...parts))]);
  const windows = platform === 'win32';
  const appData = readVariable(env, 'APPDATA', platform);
  return [
    ...atHome('.local', 'bin'),
    ...atHome('.claude', 'local'),
    ...atHome('.npm-global', 'bin'),
    // On Windows npm has no `bin` in a prefix.
    ...(windows ? atHome('.npm-global') : []),
    ...(windows ? [] : ['/usr/local/bin', '/opt/homebrew/bin', '/opt'].map(known)),
    ...npmGlobalDirectory(host),
    ...atHome('.yarn', 'bin'),
    ...(windows && appData !== undefined ? [known(join(appData, 'npm'))] : []),
  ];
}

/**
 * What `npm prefix -g` answers, without the half second that running npm takes: its variables,
 * else the place of Node itself. A prefix set in an .npmrc is not seen.
 */
function npmGlobalDirectory(host: DiscoveryHost): SearchedDirectory[] {
  const { platform, env, execPath } = host;
  const { dirname, join } = pathsOf(host);
  const windows = platform === 'win32';
  const given =
    readVariable(env, 'npm_config_prefix', platform) ??
    readVariable(env, 'NPM_CONFIG_PREFIX', platform) ??
    readVariable(env, 'PREFIX', platform);
  const prefix = given ?? (windows ? dirname(execPath) : dirname(dirname(execPath)));
  return [{ source: 'npm global prefix', directory: windows ? prefix : join(prefix, 'bin') }];
}
