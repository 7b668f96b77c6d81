import { ClaudeActorsError } from '../errors.js';
import type { ProcessReport } from './processTypes.js';

/** A line that the CLI did not get: for a reason of the pipe's, or because the CLI is ending. */
export function failedLine(tag: string, error = isEnding()): ProcessReport {
  return { type: 'process.writeFailed', tag, error };
}

function isEnding(): ClaudeActorsError {
  const message = 'The CLI no longer takes input: it is ending. Start a new session.';
  return new ClaudeActorsError('WriteFailed', message);
}
