import type { SettingSource, Settings } from '../../options/settingsTypes.js';

/** Where a setting comes from: a settings file, an administrator, or the program. */
export type ResolvedSettingSource = SettingSource | 'managed' | 'flag';

/** What kind of policy a managed setting comes from. */
export type PolicySettingsOrigin =
  | 'helper'
  | 'remote'
  | 'plist'
  | 'hklm'
  | 'file'
  | 'parent'
  | 'hkcu';

/** The source of one setting. */
export type ProvenanceEntry = {
  /** Where it comes from. */
  source: ResolvedSettingSource;
  /** The file, if it comes from one. */
  path?: string;
  /** The kind of policy, if it is managed. */
  policyOrigin?: PolicySettingsOrigin;
};

/** What `resolveSettings` is called with. */
export type ResolveSettingsOptions = {
  /** The working directory. Default: the one of this program. */
  cwd?: string;
  /** Which settings files to read. Default: all. What administrators set is always read. */
  settingSources?: SettingSource[];
  /** Restrictions of your program, as the option `managedSettings`. Other settings are dropped. */
  managedSettings?: Settings;
  /** Settings that a server of your organization manages. */
  serverManagedSettings?: Settings;
};

/** The settings that a CLI would use, and where each comes from. */
export type ResolvedSettings = {
  /** All sources, merged. */
  effective: Settings;
  /** The source of each top-level setting; the highest one, if several have it. */
  provenance: Partial<Record<keyof Settings, ProvenanceEntry>>;
  /** What each source has, the lowest first. */
  sources: {
    /** Where the settings come from. */
    source: ResolvedSettingSource;
    /** The settings. */
    settings: Settings;
    /** The file, if they come from one. */
    path?: string;
    /** The kind of policy, if they are managed. */
    policyOrigin?: PolicySettingsOrigin;
  }[];
  /** Whether all policies of this machine were read. */
  machinePolicy?: {
    /** The policies that may exist and were not read. */
    didNotLoad: false | ('profile' | 'registry' | 'file')[];
  };
};

/**
 * Merges the settings that a CLI in this folder would use, without starting one.
 *
 * This says what the files say, not what the CLI permits: pass the result through
 * `filterEscalatingDefaultMode` before you act on `permissions.defaultMode`.
 *
 * @param options - The folder, the sources, and settings that are not in files.
 */
export async function resolveSettings(
  options: ResolveSettingsOptions = {},
): Promise<ResolvedSettings> {
  const { readCascade, settingsHost } = await import('./readCascade.js');
  return readCascade(options, settingsHost());
}

/** Modes that permit more than the default, and the sources that the CLI does not let set them. */
const untrusted: Readonly<Record<string, readonly ResolvedSettingSource[]>> = {
  acceptEdits: ['project'],
  auto: ['project', 'local'],
  bypassPermissions: ['project', 'local'],
};

/**
 * Removes `permissions.defaultMode` if it permits more than the default and comes from a file that
 * the CLI does not trust with that: one that belongs to the project.
 *
 * @param resolved - What `resolveSettings` returned.
 * @returns The effective settings, with that mode or without it.
 */
export function filterEscalatingDefaultMode(resolved: ResolvedSettings): Settings {
  const { effective, sources } = resolved;
  const permissions = (effective as HasMode).permissions;
  const setter = sources.findLast(
    ({ settings }) => (settings as HasMode).permissions?.defaultMode !== undefined,
  );
  const { defaultMode, ...others } = permissions ?? {};
  if (!setter || !defaultMode || !untrusted[defaultMode]?.includes(setter.source)) return effective;
  return { ...effective, permissions: others };
}

interface HasMode {
  permissions?: { defaultMode?: string };
}

/** Which models a list of denied models blocks. */
export type DeniedModelsMatch = {
  /** Whether each model is blocked, in the order of the call. */
  denied: boolean[];
  /** Notes about entries that were ignored, or that block more or less than they seem to. */
  warnings: string[];
};

/**
 * Says which models an administrator's `deniedModels` blocks, by their names alone. Do not permit
 * anything because of it: the CLI also knows other names of a model.
 *
 * @param models - The models.
 * @param deniedModels - `effective.deniedModels` of `resolveSettings`.
 */
export async function matchDeniedModels(
  models: readonly string[],
  deniedModels: readonly string[] | undefined,
): Promise<DeniedModelsMatch> {
  const { deniedModelsMatch } = await import('./deniedModels.js');
  return deniedModelsMatch(models, deniedModels);
}
