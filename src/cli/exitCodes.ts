import { ClaudeActorsError } from '../errors.js';
import { UsageError } from './UsageError.js';

export const exitCodes = {
  ok: 0,
  /** The result has `is_error`, there is no result, or a check failed. */
  failed: 1,
  /** The command line is wrong, or one of its options or files cannot be used. */
  usage: 2,
  /** The CLI could not be started. */
  notStarted: 3,
  /** The result is not an error, but a tool call was refused. */
  refused: 4,
  /** As in shells: 128 plus the number of SIGINT. */
  interrupted: 130,
} as const;

export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return exitCodes.usage;
  if (!(error instanceof ClaudeActorsError)) return exitCodes.failed;
  // The id after --resume is wrong, or the directory. There is nothing to find out about the CLI.
  if (error.code === 'ConversationNotFound') return exitCodes.usage;
  if (error.category === 'option') return exitCodes.usage;
  return error.category === 'start' ? exitCodes.notStarted : exitCodes.failed;
}
