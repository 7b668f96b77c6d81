import { ClaudeActorsError } from '../errors.js';

/**
 * The official SDK's name for an error with the code `Aborted`.
 *
 * `error instanceof AbortError` is true for every `ClaudeActorsError` with that code, whichever class
 * it was created with.
 */
export class AbortError extends ClaudeActorsError {
  constructor(message = 'Claude Code process aborted by user') {
    super('Aborted', message);
  }

  static override [Symbol.hasInstance](error: unknown): boolean {
    return error instanceof ClaudeActorsError && error.code === 'Aborted';
  }
}
