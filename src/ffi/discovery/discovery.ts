import type { DiscoveryAttempt } from '../../errors.js';
import { readVariable } from '../environment/variables.js';
import { pathsOf, type SearchedDirectory, searchedDirectories } from './cliCandidates.js';
import { packageAt, packageOfLibrary, programOf } from './cliPackages.js';
import { invalidPath, namedFailure, searchFailure, unanchoredPath } from './discoveryFailure.js';
import { type DiscoveryHost, thisDiscoveryHost } from './discoveryHost.js';
import { type FoundCli, type Look, lookAtCli, lookAtInstall } from './lookAtCli.js';
import { cliPackage } from './packageManifest.js';

export interface Discovery {
  found: FoundCli;
  /** Different programs that would have been taken next. */
  others: FoundCli[];
  trace: DiscoveryAttempt[];
}

const option = 'pathToClaudeCodeExecutable';
const variable = 'CLAUDE_CLI_PATH';

/** Finds the CLI, or throws the error that tells where it was looked for. */
export function discoverCli(path?: string, host: DiscoveryHost = thisDiscoveryHost()): Discovery {
  if (path !== undefined) {
    if (path === '' || path.includes('\0')) throw invalidPath(path, option);
    return named(path, option, host);
  }
  const fromEnvironment = readVariable(host.env, variable, host.platform);
  if (fromEnvironment !== undefined) return named(fromEnvironment, variable, host);
  return search(host);
}

/** The caller chose this program: another one is never run in its place. */
function named(text: string, source: string, host: DiscoveryHost): Discovery {
  const looks: Look[] = [];
  for (const path of namedPaths(text, source, host)) {
    const look = lookAtCli(path, source, host);
    looks.push(look);
    if (look.cli !== undefined) {
      return { found: look.cli, others: [], trace: looks.map(({ attempt }) => attempt) };
    }
  }
  const trace = looks.map(({ attempt }) => attempt);
  throw namedFailure(text, source, trace, host);
}

function namedPaths(text: string, source: string, host: DiscoveryHost): string[] {
  const { join, resolve, isAbsolute, extname } = pathsOf(host);
  const windows = host.platform === 'win32';
  const bare = !/[/\\]/.test(text) && !isAbsolute(text);
  // No shell has seen a value that comes from a file, so `~` is still there.
  const [base, rest] = /^~[/\\]/.test(text) ? [host.home, text.slice(2)] : [host.cwd, text];
  if (!bare && !isAbsolute(rest) && !isAbsolute(base)) throw unanchoredPath(text, source);
  const places = bare
    ? searchedDirectories(host)
        .filter(({ source }) => source === 'PATH')
        .map(({ directory }) => join(directory, text))
    : [resolve(base, rest)];
  if (!windows || extname(text) !== '') return places;
  return places.flatMap((place) => [`${place}.exe`, place]);
}

function search(host: DiscoveryHost): Discovery {
  const looks = [
    ...lookInLibrary(host),
    ...searchedDirectories(host).flatMap((searched) => lookInDirectory(searched, host)),
  ];
  const trace = looks.map(({ attempt }) => attempt);
  const [found, ...others] = distinct(looks.flatMap(({ cli }) => cli ?? []));
  if (found === undefined) throw searchFailure(trace, host);
  return { found, others, trace };
}

function distinct(clis: FoundCli[]): FoundCli[] {
  return clis.filter(
    ({ realPath }, index) => clis.findIndex((other) => other.realPath === realPath) === index,
  );
}

function lookInLibrary(host: DiscoveryHost): Look[] {
  const source = `package ${cliPackage}`;
  const installed = packageOfLibrary(host);
  const program = installed && programOf(installed, host);
  if (program !== undefined) return lookAtInstall(program, source, host);
  const { join } = pathsOf(host);
  const path = installed
    ? join(installed.directory, 'package.json')
    : join(host.libraryDirectory, 'node_modules', cliPackage);
  return [{ attempt: { source, path, outcome: 'missing' } }];
}

function lookInDirectory({ source, directory }: SearchedDirectory, host: DiscoveryHost): Look[] {
  const { join, basename, dirname } = pathsOf(host);
  if (host.platform !== 'win32') return lookAtInstall(join(directory, 'claude'), source, host);
  const native = lookAtInstall(join(directory, 'claude.exe'), source, host);
  const scripts = ['claude.cmd', 'claude.bat']
    .map((name) => lookAtCli(join(directory, name), source, host))
    .filter(({ attempt }) => attempt.outcome !== 'missing');
  if (scripts.length === 0) return native;
  // npm puts only a script there; the program that it starts lies in the package beside it.
  const modules =
    basename(directory) === '.bin' ? dirname(directory) : join(directory, 'node_modules');
  const installed = packageAt(join(modules, cliPackage), host);
  const program = installed && programOf(installed, host);
  const behind =
    program === undefined ? [] : lookAtInstall(program, `${source}, behind a script`, host);
  return [...native, ...scripts, ...behind];
}
