import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { resolveLaunch } from '../../src/options/resolveLaunch.js';
import { resolveOptions } from '../../src/options/resolveOptions.js';
import { optionNames, optionTable } from '../../src/options/table/optionTable.js';
import type { OptionName, Options } from '../../src/options/types.js';
import { errorOf } from './launch.js';
import { configPath, noSettings, resolve, type Sources } from './resolve.js';

const answer = async () => ({ behavior: 'deny', message: 'no' }) as const;

describe('precedence', () => {
  it('is argument, environment, config file', () => {
    const config = { model: 'from-config', effort: 'low', maxTurns: 1 };
    const env = { CLAUDE_MODEL: 'from-env', CLAUDE_EFFORT_LEVEL: 'high' };
    const { options, sources } = resolve({ config, env, argument: { model: 'from-argument' } });
    expect(options).toEqual({ model: 'from-argument', effort: 'high', maxTurns: 1 });
    expect(sources).toEqual({
      model: 'argument',
      effort: 'environment',
      maxTurns: 'configFile',
    });
  });

  it('holds for every option that has a variable', () => {
    const samples: Record<string, [string, unknown, unknown]> = {
      boolean: ['true', true, false],
      positiveInteger: ['7', 7, 8],
      wholeNumber: ['0', 0, 8],
      positiveNumber: ['1.5', 1.5, 8],
      string: ['x', 'x', 'y'],
      stringList: ['a, b', ['a', 'b'], ['c']],
    };
    const isClosed = (name: OptionName) => name === 'settingSources';
    const checked = optionNames.filter((name) => {
      const { variable, type, merge } = optionTable[name];
      const sample = samples[type[0] as string];
      if (!variable || merge || !sample || name === 'configFile' || isClosed(name)) return false;
      const [text, value, other] = sample;
      const env = { [variable]: text };
      expect(resolve({ env }).options).toEqual({ [name]: value });
      expect(resolve({ env, argument: { [name]: other } }).options).toEqual({ [name]: other });
      return true;
    });
    expect(checked.length).toBeGreaterThan(15);
  });

  it('takes undefined, and an empty variable, for absent', () => {
    const { options, sources } = resolve({
      config: { model: 'from-config' },
      env: { CLAUDE_MODEL: '' },
      argument: { model: undefined, maxTurns: undefined },
    });
    expect(options).toEqual({ model: 'from-config' });
    expect(sources).toEqual({ model: 'configFile' });
  });

  it('needs no options at all', () => {
    const surroundings = { env: {}, readFile: () => '', readSettings: noSettings };
    expect(resolveOptions(undefined, surroundings).options).toEqual({});
    expect(errorOf(() => resolveOptions(null as never, surroundings)).code).toBe('InvalidOption');
  });

  it('leaves what it was given as it is', () => {
    const argument = Object.freeze({ addDirs: Object.freeze(['/c']) as string[], cwd: '' });
    resolve({ env: { CLAUDE_ADD_DIRS: '/b' }, argument });
    expect(argument).toEqual({ addDirs: ['/c'], cwd: '' });
  });

  it('lets an argument without a working directory beat one of the file', () => {
    expect(resolve({ config: { cwd: '/srv' } }).options).toEqual({ cwd: '/srv' });
    expect(resolve({ config: { cwd: '/srv' }, argument: { cwd: '' } }).options).toEqual({});
    expect(resolve({ argument: { cwd: 'sub' } }).options).toEqual({ cwd: 'sub' });
  });
});

describe('the config file', () => {
  it('is read only if one is named', () => {
    const read: string[] = [];
    const surroundings = (env: Record<string, string>) => ({
      env,
      readSettings: noSettings,
      readFile(name: string) {
        read.push(name);
        return '{}';
      },
    });
    resolveOptions({}, surroundings({}));
    resolveOptions({ configFile: '' }, surroundings({ CLAUDE_ACTORS_CONFIG: '/by/env' }));
    expect(read).toEqual([]);
    resolveOptions({}, surroundings({ CLAUDE_ACTORS_CONFIG: '/by/env' }));
    resolveOptions({ configFile: '/by/argument' }, surroundings({ CLAUDE_ACTORS_CONFIG: '/x' }));
    expect(read).toEqual(['/by/env', '/by/argument']);
  });

  it('is gone from the options once it is read', () => {
    expect(resolve({ config: { model: 'opus' } }).options).toEqual({ model: 'opus' });
  });
});

