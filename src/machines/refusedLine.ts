import { ClaudeActorsError } from '../errors.js';
import type { ProcessReport } from './processTypes.js';

/** What becomes of a line for a CLI that is ending. */
export function refusedLine(tag: string): ProcessReport {
  const message = 'The CLI no longer takes input: it is ending. Start a new session.';
  return { type: 'process.writeFailed', tag, error: new ClaudeActorsError('WriteFailed', message) };
}
