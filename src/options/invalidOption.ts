import { ClaudeActorsError } from '../errors.js';
import type { OptionName } from './types.js';

/** `problem` goes on from the option's name and ends with what to do. */
export function invalidOption(
  option: OptionName,
  problem: string,
  cause?: unknown,
): ClaudeActorsError {
  return new ClaudeActorsError(
    'InvalidOption',
    `Option '${option}' ${problem}`,
    { option },
    { cause },
  );
}
