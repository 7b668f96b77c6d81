import process from 'node:process';
import type { Options } from '../../options/types.js';
import type { Check } from './Check.js';
import { discoveryCheck, versionCheck } from './cliChecks.js';
import { credentialCheck, credentialPlaces } from './credentials.js';
import { shakeHands } from './handshake.js';
import { nodeCheck, platformCheck } from './systemChecks.js';

export interface Examined {
  options: Options;
  env: Readonly<Record<string, string | undefined>>;
  simulated: boolean;
  signal: AbortSignal;
}

/** Looks at one thing after the other; what needs a CLI is left out where there is none. */
export async function* examine({
  options,
  env,
  simulated,
  signal,
}: Examined): AsyncGenerator<Check> {
  yield nodeCheck(process.versions.node);
  yield platformCheck(process.platform, process.arch);
  const { check, discovery } = discoveryCheck(options.pathToClaudeCodeExecutable);
  yield check;
  const places = credentialPlaces(env);
  if (!discovery) {
    yield credentialCheck(undefined, places);
    return;
  }
  yield await versionCheck(discovery, options, signal);
  if (signal.aborted) return;
  const { checks, answer } = await shakeHands({ ...options, signal });
  yield* checks;
  yield simulated
    ? { name: 'Credentials', status: 'ok', message: 'the simulated CLI needs none' }
    : credentialCheck(answer?.account, places);
}
