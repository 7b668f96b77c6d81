import { normalizeName } from '../../util/nearestName.js';
import { isRecord } from '../../util/typeGuards.js';
import { invalidOption } from '../invalidOption.js';
import { flagNames, optionNames } from '../table/optionTable.js';
import type { Options } from '../types.js';

// Ways around what the program allows: settings that skip permissions, and flags from outside.

const settingsOptions = ['settings', 'managedSettings'] as const;

type BypassPath = `${(typeof settingsOptions)[number]}.permissions.defaultMode`;

/**
 * The setting that switches to `bypassPermissions`; undefined if none does. If `settings` is the
 * path of a file, the file is not read.
 */
export function bypassInSettings(options: Options): BypassPath | undefined {
  const option = settingsOptions.find((name) => {
    const settings = parseIfJson(options[name]);
    if (!isRecord(settings) || !isRecord(settings.permissions)) return false;
    return settings.permissions.defaultMode === 'bypassPermissions';
  });
  return option && `${option}.permissions.defaultMode`;
}

/** A string that is not JSON is a path, or the CLI rejects it. */
function parseIfJson(settings: unknown): unknown {
  if (typeof settings !== 'string') return settings;
  try {
    return JSON.parse(settings);
  } catch {
    return undefined;
  }
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
