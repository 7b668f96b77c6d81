import type { DiscoveryAttempt } from '../../errors.js';
import { readInstalledVersion } from '../version/installedVersion.js';
import { placeholderPackage, platformKeys, platformPrograms } from './cliPackages.js';
import { isJavaScript, isWindowsProgram } from './commandLine.js';
import type { DiscoveryHost } from './discoveryHost.js';
import { cliPackage } from './packageManifest.js';

export interface FoundCli {
  path: string;
  realPath: string;
  source: string;
  version?: string;
}

export interface Look {
  attempt: DiscoveryAttempt;
  cli?: FoundCli;
}

/** What lies at a path, and what it says of its version. */
export function lookAtCli(path: string, source: string, host: DiscoveryHost): Look {
  const outcome = outcomeAt(path, host);
  if (outcome !== 'found') return { attempt: { source, path, outcome } };
  const realPath = host.files.realPath(path);
  const version = readInstalledVersion(realPath, host.files, host.platform)?.version;
  const seen = { source, path, ...(version === undefined ? {} : { version }) };
  if (placeholderPackage(realPath, host) !== undefined) {
    const told = `${source}, a placeholder: the install script of its package did not run`;
    return { attempt: { ...seen, source: told, outcome: 'notExecutable' } };
  }
  return { attempt: { ...seen, outcome }, cli: { ...seen, realPath } };
}

/** As above; where a package was installed without its script, its binary is taken from beside it. */
export function lookAtInstall(path: string, source: string, host: DiscoveryHost): Look[] {
  const look = lookAtCli(path, source, host);
  if (look.attempt.outcome !== 'notExecutable') return [look];
  const installed = placeholderPackage(host.files.realPath(path), host);
  if (installed === undefined) return [look];
  const programs = platformPrograms(installed, host);
  const inPackage = 'platform package beside it';
  if (programs.length > 0) {
    return [look, ...programs.map((program) => lookAtCli(program, inPackage, host))];
  }
  const name = `${cliPackage}-${platformKeys(host)[0]}`;
  return [look, { attempt: { source: inPackage, path: name, outcome: 'missing' } }];
}

function outcomeAt(path: string, { files, platform }: DiscoveryHost): DiscoveryAttempt['outcome'] {
  const state = files.look(path);
  switch (state) {
    case 'executable':
      return platform !== 'win32' || isWindowsProgram(path) || isJavaScript(path)
        ? 'found'
        : 'unsafeScript';
    case 'notExecutable':
      return isJavaScript(path) ? 'found' : state;
    case 'linkLoop':
      return 'brokenLink';
    // Whether there is anything cannot be known, and most often there is not.
    case 'denied':
      return 'missing';
    default:
      return state;
  }
}
