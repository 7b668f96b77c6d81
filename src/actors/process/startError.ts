import { textOf } from '../../codec/jsonObject.js';
import { ClaudeActorsError } from '../../errors.js';

/** Wraps whatever was thrown during the start in a `ClaudeActorsError`. */
export function startError(cause: unknown): ClaudeActorsError {
  if (cause instanceof ClaudeActorsError) return cause;
  const message = `Could not start Claude Code: ${textOf(cause)}. Run \`claude-actors doctor\` to check the installation.`;
  return new ClaudeActorsError('SpawnFailed', message, {}, { cause });
}
