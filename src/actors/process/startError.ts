import { textOf } from '../../codec/jsonObject.js';
import { ClaudeActorsError } from '../../errors.js';

/** Why nothing was started, from whatever was thrown. */
export function startError(cause: unknown): ClaudeActorsError {
  if (cause instanceof ClaudeActorsError) return cause;
  const message = `The CLI could not be started: ${textOf(cause)}. Check the command with claude-actors doctor.`;
  return new ClaudeActorsError('SpawnFailed', message, {}, { cause });
}
