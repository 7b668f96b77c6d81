import { isRecord } from './checkValue.js';
import type { Options } from './types.js';

const holders = ['settings', 'managedSettings'] as const;

/**
 * Where the settings themselves switch to `bypassPermissions`; undefined where they do not. A file
 * that `settings` names is not read.
 */
export function bypassInSettings(
  options: Options,
): `${(typeof holders)[number]}.permissions.defaultMode` | undefined {
  const holder = holders.find((name) => {
    const settings = inline(options[name]);
    if (!isRecord(settings) || !isRecord(settings.permissions)) return false;
    return settings.permissions.defaultMode === 'bypassPermissions';
  });
  return holder && `${holder}.permissions.defaultMode`;
}

/** Text that is no JSON is a path, or refused by the CLI. */
function inline(settings: unknown): unknown {
  if (typeof settings !== 'string') return settings;
  try {
    return JSON.parse(settings);
  } catch {
    return undefined;
  }
}
