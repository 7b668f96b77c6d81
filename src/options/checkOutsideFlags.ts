import { invalidOption } from './invalidOption.js';
import { plainName } from './nearestName.js';
import { flagNames, optionNames } from './table.js';
import type { Options } from './types.js';

/** No option stands for these, and they lift restrictions or bring code. */
const closed = /dangerously|^plugin-/i;

/**
 * For `extraArgs` that come from outside the program: a flag that an option stands for would go
 * around that option, what the program said in it, and what may be said only there.
 */
export function checkOutsideFlags(flags: NonNullable<Options['extraArgs']>): void {
  for (const flag of Object.keys(flags)) {
    const owner = optionNames.find((option) => flagNames(option).some((one) => says(flag, one)));
    if (owner !== undefined) {
      const problem = `may not come from outside the program. Use the option '${owner}'.`;
      throw invalidOption(`extraArgs.${flag}`, problem);
    }
    if (closed.test(flag)) {
      throw invalidOption(`extraArgs.${flag}`, 'may not come from outside the program. Remove it.');
    }
  }
}

/** `--system-prompt-file` says the same as `--system-prompt`. */
function says(flag: string, known: string): boolean {
  return plainName(flag) === plainName(known) || flag.startsWith(`${known}-`);
}
