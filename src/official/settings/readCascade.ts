import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isObject, type JsonObject } from '../../codec/jsonObject.js';
import { readSettingsFile } from '../../ffi/configFiles.js';
import { configFolder } from '../../ffi/projectFolders.js';
import type { SettingSource } from '../../options/settingsTypes.js';
import { managedFiles, managedFolder, restrictiveSettings } from './managedSettings.js';
import type {
  PolicySettingsOrigin,
  ResolvedSettings,
  ResolveSettingsOptions,
} from './resolveSettings.js';
import { mergeSettings, readSettings } from './settingsFields.js';

type Source = ResolvedSettings['sources'][number];

/** What the answer depends on besides the options. */
export interface SettingsHost {
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  managedFolder: string;
}

export function settingsHost(): SettingsHost {
  const { env, platform } = process;
  return { env, platform, managedFolder: managedFolder(platform) };
}

/** Reads all sources and merges them, the lowest first. */
export function readCascade(options: ResolveSettingsOptions, host: SettingsHost): ResolvedSettings {
  const cwd = resolve(options.cwd ?? process.cwd());
  const wanted = options.settingSources ?? ['user', 'project', 'local'];
  const paths: Record<SettingSource, string> = {
    user: join(configFolder(host.env, host.platform), 'settings.json'),
    project: join(cwd, '.claude', 'settings.json'),
    local: join(cwd, '.claude', 'settings.local.json'),
  };
  const sources: Source[] = [];
  for (const [source, path] of Object.entries(paths) as [SettingSource, string][]) {
    if (!wanted.includes(source)) continue;
    // Only an administrator can deny models.
    const { deniedModels, ...settings } = readSettings(readSettingsFile(path)) ?? {};
    if (Object.keys(settings).length > 0) sources.push({ source, settings, path });
  }
  const files = managedFiles(host.managedFolder);
  const policy = policyOf(options, files.settings);
  if (policy) sources.push({ source: 'managed', ...policy });
  return {
    ...combine(sources),
    sources,
    machinePolicy: { didNotLoad: unreadPolicies(host.platform, files.didNotLoad) },
  };
}

/** The strongest policy wins. It can let the program add restrictions of its own. */
function policyOf(
  { serverManagedSettings, managedSettings }: ResolveSettingsOptions,
  file: JsonObject | undefined,
): { settings: JsonObject; policyOrigin: PolicySettingsOrigin } | undefined {
  const own = restrictiveSettings(readSettings(managedSettings) ?? {});
  const server = readSettings(serverManagedSettings);
  const isServer = server !== undefined && Object.keys(server).length > 0;
  const admin = isServer ? server : file;
  if (!admin) {
    return Object.keys(own).length > 0 ? { settings: own, policyOrigin: 'parent' } : undefined;
  }
  const settings = admin.parentSettingsBehavior === 'merge' ? mergeSettings(own, admin) : admin;
  return { settings, policyOrigin: isServer ? 'remote' : 'file' };
}

function combine(sources: readonly Source[]): Pick<ResolvedSettings, 'effective' | 'provenance'> {
  const effective = sources.map(({ settings }) => settings).reduce(mergeSettings, {}) as JsonObject;
  const provenance: Record<string, Omit<Source, 'settings'>> = {};
  for (const { settings, ...origin } of sources) {
    for (const name of Object.keys(settings)) provenance[name] = origin;
  }
  // A policy about models replaces what users have chosen.
  const managed = sources.find(({ source }) => source === 'managed')?.settings;
  for (const name of ['availableModels', 'enforceAvailableModels']) {
    if (isObject(managed) && managed[name] !== undefined) effective[name] = managed[name];
  }
  return { effective, provenance };
}

/** Profiles of macOS and the Windows registry are not read here, and that must be known. */
function unreadPolicies(
  platform: NodeJS.Platform,
  fileFailed: boolean,
): NonNullable<ResolvedSettings['machinePolicy']>['didNotLoad'] {
  const profile = '/Library/Managed Preferences/com.anthropic.claudecode.plist';
  const unread: ('profile' | 'registry' | 'file')[] = [];
  if (platform === 'darwin' && existsSync(profile)) unread.push('profile');
  if (platform === 'win32') unread.push('registry');
  if (fileFailed) unread.push('file');
  return unread.length > 0 && unread;
}