describe('merging', () => {
  it('joins env by variable, and an undefined removes one', () => {
    const { options } = resolve({
      config: { env: { A: '1', B: '2', C: '3' } },
      argument: { env: { B: 'two', C: undefined } },
    });
    expect(options.env).toStrictEqual({ A: '1', B: 'two', C: undefined });
  });

  it('joins settings by key at every depth; a list replaces a list', () => {
    const { options } = resolve({
      config: { settings: { model: 'a', permissions: { allow: ['x'], deny: ['y'] }, k: { a: 1 } } },
      argument: { settings: { model: undefined, permissions: { allow: ['z'] }, k: 5 } },
    });
    expect(options.settings).toEqual({
      model: 'a',
      permissions: { allow: ['z'], deny: ['y'] },
      k: 5,
    });
  });

  it.each<[object, Options['settings']]>([
    [{ a: 1 }, '/etc/settings.json'],
    [{}, '/etc/settings.json'],
  ])('lets a settings path take the place of an object, with a warning', (settings, given) => {
    const { options, warnings } = resolve({ config: { settings }, argument: { settings: given } });
    expect(options.settings).toBe(given);
    expect(warnings).toMatchObject([{ code: 'OptionIgnored', context: { option: 'settings' } }]);
  });

  it('lets a settings object take the place of a path, with a warning', () => {
    const { options, warnings } = resolve({
      config: { settings: '/etc/settings.json' },
      argument: { settings: { a: 1 } },
    });
    expect(options.settings).toEqual({ a: 1 });
    expect(warnings).toHaveLength(1);
  });

  it('appends directories of both names in the order config, environment, argument', () => {
    const { options } = resolve({
      config: { addDirs: ['/config'], additionalDirectories: ['/config-first'] },
      env: { CLAUDE_ADD_DIRS: '/env, /env-2' },
      argument: { additionalDirectories: ['/argument'], addDirs: ['/argument', '/env'] },
    });
    const { argv } = resolveLaunch(options, 'session', 'linux');
    expect(argv.filter((text) => text.startsWith('--add-dir'))).toEqual(
      ['/config-first', '/config', '/env', '/env-2', '/argument', '/argument', '/env'].map(
        (directory) => `--add-dir=${directory}`,
      ),
    );
  });

  it('appends flags in that order; the same flag has the last value', () => {
    const { options } = resolve({
      config: { extraArgs: { one: 'config', two: null } },
      env: { CLAUDE_EXTRA_ARGS: '{"three":"env","one":"env"}' },
      argument: { extraArgs: { four: null, three: 'argument' } },
    });
    expect(Object.entries(options.extraArgs ?? {})).toEqual([
      ['two', null],
      ['one', 'env'],
      ['four', null],
      ['three', 'argument'],
    ]);
  });

  it('replaces betas and agents', () => {
    const agent = { description: 'd', prompt: 'p' };
    const { options } = resolve({
      config: { betas: ['a'], agents: { a: agent } },
      env: { CLAUDE_BETAS: 'b,c' },
      argument: { agents: { b: agent } },
    });
    expect(options).toEqual({ betas: ['b', 'c'], agents: { b: agent } });
  });

  it('joins timeouts and limits by key', () => {
    const { options } = resolve({
      config: { timeouts: { write: 1, shutdown: { end: 5 } }, limits: { lineBytes: 9 } },
      argument: { timeouts: { initialize: 2, shutdown: { kill: 7_000 } } },
    });
    expect(options).toEqual({
      timeouts: { write: 1, initialize: 2, shutdown: { end: 5, kill: 7_000 } },
      limits: { lineBytes: 9 },
    });
  });

  it('checks what the sources come to together', () => {
    const given: Sources = {
      config: { timeouts: { shutdown: { terminate: 4_000 } } },
      argument: { timeouts: { shutdown: { kill: 3_000 } } },
    };
    expect(errorOf(() => resolve(given)).message).toContain('timeouts.shutdown.kill');
  });

  it('pollutes no prototype', () => {
    const text = '{"settings":{"__proto__":{"polluted":1}},"env":{"__proto__":"x"}}';
    const { options } = resolveOptions(
      { configFile: configPath, settings: { a: {} }, env: { B: 'y' } },
      { env: {}, readFile: () => text, readSettings: noSettings },
    );
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(Object.keys(options.settings as object)).toEqual(['__proto__', 'a']);
    expect((options.settings as Record<string, unknown>).polluted).toBeUndefined();
    expect(Object.keys(options.env ?? {})).toEqual(['__proto__', 'B']);
  });

  it('gives the argument if all sources agree on a key, whatever the data', () => {
    const data = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(data, data, (low, high) => {
        const { options } = resolve({ config: { settings: low }, argument: { settings: high } });
        const settings = options.settings as Record<string, unknown>;
        expect(new Set(Object.keys(settings))).toEqual(
          new Set([...Object.keys(low), ...Object.keys(high)]),
        );
        for (const [key, value] of Object.entries(high)) {
          const isMerged = [value, low[key]].every(
            (side) => typeof side === 'object' && side !== null && !Array.isArray(side),
          );
          if (isMerged) expect(settings[key]).toMatchObject(value as object);
          else expect(settings[key]).toEqual(value);
        }
      }),
    );
  });
});

describe('options of several sources that cannot both hold', () => {
  it.each<[Sources, string, Options]>([
    [{ config: { resume: 'x' }, argument: { continue: true } }, 'resume', { continue: true }],
    [
      { env: { CLAUDE_SYSTEM_PROMPT: 'x' }, argument: { appendSystemPrompt: 'mine' } },
      'systemPrompt',
      { appendSystemPrompt: 'mine' },
    ],
    [
      { config: { thinking: { type: 'disabled' } }, env: { CLAUDE_MAX_THINKING_TOKENS: '5' } },
      'thinking',
      { maxThinkingTokens: 5 },
    ],
    [
      { config: { permissionPromptToolName: 'mcp__a__b' }, argument: { canUseTool: answer } },
      'permissionPromptToolName',
      { canUseTool: answer },
    ],
  ])('lets the weightier source win, with a warning', (given, option, expected) => {
    const { options, warnings, sources } = resolve(given);
    expect(options).toEqual(expected);
    expect(Object.keys(sources)).toEqual(Object.keys(expected));
    expect(warnings).toMatchObject([{ code: 'OptionIgnored', context: { option } }]);
  });

  it('leaves a pair of the same source to the launch', () => {
    const { options, warnings } = resolve({ argument: { resume: 'x', continue: true } });
    expect(options).toEqual({ resume: 'x', continue: true });
    expect(warnings).toEqual([]);
  });
});
