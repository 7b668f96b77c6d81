/** The user's command line is wrong. The message says how to correct it. Exits with code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
