import { permissionModes } from '../../codec/permissions.js';
import { nearestName } from '../../util/nearestName.js';
import { isRecord, isStringArray } from '../../util/typeGuards.js';
import { inlineSettings } from '../inlineSettings.js';
import { invalidOption } from '../invalidOption.js';
import type { Settings } from '../settingsTypes.js';
import type { OptionName } from '../types.js';
import { checkOneOf } from './checkFields.js';

// Checks of one option each, for the `check` field of the option table.

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export function isUuid(text: string): boolean {
  return uuid.test(text);
}

/** The CLI exits if the id is not a UUID. */
export function checkSessionId(sessionId: string): void {
  if (isUuid(sessionId)) return;
  throw invalidOption('sessionId', 'must be a UUID. Create one with `crypto.randomUUID()`.');
}

export const effortLevels: readonly string[] = ['low', 'medium', 'high', 'xhigh', 'max'];

/** Refuses a misspelt level, which the CLI would ignore. A newer CLI may know others. */
export function checkEffort(path: string, level: string): void {
  if (level === '' || effortLevels.includes(level)) return;
  if (nearestName(level, effortLevels)) checkOneOf(path, level, effortLevels);
}

/** For `setPermissionMode()`: 2.1.197 accepts any word. */
export function checkPermissionMode(mode: unknown): void {
  checkOneOf('permissionMode', mode, permissionModes);
}

/** The CLI exits if it does not know a source. */
export function checkSettingSources(sources: readonly string[]): void {
  for (const source of sources) {
    checkOneOf('settingSources', source, ['user', 'project', 'local']);
  }
}

/**
 * The CLI ignores all of the settings if one is invalid, rules that deny included. This checks the
 * fields that decide about tools.
 */
export function checkSettings(settings: string | Settings): void {
  checkPermissions('settings', settings);
}

/** As `checkSettings`: a policy of which the CLI ignores all restricts nothing. */
export function checkManagedSettings(settings: Settings): void {
  checkPermissions('managedSettings', settings);
}

function checkPermissions(
  option: 'settings' | 'managedSettings',
  settings: string | Settings,
): void {
  const { permissions } = inlineSettings(settings, option) ?? {};
  if (permissions === undefined) return;
  const path = `${option}.permissions`;
  if (!isRecord(permissions)) throw invalidOption(path, 'must be an object.');
  for (const name of ['allow', 'ask', 'deny', 'additionalDirectories']) {
    const list = permissions[name];
    if (list === undefined || isStringArray(list)) continue;
    throw invalidOption(`${path}.${name}`, 'must be an array of strings.');
  }
  const { defaultMode } = permissions;
  if (defaultMode !== undefined) checkOneOf(`${path}.defaultMode`, defaultMode, permissionModes);
}

/** The error names the variable and never its value, which may be a secret. */
export function checkEnv(env: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || typeof value === 'string') continue;
    throw invalidOption(`env.${name}`, 'must be a string, or undefined to remove the variable.');
  }
}

/** Flags whose JSON can ask for `bypassPermissions`, and the options that check it. */
const checkedFlags: ReadonlyMap<string, OptionName> = new Map([
  ['settings', 'settings'],
  ['managed-settings', 'managedSettings'],
  ['agents', 'agents'],
]);

export function checkExtraArgs(flags: Readonly<Record<string, unknown>>): void {
  for (const [flag, value] of Object.entries(flags)) {
    const option = checkedFlags.get(flag);
    if (option) {
      throw invalidOption(`extraArgs.${flag}`, `is not allowed. Use the option \`${option}\`.`);
    }
    if (value === null || typeof value === 'string') continue;
    throw invalidOption(
      `extraArgs.${flag}`,
      'must be a string, or null for a flag without a value.',
    );
  }
}

/** Returns a check that an object has all of these methods. */
export function checkMethods(option: OptionName, ...names: string[]): (value: object) => void {
  return (value) => {
    const methods = value as Readonly<Record<string, unknown>>;
    const missing = names.filter((name) => typeof methods[name] !== 'function');
    if (missing.length === 0) return;
    throw invalidOption(
      option,
      `must have the methods ${names.join(', ')}. Add ${missing.join(', ')}.`,
    );
  };
}

export function checkAbortController({ signal }: { signal?: unknown }): void {
  const listen = (signal as Partial<AbortSignal> | null | undefined)?.addEventListener;
  if (typeof listen === 'function') return;
  throw invalidOption(
    'abortController',
    'must be an AbortController. If you have an AbortSignal, pass it as `signal`.',
  );
}
