import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { AccountInfo } from '../../codec/requestsToCli.js';
import type { Check } from './Check.js';

const variables = [
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'CLAUDE_CODE_OAUTH_TOKEN',
  'CLAUDE_CODE_USE_BEDROCK',
  'CLAUDE_CODE_USE_VERTEX',
  'CLAUDE_CODE_USE_FOUNDRY',
];

const advice = 'Start `claude` and log in with /login, or set ANTHROPIC_API_KEY.';
const name = 'Credentials';

/** Where credentials lie, by name; never what they are. */
export function credentialPlaces(
  env: Readonly<Record<string, string | undefined>>,
  home = homedir(),
  exists: (path: string) => boolean = existsSync,
): string[] {
  const file = join(env.CLAUDE_CONFIG_DIR || join(home, '.claude'), '.credentials.json');
  return [...variables.filter((variable) => env[variable]), ...(exists(file) ? [file] : [])];
}

/** What the CLI says counts: it also knows of keychains and of helpers in its settings. */
export function credentialCheck(account: AccountInfo | undefined, places: string[]): Check {
  const present = places.length > 0 ? `present: ${places.join(', ')}` : 'none in the environment';
  if (account === undefined) {
    const found = places.length > 0;
    return {
      name,
      status: found ? 'ok' : 'warn',
      message: `${present}; the CLI was not asked`,
      ...(!found && { advice }),
      facts: { places },
    };
  }
  const used = sourceOf(account);
  const facts = { places, used };
  if (used === undefined) {
    return { name, status: 'fail', message: `the CLI has none (${present})`, advice, facts };
  }
  return { name, status: 'ok', message: `the CLI uses ${used}`, facts };
}

function sourceOf({ apiKeySource, tokenSource, apiProvider, email }: AccountInfo) {
  const provider = apiProvider === 'firstParty' ? undefined : apiProvider;
  const source = [apiKeySource, tokenSource].find((one) => one && one !== 'none');
  return source ?? provider ?? (email ? 'an account' : undefined);
}
