import { ClaudeActorsError } from '../../errors.js';

/**
 * Runs code that reads what the caller passed. What a getter or a Proxy throws becomes the cause of
 * an `InvalidOption`; `option` is undefined if it could be any.
 */
export function readGiven<Result>(option: string | undefined, read: () => Result): Result {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof ClaudeActorsError) throw cause;
    const what = option === undefined ? 'The options' : `Option \`${option}\``;
    throw new ClaudeActorsError(
      'InvalidOption',
      `${what} could not be read: ${reasonOf(cause)}. Pass plain values, without getters that throw.`,
      option === undefined ? {} : { option },
      { cause },
    );
  }
}

function reasonOf(cause: unknown): string {
  try {
    return cause instanceof Error ? cause.message.replace(/\.$/, '') : String(cause);
  } catch {
    return 'reading it threw an error';
  }
}
