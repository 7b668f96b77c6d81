import type { DiscoveryAttempt } from '../../errors.js';
import { readInstalledVersion } from '../version/installedVersion.js';
import { isJavaScript, isWindowsProgram } from './cliCommand.js';
import { cliPackage, placeholderPackage, platformKeys, platformPrograms } from './cliPackages.js';
import type { DiscoveryHost } from './discoveryHost.js';

export interface FoundCli {
  path: string;
  realPath: string;
  source: string;
  version?: string;
}

/** A path that may be the CLI. `cli` is set if it can be used. */
export interface Candidate {
  attempt: DiscoveryAttempt;
  cli?: FoundCli;
}

/** Checks whether there is a CLI at this path, and reads its version if the install shows it. */
export function checkCandidate(path: string, source: string, host: DiscoveryHost): Candidate {
  const outcome = outcomeAt(path, host);
  if (outcome !== 'found') return { attempt: { source, path, outcome } };
  const realPath = host.files.realPath(path);
  const version = readInstalledVersion(realPath, host.files, host.platform)?.version;
  const found = { source, path, ...(version === undefined ? {} : { version }) };
  if (placeholderPackage(realPath, host) !== undefined) {
    const placeholder = `${source}, a placeholder: the install script of its package did not run`;
    return { attempt: { ...found, source: placeholder, outcome: 'notExecutable' } };
  }
  return { attempt: { ...found, outcome }, cli: { ...found, realPath } };
}

/**
 * Like `checkCandidate`, but for a placeholder it also tries the binaries in the platform packages:
 * they are there even if the install script did not run.
 */
export function checkInstall(path: string, source: string, host: DiscoveryHost): Candidate[] {
  const candidate = checkCandidate(path, source, host);
  if (candidate.attempt.outcome !== 'notExecutable') return [candidate];
  const installed = placeholderPackage(host.files.realPath(path), host);
  if (installed === undefined) return [candidate];
  const programs = platformPrograms(installed, host);
  const platformSource = 'its platform package';
  if (programs.length > 0) {
    return [candidate, ...programs.map((program) => checkCandidate(program, platformSource, host))];
  }
  const name = `${cliPackage}-${platformKeys(host)[0]}`;
  return [candidate, { attempt: { source: platformSource, path: name, outcome: 'missing' } }];
}

function outcomeAt(path: string, { files, platform }: DiscoveryHost): DiscoveryAttempt['outcome'] {
  const state = files.fileState(path);
  switch (state) {
    case 'executable':
      return platform !== 'win32' || isWindowsProgram(path) || isJavaScript(path)
        ? 'found'
        : 'unsafeScript';
    case 'notExecutable':
      return isJavaScript(path) ? 'found' : state;
    case 'linkLoop':
      return 'brokenLink';
    // We cannot know whether there is anything. Most often there is not.
    case 'denied':
      return 'missing';
    default:
      return state;
  }
}
