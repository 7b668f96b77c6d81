import { describe, expect, it } from '@jest/globals';
import type { Warning } from '../src/options/runtimeTypes.js';
import type { Options } from '../src/options/types.js';
import { type Query, query } from '../src/Query.js';
import { all } from './support/all.js';
import { ask } from './support/askQuery.js';
import { talkingCli } from './support/talkingCli.js';

describe('bad input', () => {
  it.each([
    ['', { strict: true }],
    ['   ', { strict: true }],
    [undefined, {}],
    [5, {}],
  ])('as prompt (%j) is refused at once', (prompt, options) => {
    expect(() => query(prompt as string, options)).toThrow(
      expect.objectContaining({ code: 'InvalidPrompt' }),
    );
  });

  it.each(['', '   '])('such as the empty prompt %j is a warning', async (prompt) => {
    expect(await warnedOf((options) => query(prompt, options))).toEqual(['EmptyPrompt']);
  });

  it.each([
    [{ prompt: 'Hi', option: {} }, /options/],
    [{ prompt: 'Hi', model: 'opus' }, /options: \{ model/],
  ])('as call object (%j) is a warning, or an error in strict options', async (call, remedy) => {
    const strict = { options: { strict: true } };
    expect(() => query({ ...call, ...strict } as never)).toThrow(
      expect.objectContaining({ code: 'InvalidOption', message: expect.stringMatching(remedy) }),
    );
    const warnings = await warnedOf((options) => query({ ...call, options } as never));
    expect(warnings).toEqual(['UnknownOption']);
  });

  it('as options next to a call object is a warning', async () => {
    const warnings = await warnedOf((options) =>
      query({ prompt: 'Hi', options } as never, { disallowedTools: ['Bash'] }),
    );
    expect(warnings).toEqual(['UnknownOption']);
  });

  it('that is a list as the prompt is refused at once', () => {
    expect(() => query([{ type: 'user' }] as never)).toThrow(
      expect.objectContaining({
        code: 'InvalidPrompt',
        message: expect.stringContaining('an array'),
      }),
    );
  });

  it('as option is a warning with the nearest name, or an error in strict options', async () => {
    const odd = { modle: 'opus', model: null } as unknown as Options;
    expect(() => query('Hi', { ...odd, strict: true })).toThrow(
      expect.objectContaining({ code: 'InvalidOption', message: expect.stringContaining('model') }),
    );
    const warnings = await warnedOf((options) => query('Hi', { ...odd, ...options }));
    expect(warnings).toEqual(['UnknownOption', 'OptionIgnored']);
  });
});

/** Runs a query, and gives the codes of what it warned of. */
async function warnedOf(start: (options: Options) => Query): Promise<string[]> {
  const port = talkingCli();
  const warnings: string[] = [];
  await all(start({ port, onWarning: ({ code }) => warnings.push(code) }));
  return warnings.filter((code) => code !== 'ThinInitialize');
}

it('tells of options that are ignored as the first items', async () => {
  const warnings: Warning[] = [];
  const { run } = ask('Hi', {}, { systemPrompt: 'a', appendSystemPrompt: 'b' });
  for await (const item of run.items()) if (item.kind === 'warning') warnings.push(item.warning);
  expect(warnings).toMatchObject([{ code: 'OptionIgnored' }]);
});
