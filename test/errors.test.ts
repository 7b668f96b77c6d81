import { describe, expect, it } from '@jest/globals';
import { ClaudeActorsError, isTerminal } from '../src/errors.js';

describe('ClaudeActorsError', () => {
  it('carries a stable code, its category, details and the original cause', () => {
    const cause = new Error('ENOENT');
    const error = new ClaudeActorsError('CliNotFound', 'not found', { cliPath: 'x' }, { cause });
    expect(error).toMatchObject({ code: 'CliNotFound', category: 'start', cause });
    expect(error.details.cliPath).toBe('x');
    expect(error).toBeInstanceOf(Error);
  });

  it('is terminal unless the stream goes on', () => {
    expect(isTerminal(new ClaudeActorsError('JsonDecodeError', 'x'))).toBe(false);
    expect(isTerminal(new ClaudeActorsError('BufferOverflow', 'x'))).toBe(true);
    expect(isTerminal(new Error('foreign'))).toBe(true);
  });
});
