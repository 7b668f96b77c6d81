import { describe, expect, it } from '@jest/globals';
import { ClaudeActorsError } from '../../src/errors.js';
import { AbortError } from '../../src/official/AbortError.js';
import { query } from '../../src/Query.js';
import { all } from '../support/all.js';
import { talkingCli } from '../support/talkingCli.js';

describe('AbortError', () => {
  it('is what an aborted query throws', async () => {
    const port = talkingCli({ oneShot: () => {} });
    const stream = query('Hello', { port, signal: AbortSignal.abort() });
    await expect(all(stream)).rejects.toBeInstanceOf(AbortError);
  });

  it('is no other error', () => {
    expect(new ClaudeActorsError('ProcessError', 'x')).not.toBeInstanceOf(AbortError);
    expect(Object.assign(new Error('x'), { code: 'Aborted' })).not.toBeInstanceOf(AbortError);
    expect(undefined).not.toBeInstanceOf(AbortError);
  });

  it('can be made, as an error with the code Aborted', () => {
    const error = new AbortError('enough');
    expect(error).toMatchObject({ code: 'Aborted', category: 'stream', message: 'enough' });
    expect(error).toBeInstanceOf(AbortError);
    expect(new AbortError().message).toBe('');
  });

  it('can be derived from', () => {
    class TimedOut extends AbortError {}
    expect(new TimedOut('late')).toBeInstanceOf(TimedOut);
    expect(new TimedOut('late')).toBeInstanceOf(AbortError);
    expect(new AbortError('enough')).not.toBeInstanceOf(TimedOut);
  });
});
