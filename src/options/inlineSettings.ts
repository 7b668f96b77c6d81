import { isRecord } from '../util/typeGuards.js';
import { invalidOption } from './invalidOption.js';
import type { Settings } from './settingsTypes.js';

/**
 * The settings in an object or a JSON string; undefined if the string is the path of a file. Reads a
 * string as the CLI does: it trims it, byte order marks included. The result is plain data, so what
 * was checked is what the CLI gets, whatever getters or `toJSON` the object has.
 */
export function inlineSettings(
  settings: string | Settings | undefined,
  option: 'settings' | 'managedSettings' = 'settings',
): Settings | undefined {
  if (settings === undefined) return {};
  if (typeof settings !== 'string') return plainSettings(settings, option);
  const text = settings.trim();
  if (text === '') return {};
  if (!text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text) as Settings;
  } catch (cause) {
    throw invalidOption(option, 'is not valid JSON. Correct it, or pass an object.', cause);
  }
}

function plainSettings(settings: Settings, option: string): Settings {
  let plain: unknown;
  try {
    plain = JSON.parse(JSON.stringify(settings) ?? 'null');
  } catch (cause) {
    throw invalidOption(option, 'cannot be written as JSON. Pass plain data.', cause);
  }
  if (isRecord(plain)) return plain;
  throw invalidOption(option, 'must become an object when written as JSON. Pass plain data.');
}

/** `permissions.defaultMode` of settings; undefined if they set none. */
export function defaultModeIn(settings: Settings | undefined): unknown {
  return isRecord(settings?.permissions) ? settings.permissions.defaultMode : undefined;
}
