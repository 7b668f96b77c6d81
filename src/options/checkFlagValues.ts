import { invalidOption } from './invalidOption.js';

/** Throws `InvalidOption` for a flag of `extraArgs` that is neither text nor a switch. */
export function checkFlagValues(flags: Readonly<Record<string, unknown>>): void {
  for (const [flag, value] of Object.entries(flags)) {
    if (value === null || typeof value === 'string') continue;
    throw invalidOption(
      `extraArgs.${flag}`,
      'must be a string, or null for a flag without a value. Write its value as text.',
    );
  }
}
