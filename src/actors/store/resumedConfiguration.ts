import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { isObject, type JsonObject } from '../../codec/jsonObject.js';
import { keychainTimeoutMs } from '../../defaults.js';
import { readVariable } from '../../ffi/environment/environment.js';
import { configFolder } from '../../ffi/projectFolders.js';

type Variables = Readonly<Record<string, string | undefined>>;

/** Copies the user's settings and login to a new configuration folder. */
export async function copyConfiguration(
  to: string,
  env: Variables,
  platform: NodeJS.Platform,
  keychain: () => Promise<string | undefined> = macKeychain,
): Promise<void> {
  const variable = (name: string) => readVariable(env, name, platform);
  const own = variable('CLAUDE_CONFIG_DIR');
  const from = configFolder(env, platform);
  await copyFile(join(own ?? dirname(from), '.claude.json'), join(to, '.claude.json')).catch(
    ignore,
  );
  await copyFile(join(from, '.config.json'), join(to, '.config.json')).catch(ignore);
  const settings = await readFile(join(from, 'settings.json'), 'utf8').catch(ignore);
  if (settings !== undefined) {
    await writePrivate(join(to, 'settings.json'), edit(settings, withoutPlugins));
  }
  const hasKey = variable('ANTHROPIC_API_KEY') ?? variable('CLAUDE_CODE_OAUTH_TOKEN');
  const inKeychain = platform === 'darwin' && !own && !hasKey ? await keychain() : undefined;
  const login =
    inKeychain ?? (await readFile(join(from, '.credentials.json'), 'utf8').catch(ignore));
  if (login !== undefined) {
    await writePrivate(join(to, '.credentials.json'), edit(login, withoutRefreshToken));
  }
}

/** Plugins are not copied, and the CLI reports an error for a plugin that it cannot find. */
function withoutPlugins(settings: JsonObject): void {
  for (const name of ['enabledPlugins', 'extraKnownMarketplaces', 'additionalMarketplaces']) {
    delete settings[name];
  }
  if (isObject(settings.env)) delete settings.env.CLAUDE_CONFIG_DIR;
}

/** A refresh token works once. If the copy used it, the user would be logged out everywhere else. */
function withoutRefreshToken({ claudeAiOauth: login }: JsonObject): void {
  if (isObject(login)) delete login.refreshToken;
}

function edit(json: string, change: (value: JsonObject) => void): string {
  try {
    const value: unknown = JSON.parse(json.replace(/^\ufeff/, ''));
    if (!isObject(value)) return json;
    change(value);
    return JSON.stringify(value);
  } catch {
    return json;
  }
}

export async function writePrivate(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, text, { mode: 0o600 });
}

/** The variables that make the CLI use a configuration folder. */
export function configVariables(
  configDir: string,
  env: Variables,
  platform: NodeJS.Platform,
): Record<string, string> {
  const set: Record<string, string> = { CLAUDE_CONFIG_DIR: configDir };
  if (platform === 'win32') {
    const variable = (name: string) => readVariable(env, name, platform);
    // The login is stored under the name of the original folder.
    set.CLAUDE_SECURESTORAGE_CONFIG_DIR =
      variable('CLAUDE_SECURESTORAGE_CONFIG_DIR') ?? variable('CLAUDE_CONFIG_DIR') ?? '';
  }
  return set;
}

/**
 * Reads the login from where the CLI keeps it on macOS. With another configuration folder, the CLI
 * would not look there.
 */
function macKeychain(): Promise<string | undefined> {
  const args = ['find-generic-password', '-a', userInfo().username, '-w'];
  return new Promise((settle) => {
    execFile(
      'security',
      [...args, '-s', 'Claude Code-credentials'],
      { encoding: 'utf8', timeout: keychainTimeoutMs },
      (error, stdout) => settle(error ? undefined : stdout.trim() || undefined),
    );
  });
}

function ignore(): undefined {}
