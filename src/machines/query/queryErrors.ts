import type { InvalidFrame } from '../../codec/frames.js';
import { ClaudeActorsError } from '../../errors.js';
import { withoutFullStop } from '../../util/withoutFullStop.js';
import { exitError, knownOf } from '../exitErrors.js';
import type { KnowsProcess, ProcessOutput } from '../processTypes.js';

/** The errors that the query's chart itself finds. Each says what to do next. */

const whoWrites =
  'Check whether a wrapper script, a hook or a plugin writes to the stdout of Claude Code.';

export function decodeError({ reason, detail, cut, rawBytes }: InvalidFrame): ClaudeActorsError {
  if (reason === 'badUtf8') {
    return new ClaudeActorsError(
      'Utf8DecodeError',
      `Claude Code wrote a line that is not UTF-8, and it was skipped. ${whoWrites}`,
      { line: cut, ...(rawBytes && { rawBytes }) },
    );
  }
  if (reason === 'notJson') {
    return new ClaudeActorsError(
      'JsonDecodeError',
      `Claude Code wrote a line that is not JSON, and it was skipped: ${withoutFullStop(detail)}. ${whoWrites}`,
      { line: cut },
    );
  }
  return new ClaudeActorsError(
    'UnexpectedMessage',
    `Claude Code wrote a line that is not a message, and it was skipped: ${withoutFullStop(detail)}. ${whoWrites}`,
    { line: cut },
  );
}

/** `cause` is the error of the last line. */
export function tooManyDecodeErrors(
  limit: number,
  frame: InvalidFrame,
  launch: KnowsProcess,
): ClaudeActorsError {
  const cause = decodeError(frame);
  return new ClaudeActorsError(
    'TooManyDecodeErrors',
    `${limit} lines in a row could not be decoded, so the query was ended. Check that \`pathToClaudeCodeExecutable\` is Claude Code itself.`,
    { ...knownOf(launch), count: limit, limit, ...cause.details },
    { cause },
  );
}

export function bufferOverflow(
  limit: number,
  head: string,
  launch: KnowsProcess,
): ClaudeActorsError {
  return new ClaudeActorsError(
    'BufferOverflow',
    `Claude Code wrote a line of more than ${limit} bytes. Raise \`limits.lineBytes\` to receive it.`,
    { ...knownOf(launch), limit, line: head },
  );
}

export function unexpectedControl(what: string): ClaudeActorsError {
  return new ClaudeActorsError(
    'UnexpectedMessage',
    `Claude Code sent ${what}, which a one-shot query cannot answer. Use \`mode: 'session'\`.`,
  );
}

/** The words of the official SDK and no more, because programs compare them. */
export function aborted(): ClaudeActorsError {
  return new ClaudeActorsError('Aborted', 'Claude Code process aborted by user');
}

export function exitFailure(output: ProcessOutput, launch: KnowsProcess): ClaudeActorsError {
  return output.kind === 'spawnFailed' ? output.error : exitError('ProcessError', output, launch);
}
