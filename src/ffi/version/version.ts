import { versionLimits } from '../../defaults.js';
import { ClaudeActorsError } from '../../errors.js';
import { compareVersions } from '../../util/versionNumber.js';
import { withoutFullStop } from '../../util/withoutFullStop.js';
import type { CliCommand } from '../discovery/cliCommand.js';
import { installCommand, updateCommand } from '../discovery/discoveryTrace.js';
import { type FileSystem, nodeFileSystem } from '../discovery/fileSystem.js';
import { readInstalledVersion } from './installedVersion.js';
import { type ProbeOptions, probeVersion, type VersionOutcome } from './probeVersion.js';

/** The oldest CLI for a one-shot `query` and for a `session`. */
export const minimumVersions = {
  /** The first with `--settings`, which forbids `bypassPermissions` unless you allow it. */
  query: '1.0.61',
  session: '2.0.0',
} as const;

/**
 * Whether a CLI of this version can be used. Queries and sessions check this themselves.
 *
 * @param version - A version such as `2.1.325`, or the output of `claude --version`. If it contains
 * no version, the answer is no.
 * @param mode - `query` for a one-shot query, `session` for everything else.
 */
export function meetsMinimumVersion(version: string, mode: 'query' | 'session'): boolean {
  return compareVersions(version, minimumVersions[mode]) >= 0;
}

/** The first CLI that does not run a tool whose hook has not answered when its stdin ends. */
const endsSafelyFrom = '2.1.208';

/**
 * Whether a CLI of this version takes the end of its stdin as permission for tools whose hooks have
 * not answered. One of unknown version may.
 */
export function runsToolsOnEof(version: string | undefined): boolean {
  return version === undefined || compareVersions(version, endsSafelyFrom) < 0;
}

export interface DetectOptions extends ProbeOptions {
  files?: FileSystem;
}

const cache = new Map<string, VersionOutcome>();
const { maxCached } = versionLimits;

/**
 * Reads the version of the CLI from its installed files, or else runs it with `--version`. Returns a
 * promise only if it has to run it.
 */
export function detectVersion(
  realPath: string,
  command: CliCommand,
  options: DetectOptions,
): VersionOutcome | Promise<VersionOutcome> {
  const { files = nodeFileSystem } = options;
  const stamp = files.stamp(realPath);
  const key = stamp && JSON.stringify([realPath, stamp.size, stamp.mtimeMs]);
  const cached = key === undefined ? undefined : cache.get(key);
  if (cached !== undefined) return cached;
  const remember = (outcome: VersionOutcome) => {
    // A probe that failed may succeed next time, so do not cache it.
    if (key !== undefined && outcome.kind === 'known') addToCache(key, outcome);
    return outcome;
  };
  const installed = readInstalledVersion(realPath, files);
  if (installed) return remember({ kind: 'known', ...installed });
  return probeVersion(command, options).then(remember);
}

function addToCache(key: string, outcome: VersionOutcome): void {
  cache.set(key, outcome);
  const [oldest] = cache.keys();
  if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest);
}

export type VersionFinding =
  | { kind: 'ok' }
  | {
      kind: 'warning';
      code: 'UnparseableCliVersion' | 'VersionProbeFailed';
      message: string;
    }
  | { kind: 'error'; error: ClaudeActorsError };

export interface CheckOptions {
  /** Lets a query use a CLI of unknown version. A session always does. */
  permissive?: boolean;
  cliPath?: string;
}

/** Whether a CLI of this version can be used. */
export function checkVersion(
  outcome: VersionOutcome,
  mode: 'query' | 'session',
  { permissive = false, cliPath }: CheckOptions = {},
): VersionFinding {
  const requiredVersion = minimumVersions[mode];
  const details = { requiredVersion, ...(cliPath === undefined ? {} : { cliPath }) };
  const cli = cliPath === undefined ? 'the Claude Code CLI' : `the Claude Code CLI (${cliPath})`;
  const needs = `A ${mode} needs version ${requiredVersion} or later.`;
  const update = `Update it with \`${updateCommand}\` or \`${installCommand}\``;

  if (outcome.kind === 'known') {
    const { version } = outcome;
    if (meetsMinimumVersion(version, mode)) return { kind: 'ok' };
    const message = `Version ${version} of ${cli} is too old. ${needs} ${update}.`;
    return {
      kind: 'error',
      error: new ClaudeActorsError('UnsupportedCliVersion', message, {
        ...details,
        cliVersion: version,
      }),
    };
  }

  const unreadable = outcome.kind === 'unreadable';
  const problem = unreadable
    ? `Could not find a version in the output of \`--version\` of ${cli}: ${JSON.stringify(outcome.text)}.`
    : `Could not determine the version of ${cli}: ${withoutFullStop(outcome.reason)}.`;
  if (mode === 'session' || permissive) {
    const code = unreadable ? 'UnparseableCliVersion' : 'VersionProbeFailed';
    const message = `${problem} ${needs} ${update} if something does not work.`;
    return { kind: 'warning', code, message };
  }
  // A CLI that cannot be started has no version, and the reason says more than that.
  if (outcome.kind === 'failed' && outcome.error) return { kind: 'error', error: outcome.error };
  const code = unreadable ? 'UnknownVersion' : 'VersionDetectionFailed';
  const message = `${problem} ${needs} ${update}, or set \`permissiveVersionCheck\` to use it anyway.`;
  return { kind: 'error', error: new ClaudeActorsError(code, message, details) };
}
