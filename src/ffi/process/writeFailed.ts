import { ClaudeActorsError } from '../../errors.js';

export function writeFailed(pid: number | undefined, cause?: unknown): ClaudeActorsError {
  return new ClaudeActorsError(
    'WriteFailed',
    'The CLI no longer takes input: it has exited, or its input was closed. Start a new session and send this again.',
    pid === undefined ? {} : { pid },
    cause === undefined ? undefined : { cause },
  );
}
