import { invalidOption } from '../invalidOption.js';
import type { OptionName } from '../types.js';

// Checks of one option each, for the `check` field of the option table.

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The CLI exits if the id is not a UUID. */
export function checkSessionId(sessionId: string): void {
  if (uuid.test(sessionId)) return;
  throw invalidOption('sessionId', 'must be a UUID. Create one with `crypto.randomUUID()`.');
}

/** The error names the variable and never its value, which may be a secret. */
export function checkEnv(env: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || typeof value === 'string') continue;
    throw invalidOption(`env.${name}`, 'must be a string, or undefined to remove the variable.');
  }
}

export function checkExtraArgs(flags: Readonly<Record<string, unknown>>): void {
  for (const [flag, value] of Object.entries(flags)) {
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
