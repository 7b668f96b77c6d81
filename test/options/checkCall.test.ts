import { describe, expect, it } from '@jest/globals';
import { checkPrompt, emptyPrompt } from '../../src/options/checks/checkCall.js';
import { errorOf } from './launch.js';

describe('a prompt', () => {
  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'missing'],
    ['null', null, 'missing'],
    ['a number', 5, 'a number'],
    ['a list of messages', [{ type: 'user' }], 'async iterable'],
    ['an object', { prompt: 'x' }, 'async iterable'],
    ['a sync generator', new Set(['x']).values(), 'async iterable'],
  ])('that is %s: InvalidPrompt', (_, prompt, remedy) => {
    const error = errorOf(() => checkPrompt(prompt));
    expect(error.code).toBe('InvalidPrompt');
    expect(error.message).toContain(remedy);
    expect(error.details.option).toBe('prompt');
  });

  it.each<unknown>(['', ' \n\t\u00a0', [], { message: { content: '' } }])(
    'that is empty (%j) is a warning, or thrown if strict',
    (prompt) => {
      expect(emptyPrompt(prompt)).toMatchObject({ code: 'EmptyPrompt' });
      expect(errorOf(() => emptyPrompt(prompt, true)).message).toContain('Pass the text');
      expect(emptyPrompt('x')).toBeUndefined();
    },
  );

  it('is a text or an async iterable, which is not read', () => {
    let reads = 0;
    async function* messages() {
      reads += 1;
      yield {};
    }
    expect(() => checkPrompt(' Fix it ')).not.toThrow();
    expect(() => checkPrompt('-p --model x')).not.toThrow();
    expect(() => checkPrompt(messages())).not.toThrow();
    expect(reads).toBe(0);
  });
});
