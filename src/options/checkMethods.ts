import { invalidOption } from './invalidOption.js';
import type { OptionName } from './types.js';

/** A check that throws `InvalidOption` for an object that lacks one of these methods. */
export function checkMethods(option: OptionName, ...names: string[]): (value: object) => void {
  return (value) => {
    const methods = value as Readonly<Record<string, unknown>>;
    const missing = names.filter((name) => typeof methods[name] !== 'function');
    if (missing.length === 0) return;
    throw invalidOption(
      option,
      `must have the methods ${names.join(', ')}; add ${missing.join(', ')}.`,
    );
  };
}

/** Throws `InvalidOption` for a controller whose signal nobody could listen to. */
export function checkController({ signal }: { signal?: unknown }): void {
  const listen = (signal as Partial<AbortSignal> | null | undefined)?.addEventListener;
  if (typeof listen === 'function') return;
  throw invalidOption('abortController', 'must be an AbortController. For a signal use signal.');
}
