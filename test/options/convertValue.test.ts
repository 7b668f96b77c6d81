import { describe, expect, it } from '@jest/globals';
import { readArgument } from '../../src/options/readArgument.js';
import type { Options } from '../../src/options/types.js';
import { errorOf } from './launch.js';

type Given = Record<string, unknown>;
const inQuery = (given: Given) => readArgument(given, 'query');
const codesOf = (given: Given) => inQuery(given).warnings.map(({ code }) => code);

describe('in a query, a value of another type', () => {
  it.each<[Given, Options]>([
    [{ maxTurns: '3' }, { maxTurns: 3 }],
    [{ maxBudgetUsd: '1.5' }, { maxBudgetUsd: 1.5 }],
    [{ maxThinkingTokens: '1000' }, { maxThinkingTokens: 1000 }],
    [{ includePartialMessages: 1 }, { includePartialMessages: true }],
    [{ allowedTools: ['Read', undefined, false, ''] }, { allowedTools: ['Read'] }],
    [{ allowedTools: ['Read', ''] }, { allowedTools: ['Read'] }],
    [{ allowedTools: ['Read,Edit', ''] }, { allowedTools: ['Read', 'Edit'] }],
    [
      { disallowedTools: ['Bash(git log, x), Write  Edit'] },
      { disallowedTools: ['Bash(git log, x)', 'Write', 'Edit'] },
    ],
    [{ cwd: new URL('file:///a/b%20c') }, { cwd: '/a/b c' }],
    [{ cwd: new URL('file:///C:/a') }, { cwd: 'C:/a' }],
    [{ env: { A: 1, B: true, C: undefined } }, { env: { A: '1', B: 'true', C: undefined } }],
    [
      { extraArgs: { a: true, b: 3, c: undefined, d: false, e: null, f: 'x' } },
      { extraArgs: { a: null, b: '3', e: null, f: 'x' } },
    ],
  ])('is converted: %j', (given, options) => {
    expect(inQuery(given).options).toEqual(options);
    expect(codesOf(given)).toEqual(['OptionConverted']);
  });

  it.each<Given>([
    { maxTurns: 0 },
    { maxTurns: -1 },
    { maxTurns: Number.NaN },
    { maxTurns: '' },
    { sessionId: '' },
    { permissionMode: '' },
    { outputFormat: { type: 'text' } },
    { outputFormat: { type: 'json_schema' } },
  ])('that means nothing is ignored: %j', (given) => {
    expect(inQuery(given).options).toEqual({});
    expect(codesOf(given)).toEqual(['OptionIgnored']);
  });

  it('of the flag `settings` becomes the option, which wins over the flag', () => {
    const extraArgs = { settings: '{"model":"opus"}', other: null };
    const flags = { extraArgs: { other: null } };
    expect(inQuery({ extraArgs })).toEqual({
      options: { ...flags, settings: extraArgs.settings },
      warnings: [],
    });
    const settings = { model: 'haiku' };
    expect(inQuery({ extraArgs, settings }).options).toEqual({ ...flags, settings });
  });

  it.each<Given>([
    { maxTurns: 'many' },
    { cwd: new URL('https://localhost/a') },
    { maxThinkingTokens: -1 },
    { canUseTool: 'yes' },
    { hooks: { PreToolUse: [{ hooks: ['x'] }] } },
    { allowedTools: 'Bash' },
    { allowDangerouslySkipPermissions: 'false' },
    { permissionMode: 'acceptEdit' },
    { sessionId: 'no-uuid' },
  ])('that may mean anything is refused: %j', (given) => {
    expect(errorOf(() => inQuery(given)).code).toBe('InvalidOption');
  });

  it.each<Given>([{ maxTurns: '3' }, { env: { A: 1 } }, { sessionId: '' }])(
    'is refused in strict options and in a session: %j',
    (given) => {
      expect(errorOf(() => inQuery({ ...given, strict: true })).code).toBe('InvalidOption');
      expect(errorOf(() => readArgument(given)).code).toBe('InvalidOption');
    },
  );

  it('is named in the warning, and its value is not', () => {
    const { warnings } = inQuery({ env: { TOKEN: 12345678 } });
    expect(warnings[0]?.message).toContain('env.TOKEN');
    expect(warnings[0]?.message).not.toContain('12345678');
  });

  it('may be right after all', () => {
    const given = { allowedTools: ['Bash(git log:*)', 'Read'], maxTurns: 3, env: { A: 'a' } };
    expect(inQuery(given)).toEqual({ options: given, warnings: [] });
  });
});
