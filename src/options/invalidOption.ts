import { ClaudeActorsError } from '../errors.js';

/**
 * `path` is an option, or a place inside one such as `timeouts.write`. `problem` goes on from it
 * and ends with what to do.
 */
export function invalidOption(path: string, problem: string, cause?: unknown): ClaudeActorsError {
  const [option] = path.split('.', 1);
  return new ClaudeActorsError(
    'InvalidOption',
    `Option '${path}' ${problem}`,
    { option },
    { cause },
  );
}
