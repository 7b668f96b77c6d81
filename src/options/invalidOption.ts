import { ClaudeActorsError } from '../errors.js';

/**
 * An `InvalidOption` error about an option, or about a field inside one such as `timeouts.write`.
 * `problem` continues the sentence "Option `timeouts.write` …" and ends with what to do.
 */
export function invalidOption(path: string, problem: string, cause?: unknown): ClaudeActorsError {
  return errorAbout(path, `Option \`${path}\` ${problem}`, cause);
}

/** An `InvalidOption` error about a name that does not exist. `remedy` says what to do instead. */
export function unknownOption(path: string, remedy: string): ClaudeActorsError {
  return errorAbout(path, `Unknown option \`${path}\`. ${remedy.trim()}`);
}

function errorAbout(path: string, message: string, cause?: unknown): ClaudeActorsError {
  const [option] = path.split('.', 1);
  return new ClaudeActorsError('InvalidOption', message, { option }, { cause });
}
