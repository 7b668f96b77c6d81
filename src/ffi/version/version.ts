import { ClaudeActorsError } from '../../errors.js';
import type { CommandStart } from '../discovery/commandLine.js';
import { type FileSystem, nodeFileSystem } from '../discovery/fileSystem.js';
import { installCommand, updateCommand } from '../discovery/trace.js';
import { readInstalledVersion } from './installedVersion.js';
import { type ProbeOptions, probeVersion, type VersionOutcome } from './probeVersion.js';
import { compareVersions } from './versionNumber.js';

export const minimumVersions = { query: '1.0.0', session: '2.0.0' } as const;

export interface DetectOptions extends ProbeOptions {
  files?: FileSystem;
}

const remembered = new Map<string, VersionOutcome>();
const rememberedAtMost = 64;

/** The version of the CLI at this real path: from its install, else by asking it. */
export async function detectVersion(
  realPath: string,
  command: CommandStart,
  options: DetectOptions,
): Promise<VersionOutcome> {
  const { files = nodeFileSystem } = options;
  const stamp = files.stamp(realPath);
  const key = stamp && JSON.stringify([realPath, stamp.size, stamp.mtimeMs]);
  const known = key === undefined ? undefined : remembered.get(key);
  if (known !== undefined) return known;
  const installed = readInstalledVersion(realPath, files);
  const outcome: VersionOutcome = installed
    ? { kind: 'known', ...installed }
    : await probeVersion(command, options);
  // A probe that failed may do better next time.
  if (key !== undefined && outcome.kind === 'known') remember(key, outcome);
  return outcome;
}

function remember(key: string, outcome: VersionOutcome): void {
  remembered.set(key, outcome);
  const [oldest] = remembered.keys();
  if (remembered.size > rememberedAtMost && oldest !== undefined) remembered.delete(oldest);
}

export type VersionVerdict =
  | { kind: 'ok' }
  | {
      kind: 'warning';
      code: 'UnparseableCliVersion' | 'VersionProbeFailed';
      message: string;
    }
  | { kind: 'error'; error: ClaudeActorsError };

export interface CheckOptions {
  /** Whether a query goes on with a CLI whose version is unknown, as a session always does. */
  permissive?: boolean;
  cliPath?: string;
}

/** Whether a CLI of this version may be used. */
export function checkVersion(
  outcome: VersionOutcome,
  mode: 'query' | 'session',
  { permissive = false, cliPath }: CheckOptions = {},
): VersionVerdict {
  const requiredVersion = minimumVersions[mode];
  const details = { requiredVersion, ...(cliPath === undefined ? {} : { cliPath }) };
  const cli = cliPath === undefined ? 'The CLI' : `The CLI ${cliPath}`;
  const update = `Update it with \`${updateCommand}\` or \`${installCommand}\``;

  if (outcome.kind === 'known') {
    const { version } = outcome;
    if (compareVersions(version, requiredVersion) >= 0) return { kind: 'ok' };
    const message = `${cli} is version ${version}; a ${mode} needs ${requiredVersion} or later. ${update}.`;
    return {
      kind: 'error',
      error: new ClaudeActorsError('UnsupportedCliVersion', message, {
        ...details,
        cliVersion: version,
      }),
    };
  }

  const unreadable = outcome.kind === 'unreadable';
  const what = unreadable
    ? `answers --version with ${JSON.stringify(outcome.text)}, which holds no version`
    : `did not tell its version: ${outcome.reason}`;
  const needs = `a ${mode} needs ${requiredVersion} or later`;
  if (mode === 'session' || permissive) {
    const code = unreadable ? 'UnparseableCliVersion' : 'VersionProbeFailed';
    return { kind: 'warning', code, message: `${cli} ${what}; ${needs}. ${update} if it fails.` };
  }
  const code = unreadable ? 'UnknownVersion' : 'VersionDetectionFailed';
  const message = `${cli} ${what}; ${needs}. ${update}, or set \`permissiveVersionCheck\` to use it all the same.`;
  return { kind: 'error', error: new ClaudeActorsError(code, message, details) };
}
