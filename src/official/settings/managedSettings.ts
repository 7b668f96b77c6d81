import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, type JsonObject } from '../../codec/jsonObject.js';
import { readSettingsFile } from '../../ffi/configFiles.js';
import { mergeSettings, readSettings } from './settingsFields.js';

/** Where administrators put settings that users cannot change. */
export function managedFolder(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return '/Library/Application Support/ClaudeCode';
  return platform === 'win32' ? 'C:\\Program Files\\ClaudeCode' : '/etc/claude-code';
}

/** The administrator's file and its drop-ins, in the order of their names. */
export function managedFiles(folder: string): { settings?: JsonObject; didNotLoad: boolean } {
  const file = 'managed-settings.json';
  const paths = [join(folder, file), ...dropIns(join(folder, 'managed-settings.d'))];
  const present = paths.filter((path) => existsSync(path));
  const loaded = present
    .map((path) => readSettings(readSettingsFile(path)))
    .filter((settings) => settings !== undefined);
  const settings = loaded.reduce(mergeSettings, {});
  return {
    didNotLoad: loaded.length < present.length,
    ...(Object.keys(settings).length > 0 && { settings }),
  };
}

function dropIns(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => /^[^.].*\.json$/.test(name));
    return names.sort().map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** What a setting must be to restrict a session. `list` is a list that only narrows. */
type Restriction = boolean | 'disable' | 'list' | 'emptyList' | { [name: string]: Restriction };

const restrictions: { [name: string]: Restriction } = {
  allowManagedHooksOnly: true,
  allowManagedMcpServersOnly: true,
  allowManagedPermissionRulesOnly: true,
  allowedHttpHookUrls: 'emptyList',
  allowedMcpServers: 'list',
  allowedProviders: 'list',
  availableModels: 'list',
  deniedMcpServers: 'list',
  deniedModels: 'list',
  disableAgentView: true,
  disableArtifact: true,
  disableAutoMode: 'disable',
  disableClaudeAiConnectors: true,
  disableCommandPluginSources: true,
  disableRemoteControl: true,
  disableSideloadFlags: true,
  disableSkillShellExecution: true,
  disableWindowsBashCommandSplit: true,
  disableWorkflows: true,
  enableArtifact: false,
  enableWorkflows: false,
  enforceAvailableModels: true,
  forceLoginOrgUUID: 'list',
  httpHookAllowedEnvVars: 'emptyList',
  permissions: {
    additionalDirectories: 'list',
    allow: 'list',
    ask: 'list',
    blockReadsOutsideWorkingDirectories: true,
    blockWritesOutsideWorkingDirectories: true,
    deny: 'list',
    denyInsteadOfPrompting: true,
    disableAutoMode: 'disable',
    disableBypassPermissionsMode: 'disable',
  },
  sandbox: {
    allowAppleEvents: false,
    allowUnsandboxedCommands: false,
    autoAllowBashIfSandboxed: false,
    enableWeakerNestedSandbox: false,
    enableWeakerNetworkIsolation: false,
    enabled: true,
    failIfUnavailable: true,
    filesystem: {
      allowManagedReadPathsOnly: true,
      allowRead: 'list',
      denyRead: 'list',
      denyWrite: 'list',
      disabled: false,
    },
    network: {
      allowAllUnixSockets: false,
      allowLocalBinding: false,
      allowManagedDomainsOnly: true,
      allowedDomains: 'list',
      deniedDomains: 'list',
      strictAllowlist: true,
    },
  },
  strictKnownMarketplaces: 'list',
  strictPluginOnlyCustomization: true,
  syncClaudeAiPlugins: false,
  syncClaudeAiSkills: false,
};

/** The part of a program's `managedSettings` that takes effect: it can forbid, but not allow. */
export function restrictiveSettings(
  settings: JsonObject,
  allowed: { [name: string]: Restriction } = restrictions,
): JsonObject {
  const kept: JsonObject = {};
  for (const [name, rule] of Object.entries(allowed)) {
    const value = settings[name];
    if (typeof rule === 'object') {
      const inner = isObject(value) ? restrictiveSettings(value, rule) : {};
      if (Object.keys(inner).length > 0) kept[name] = inner;
    } else if (restricts(value, rule)) {
      kept[name] = value;
    }
  }
  return kept;
}

function restricts(value: unknown, rule: Restriction): boolean {
  if (rule === 'list') return Array.isArray(value);
  return rule === 'emptyList' ? Array.isArray(value) && value.length === 0 : value === rule;
}
