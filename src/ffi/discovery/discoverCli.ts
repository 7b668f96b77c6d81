import type { DiscoveryAttempt } from '../../errors.js';
import { readVariable } from '../environment/environment.js';
import { type Candidate, checkCandidate, checkInstall, type FoundCli } from './checkCandidate.js';
import {
  cliPackage,
  expectedPackage,
  packageAt,
  packageOfLibrary,
  programOf,
  sdkPrograms,
} from './cliPackages.js';
import {
  givenPathFailure,
  invalidPath,
  searchFailure,
  unresolvablePath,
} from './discoveryFailure.js';
import { type DiscoveryHost, nodeDiscoveryHost } from './discoveryHost.js';
import { pathsOf, type SearchDirectory, searchDirectories } from './searchDirectories.js';

export interface Discovery {
  found: FoundCli;
  /** Other CLIs that were found, in the order of the search. */
  others: FoundCli[];
  trace: DiscoveryAttempt[];
}

const option = 'pathToClaudeCodeExecutable';
const variable = 'CLAUDE_CLI_PATH';

/** Finds the CLI, or throws an error that lists every path it tried. */
export function discoverCli(path?: string, host: DiscoveryHost = nodeDiscoveryHost()): Discovery {
  if (path !== undefined) {
    if (path === '' || path.includes('\0')) throw invalidPath(path, option);
    return useGivenPath(path, option, host);
  }
  const fromEnvironment = readVariable(host.env, variable, host.platform);
  if (fromEnvironment !== undefined) return useGivenPath(fromEnvironment, variable, host);
  return search(host);
}

/** The caller chose this program, so we never fall back to another one. */
function useGivenPath(text: string, source: string, host: DiscoveryHost): Discovery {
  const trace: DiscoveryAttempt[] = [];
  for (const path of possiblePaths(text, source, host)) {
    const { attempt, cli } = checkCandidate(path, source, host);
    trace.push(attempt);
    if (cli !== undefined) return { found: cli, others: [], trace };
  }
  throw givenPathFailure(text, source, trace, host);
}

function possiblePaths(text: string, source: string, host: DiscoveryHost): string[] {
  const { join, resolve, isAbsolute, extname } = pathsOf(host);
  const windows = host.platform === 'win32';
  const isBareName = !/[/\\]/.test(text) && !isAbsolute(text);
  // A value that did not pass through a shell may still start with `~`.
  const [base, rest] = /^~[/\\]/.test(text) ? [host.home, text.slice(2)] : [host.cwd, text];
  if (!isBareName && !isAbsolute(rest) && !isAbsolute(base)) throw unresolvablePath(text, source);
  const paths = isBareName
    ? searchDirectories(host)
        .filter(({ source }) => source === 'PATH')
        .map(({ directory }) => join(directory, text))
    : [resolve(base, rest)];
  if (!windows || extname(text) !== '') return paths;
  return paths.flatMap((path) => [`${path}.exe`, path]);
}

function search(host: DiscoveryHost): Discovery {
  const candidates = [
    ...candidatesOfLibrary(host),
    ...candidatesOfSdk(host),
    ...searchDirectories(host).flatMap((directory) => candidatesIn(directory, host)),
  ];
  const trace = candidates.map(({ attempt }) => attempt);
  const [found, ...others] = distinct(candidates.flatMap(({ cli }) => cli ?? []));
  if (found === undefined) throw searchFailure(trace, host);
  return { found, others, trace };
}

function distinct(clis: FoundCli[]): FoundCli[] {
  return clis.filter(
    ({ realPath }, index) => clis.findIndex((other) => other.realPath === realPath) === index,
  );
}

/** The CLI's package, if it is installed as a dependency next to this library. */
function candidatesOfLibrary(host: DiscoveryHost): Candidate[] {
  const source = `package ${cliPackage}`;
  const installed = packageOfLibrary(host);
  const program = installed && programOf(installed, host);
  if (program !== undefined) return checkInstall(program, source, host);
  const { join } = pathsOf(host);
  const path = installed
    ? join(installed.directory, 'package.json')
    : expectedPackage(cliPackage, host);
  return [{ attempt: { source, path, outcome: 'missing' } }];
}

/** The CLI that came with the official SDK, if it is installed next to this library. */
function candidatesOfSdk(host: DiscoveryHost): Candidate[] {
  return sdkPrograms(host).map(({ name, path }) => {
    const source = `package ${name}`;
    if (path !== undefined) return checkCandidate(path, source, host);
    return { attempt: { source, path: expectedPackage(name, host), outcome: 'missing' } };
  });
}

function candidatesIn({ source, directory }: SearchDirectory, host: DiscoveryHost): Candidate[] {
  const { join, basename, dirname } = pathsOf(host);
  if (host.platform !== 'win32') return checkInstall(join(directory, 'claude'), source, host);
  const native = checkInstall(join(directory, 'claude.exe'), source, host);
  const scripts = ['claude.cmd', 'claude.bat']
    .map((name) => checkCandidate(join(directory, name), source, host))
    .filter(({ attempt }) => attempt.outcome !== 'missing');
  if (scripts.length === 0) return native;
  // npm only puts a script there. The program it starts is in the package in `node_modules`.
  const modules =
    basename(directory) === '.bin' ? dirname(directory) : join(directory, 'node_modules');
  const installed = packageAt(join(modules, cliPackage), host);
  const program = installed && programOf(installed, host);
  const behindScript =
    program === undefined ? [] : checkInstall(program, `${source}, behind a script`, host);
  return [...native, ...scripts, ...behindScript];
}
