import { ClaudeActorsError } from '../errors.js';

/**
 * The official SDK's name for an error with the code `Aborted`.
 *
 * `error instanceof AbortError` is true for every `ClaudeActorsError` with that code, whichever class
 * it was created with.
 */
export class AbortError extends ClaudeActorsError {
  constructor(message = '') {
    super('Aborted', message);
  }

  static override [Symbol.hasInstance](error: unknown): boolean {
    // A program's own class of aborts is told apart as usual.
    // biome-ignore lint/complexity/noThisInStatic: it is the class on the right of `instanceof`.
    if (this !== AbortError) return Function.prototype[Symbol.hasInstance].call(this, error);
    return error instanceof ClaudeActorsError && error.code === 'Aborted';
  }
}
