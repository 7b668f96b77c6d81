import type { EffortLevel } from './agentTypes.js';
import type { HostSettings } from './settings/hostTypes.js';
import type { PluginSettings } from './settings/marketplaceTypes.js';
import type { PolicySettings } from './settings/policyTypes.js';
import type { SandboxSettings } from './settings/sandboxTypes.js';
import type { WorkSettings } from './settings/workTypes.js';

export type {
  SandboxCredentialsConfig,
  SandboxFilesystemConfig,
  SandboxNetworkConfig,
  SandboxSettings,
} from './settings/sandboxTypes.js';

/**
 * The CLI's settings, as in a settings file. The type is open, because most CLI versions add new
 * ones.
 *
 * @example { permissions: { deny: ['WebFetch'] }, env: { CI: '1' } }
 */
export interface Settings extends HostSettings, WorkSettings, PolicySettings, PluginSettings {
  /** How commands are isolated. */
  sandbox?: SandboxSettings;
  [setting: string]: unknown;
}

/** Settings to change while a session runs; null removes one. */
export type FlagSettings = {
  [Name in keyof Settings]?: Name extends 'effortLevel'
    ? EffortLevel | null
    : Settings[Name] | null;
};

/**
 * A settings file: `user` for the one in the home directory, `project` for the one that is checked
 * in with the project, `local` for the project's uncommitted one.
 */
export type SettingSource = 'user' | 'project' | 'local';
