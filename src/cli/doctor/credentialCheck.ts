import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AccountInfo } from '../../codec/requestsToCli.js';
import { homeDirectory } from '../../util/homeDirectory.js';
import type { Check } from './check.js';

const variables = [
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'CLAUDE_CODE_OAUTH_TOKEN',
  'CLAUDE_CODE_USE_BEDROCK',
  'CLAUDE_CODE_USE_VERTEX',
  'CLAUDE_CODE_USE_FOUNDRY',
];

const advice = 'Run `claude` and log in with /login, or set ANTHROPIC_API_KEY.';
const name = 'Credentials';

/** The names of the variables and files that hold credentials, never their values. */
export function credentialLocations(
  env: Readonly<Record<string, string | undefined>>,
  home = homeDirectory(),
  exists: (path: string) => boolean = existsSync,
): string[] {
  const file = join(env.CLAUDE_CONFIG_DIR || join(home, '.claude'), '.credentials.json');
  return [...variables.filter((variable) => env[variable]), ...(exists(file) ? [file] : [])];
}

/**
 * Whether the CLI has credentials. Its own answer decides, because it also reads keychains and the
 * helpers in its settings.
 */
export function credentialCheck(account: AccountInfo | undefined, locations: string[]): Check {
  const present =
    locations.length > 0 ? `found ${locations.join(', ')}` : 'none found in the environment';
  if (account === undefined) {
    const found = locations.length > 0;
    return {
      name,
      status: found ? 'ok' : 'warn',
      message: `${present} (the CLI could not be asked)`,
      ...(!found && { advice }),
      facts: { places: locations },
    };
  }
  const used = sourceOf(account);
  const facts = { places: locations, used };
  if (used === undefined) {
    return { name, status: 'fail', message: `the CLI has none; ${present}`, advice, facts };
  }
  return { name, status: 'ok', message: `the CLI uses ${used}`, facts };
}

function sourceOf({ apiKeySource, tokenSource, apiProvider, email }: AccountInfo) {
  const provider = apiProvider === 'firstParty' ? undefined : apiProvider;
  const source = [apiKeySource, tokenSource].find((one) => one && one !== 'none');
  return source ?? provider ?? (email ? 'an account' : undefined);
}
