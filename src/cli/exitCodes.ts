import { ClaudeActorsError } from '../errors.js';
import { UsageError } from './UsageError.js';

export const exitCodes = {
  ok: 0,
  /** A result with `is_error`, no result, or a check that failed. */
  failed: 1,
  /** The command line, an option or a file that it names cannot be used. */
  usage: 2,
  /** The CLI could not be started. */
  notStarted: 3,
  /** As shells have it: 128 and the number of SIGINT. */
  interrupted: 130,
} as const;

export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return exitCodes.usage;
  if (!(error instanceof ClaudeActorsError)) return exitCodes.failed;
  if (error.category === 'option') return exitCodes.usage;
  return error.category === 'start' ? exitCodes.notStarted : exitCodes.failed;
}
