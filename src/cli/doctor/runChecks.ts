import process from 'node:process';
import type { Options } from '../../options/types.js';
import { compareVersions } from '../../util/versionNumber.js';
import type { Check } from './check.js';
import { discoveryCheck, versionCheck } from './cliChecks.js';
import { credentialCheck, credentialLocations } from './credentialCheck.js';
import { checkHandshake } from './handshakeCheck.js';

export interface CheckContext {
  options: Options;
  env: Readonly<Record<string, string | undefined>>;
  simulated: boolean;
  signal: AbortSignal;
}

/** Runs the checks one after the other. Skips those that need a CLI if there is none. */
export async function* runChecks({
  options,
  env,
  simulated,
  signal,
}: CheckContext): AsyncGenerator<Check> {
  yield nodeCheck(process.versions.node);
  yield platformCheck(process.platform, process.arch);
  const { check, discovery } = discoveryCheck(options.pathToClaudeCodeExecutable);
  yield check;
  const locations = credentialLocations(env);
  if (!discovery) {
    yield credentialCheck(undefined, locations);
    return;
  }
  yield await versionCheck(discovery, options, signal);
  if (signal.aborted) return;
  const { checks, answer } = await checkHandshake({ ...options, signal });
  yield* checks;
  yield simulated
    ? { name: 'Credentials', status: 'ok', message: 'the simulated CLI needs none' }
    : credentialCheck(answer?.account, locations);
}

const minimumNode = '20.19.0';
const testedPlatforms: readonly string[] = ['linux', 'darwin', 'win32'];

export function nodeCheck(version: string): Check {
  const facts = { version, needed: minimumNode };
  if (compareVersions(version, minimumNode) >= 0) {
    return { name: 'Node', status: 'ok', message: `${version} (${minimumNode} or later)`, facts };
  }
  return {
    name: 'Node',
    status: 'fail',
    message: `${version} is older than ${minimumNode}.`,
    advice: `Install Node ${minimumNode} or later.`,
    facts,
  };
}

export function platformCheck(platform: string, arch: string): Check {
  const check = { name: 'Platform', message: `${platform} ${arch}`, facts: { platform, arch } };
  if (testedPlatforms.includes(platform)) return { ...check, status: 'ok' };
  return {
    ...check,
    status: 'warn',
    advice: `This package is tested only on ${testedPlatforms.join(', ')}. Check that CLI processes are stopped when your program exits.`,
  };
}
