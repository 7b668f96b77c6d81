import { type PermissionMode, permissionModes } from '../../codec/permissions.js';
import { normalizeName } from '../../util/nearestName.js';
import { isRecord } from '../../util/typeGuards.js';
import { defaultModeIn, inlineSettings } from '../inlineSettings.js';
import { invalidOption } from '../invalidOption.js';
import { flagNames, optionNames } from '../table/optionTable.js';
import type { Options } from '../types.js';

// Ways around what the program allows: settings that skip permissions, and flags from outside.

const bypassMode = 'bypassPermissions';

/** Flags for `extraArgs` by which a program allows the mode, besides the option. */
const bypassFlags = ['dangerously-skip-permissions', 'allow-dangerously-skip-permissions'];

/** Whether the program allows `bypassPermissions`. Nothing outside the program can set these. */
export function allowsBypass({ allowDangerouslySkipPermissions, extraArgs }: Options): boolean {
  if (allowDangerouslySkipPermissions === true) return true;
  return bypassFlags.some((flag) => Object.hasOwn(extraArgs ?? {}, flag));
}

/** The option, or the field in one, that asks for `bypassPermissions`; undefined if none does. */
export function bypassRequest(options: Options): string | undefined {
  if (options.permissionMode === bypassMode) return 'permissionMode';
  const inSettings = bypassInSettings(options);
  if (inSettings) return inSettings;
  const agent = Object.entries(options.agents ?? {}).find(
    ([, definition]) => definition.permissionMode === bypassMode,
  );
  if (agent) return `agents.${agent[0]}.permissionMode`;
  return asksForBypassItself(options);
}

/** The option by which a program itself starts in the mode; undefined if it does not. */
export function asksForBypassItself({ permissionMode, extraArgs = {} }: Options) {
  if (permissionMode === bypassMode) return 'permissionMode';
  const flag = 'permission-mode';
  const isFlagSet = Object.hasOwn(extraArgs, flag) && extraArgs[flag] === bypassMode;
  return isFlagSet ? `extraArgs.${flag}` : undefined;
}

/** The setting that switches to the mode. If `settings` is a path, the file is not read here. */
export function bypassInSettings(
  options: Pick<Options, 'settings' | 'managedSettings'>,
): string | undefined {
  const option = (['settings', 'managedSettings'] as const).find(
    (name) => defaultModeIn(inlineSettings(options[name], name)) === bypassMode,
  );
  return option && `${option}.permissions.defaultMode`;
}

/** Throws unless the program allows the mode. `path` names what asks for it. */
export function refuseBypass(path: string, where = ''): never {
  throw invalidOption(
    path,
    `is '${bypassMode}'${where}. This mode needs \`allowDangerouslySkipPermissions: true\` as well, which only the program can set.`,
  );
}

/**
 * Adds what forbids the mode, because the CLI also reads files that may ask for it. Settings in a
 * file stay as they are; see `pinMode`.
 */
export function forbidBypass(settings: Options['settings']): Options['settings'] {
  const inline = inlineSettings(settings);
  if (!inline) return settings;
  const permissions = isRecord(inline.permissions) ? inline.permissions : {};
  return {
    ...inline,
    permissions: { ...permissions, disableBypassPermissionsMode: 'disable' },
  };
}

/**
 * The mode to pass to the CLI along with a settings file, which cannot be merged with what forbids
 * `bypassPermissions`. A mode on the command line wins over all files, even if one changes after it
 * was read here. Throws if the file asks for the mode; `content` is undefined if the CLI would not
 * be able to read the file either.
 */
export function pinMode(path: string, content: unknown): PermissionMode {
  const mode = isRecord(content) ? defaultModeIn(content) : undefined;
  if (mode === bypassMode) refuseBypass('settings.permissions.defaultMode', ` in ${path}`);
  return permissionModes.find((known) => known === mode) ?? 'default';
}

/** Flags without an option of their own that lift restrictions or load code. */
const programOnlyFlags = /dangerously|^plugin-/i;

/**
 * Throws `InvalidOption` for flags that `extraArgs` from a config file or an environment variable
 * may not set. A flag that belongs to an option would override what the program set in that option,
 * and would set options that only the program may set.
 */
export function checkExternalFlags(flags: NonNullable<Options['extraArgs']>): void {
  for (const flag of Object.keys(flags)) {
    const path = `extraArgs.${flag}`;
    const owner = optionNames.find((option) =>
      flagNames(option).some((name) => isSameFlag(flag, name)),
    );
    if (owner !== undefined) {
      throw invalidOption(path, `may only be set by the program. Use the option \`${owner}\`.`);
    }
    if (programOnlyFlags.test(flag)) {
      throw invalidOption(path, 'may only be set by the program. Remove it.');
    }
  }
}

/** `--system-prompt-file` sets the same thing as `--system-prompt`. */
function isSameFlag(flag: string, known: string): boolean {
  return normalizeName(flag) === normalizeName(known) || flag.startsWith(`${known}-`);
}
