import { describe, expect, it } from '@jest/globals';
import { optionNames, optionTable } from '../../src/options/table/optionTable.js';
import { type GoldenCase, goldenCases } from './goldenCases.js';
import { errorOf, launch } from './launch.js';

/** What every launch has whose options say nothing of the system prompt. */
const emptyPrompt = { flag: '--system-prompt=', field: { systemPrompt: [''] } };

function saysNothingOfPrompt({ options }: GoldenCase): boolean {
  return options.systemPrompt === undefined && options.appendSystemPrompt === undefined;
}

const cases = goldenCases.map((golden) => {
  const options = JSON.stringify(golden.options, (_, value) =>
    typeof value === 'function' ? 'f()' : value,
  );
  return [options, golden] as const;
});

describe('the launch of each option', () => {
  it.each(cases)('in a session: %s', (_, golden) => {
    const { flags, initialize, env, warnings } = launch(golden.options, 'session');
    expect(flags).toEqual(golden.session);
    expect(initialize).toStrictEqual(
      saysNothingOfPrompt(golden)
        ? { ...emptyPrompt.field, ...golden.initialize }
        : golden.initialize,
    );
    expect(env).toEqual(golden.env ?? {});
    expect(warnings).toEqual([]);
  });

  it.each(cases)('in one-shot mode: %s', (_, golden) => {
    if (golden.oneShot === undefined) {
      const error = errorOf(() => launch(golden.options, 'oneShot'));
      expect(error.code).toBe('InvalidOption');
      expect(error.message).toContain("mode: 'session'");
      expect(error.message).toContain(golden.name);
      return;
    }
    const { flags, initialize, env, warnings } = launch(golden.options, 'oneShot');
    const own = flags.filter((flag) => flag !== emptyPrompt.flag || !saysNothingOfPrompt(golden));
    expect(own).toEqual(golden.oneShot);
    expect(flags.includes(emptyPrompt.flag)).toBe(
      saysNothingOfPrompt(golden) || golden.oneShot.includes(emptyPrompt.flag),
    );
    expect(initialize).toEqual({});
    expect(env).toEqual(golden.env ?? {});
    expect(warnings).toEqual([]);
  });

  it('covers every option that reaches the CLI', () => {
    const covered = new Set(goldenCases.map(({ name }) => name));
    const reaching = optionNames.filter((name) => {
      const { flags, initialize, cliVariable, needsSession } = optionTable[name];
      return flags || initialize || cliVariable || needsSession;
    });
    expect(reaching.filter((name) => !covered.has(name))).toEqual([]);
  });
});
