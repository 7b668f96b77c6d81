import type { InvalidFrame } from '../../codec/frames.js';
import { ClaudeActorsError } from '../../errors.js';
import type { ProcessOutput } from '../processTypes.js';
import { exitError } from '../session/sessionErrors.js';

/** The errors that the query's chart itself finds, each with what to do next. */

export function decodeError({ reason, detail, cut }: InvalidFrame): ClaudeActorsError {
  if (reason === 'badUtf8') {
    return new ClaudeActorsError(
      'Utf8DecodeError',
      `A line of the CLI's output is not UTF-8 and was skipped. See whether a wrapper script, a hook or a plugin writes to its stdout.`,
      { line: cut },
    );
  }
  if (reason === 'notJson') {
    return new ClaudeActorsError(
      'JsonDecodeError',
      `A line of the CLI's output is not JSON and was skipped: ${detail}. See whether a wrapper script, a hook or a plugin writes to its stdout.`,
      { line: cut },
    );
  }
  return new ClaudeActorsError(
    'UnexpectedMessage',
    `A line of the CLI's output is no message and was skipped: ${detail}. See whether a wrapper script, a hook or a plugin writes to its stdout.`,
    { line: cut },
  );
}

export function tooManyDecodeErrors(limit: number, { cut }: InvalidFrame): ClaudeActorsError {
  return new ClaudeActorsError(
    'TooManyDecodeErrors',
    `${limit} lines in a row from the CLI could not be decoded, so the query was ended. Check that the path names the Claude Code CLI itself.`,
    { count: limit, limit, line: cut },
  );
}

export function bufferOverflow(limit: number, head: string): ClaudeActorsError {
  return new ClaudeActorsError(
    'BufferOverflow',
    `A line of the CLI's output is longer than ${limit} bytes. Raise limits.lineBytes.`,
    { limit, line: head },
  );
}

export function unexpectedControl(what: string): ClaudeActorsError {
  return new ClaudeActorsError(
    'UnexpectedMessage',
    `The CLI sent ${what} to a one-shot query, which cannot answer it. Use \`mode: 'session'\`.`,
  );
}

export function aborted(): ClaudeActorsError {
  const message = 'The query was aborted by its signal. Start it again if its answer is needed.';
  return new ClaudeActorsError('Aborted', message);
}

export function exitFailure(output: ProcessOutput): ClaudeActorsError {
  return output.kind === 'spawnFailed' ? output.error : exitError('ProcessError', output);
}
