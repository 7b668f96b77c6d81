import { describe, expect, it } from '@jest/globals';
import { exitCodeOf } from '../../src/cli/exitCodes.js';
import { UsageError } from '../../src/cli/UsageError.js';
import { ClaudeActorsError } from '../../src/errors.js';

describe('the exit code of an error', () => {
  it.each([
    [new UsageError('No prompt.'), 2],
    [new ClaudeActorsError('InvalidOption', 'x'), 2],
    [new ClaudeActorsError('ConversationNotFound', 'x'), 2],
    [new ClaudeActorsError('CliNotFound', 'x'), 3],
    [new ClaudeActorsError('ProcessError', 'x'), 1],
    [new TypeError('x'), 1],
  ])('%s has the code %i', (error, code) => {
    expect(exitCodeOf(error)).toBe(code);
  });
});
