import { describe, expect, it } from '@jest/globals';
import type { Options } from '../../src/options/types.js';
import { errorOf } from './launch.js';
import { configPath, resolve, type Sources } from './resolve.js';

const bypassing = { permissions: { defaultMode: 'bypassPermissions' as const } };

describe('what only the program may say', () => {
  it.each<[Sources]>([
    [{ env: { CLAUDE_PERMISSION_MODE: 'bypassPermissions' } }],
    [{ config: { permissionMode: 'bypassPermissions' } }],
    [
      {
        env: { CLAUDE_PERMISSION_MODE: 'bypassPermissions' },
        argument: { allowDangerouslySkipPermissions: false },
      },
    ],
  ])('no other source can bypass permissions: %j', (given) => {
    const error = errorOf(() => resolve(given));
    expect(error.code).toBe('InvalidOption');
    expect(error.message).toContain('allowDangerouslySkipPermissions');
    expect(error.message).toContain(given.env ? 'CLAUDE_PERMISSION_MODE' : configPath);
  });

  it.each<[Sources]>([
    [{ config: { settings: bypassing } }],
    [{ config: { settings: JSON.stringify(bypassing) } }],
    [{ config: { managedSettings: bypassing } }],
    [{ config: { settings: bypassing }, argument: { allowDangerouslySkipPermissions: true } }],
    [{ config: { settings: bypassing }, argument: { settings: { model: 'opus' } } }],
  ])('no config file can bypass permissions through settings: %j', (given) => {
    const error = errorOf(() => resolve(given));
    expect(error.code).toBe('ConfigFileError');
    expect(error.message).toContain(configPath);
    expect(error.message).toContain('ettings.permissions.defaultMode');
    expect(error.details.option).toBe(Object.keys(given.config ?? {})[0]);
  });

  it.each<[Sources]>([
    [{ argument: { settings: '/s.json' } }],
    [{ argument: { settings: '/s.json', permissionMode: 'plan' } }],
    [{ config: { settings: '/s.json' } }],
  ])('no settings file can bypass permissions: %j', (given) => {
    const error = errorOf(() => resolve({ ...given, settingsFile: bypassing }));
    expect(error.code).toBe('InvalidOption');
    expect(error.message).toContain('/s.json');
    expect(error.message).toContain('allowDangerouslySkipPermissions');
  });

  it.each<[unknown, Sources['argument'], string]>([
    [{ permissions: { defaultMode: 'acceptEdits' } }, {}, 'acceptEdits'],
    [{ permissions: { defaultMode: 'acceptEdits' } }, { permissionMode: 'plan' }, 'plan'],
    [{ permissions: { defaultMode: 'unheard-of' } }, {}, 'default'],
    [{ permissions: 7 }, {}, 'default'],
    [[], {}, 'default'],
    [undefined, {}, 'default'],
  ])('a settings file %j, which may change, comes with a mode (%j)', (settingsFile, more, mode) => {
    const { options } = resolve({ argument: { settings: '/s.json', ...more }, settingsFile });
    expect(options.permissionMode).toBe(mode);
  });

  it('a settings file decides if the program allows it', () => {
    const argument: Options = { settings: '/s.json', allowDangerouslySkipPermissions: true };
    const { options } = resolve({ argument, settingsFile: bypassing });
    expect(options).toEqual(argument);
  });

  it('settings of the program and of a config file cannot bypass permissions unasked', () => {
    const config = { settings: { permissions: { deny: ['Bash'] } } };
    const error = errorOf(() => resolve({ config, argument: { settings: bypassing } }));
    expect(error.code).toBe('InvalidOption');
    expect(error.message).toContain('allowDangerouslySkipPermissions');
  });

  it('keeps the mode that the program chose', () => {
    const env = { CLAUDE_PERMISSION_MODE: 'bypassPermissions' };
    const { options } = resolve({ env, argument: { permissionMode: 'plan' } });
    expect(options.permissionMode).toBe('plan');
  });

  it('refuses arguments for a runtime from outside, which a CLI without one takes as flags', () => {
    const config = { executableArgs: ['--dangerously-skip-permissions'] };
    const error = errorOf(() => resolve({ config }));
    expect(error.code).toBe('ConfigFileError');
    expect(error.message).toContain('executableArgs');
  });

  it.each([
    'dangerously-skip-permissions',
    'allow-dangerously-skip-permissions',
    'permission-mode',
    'allowed-tools',
    'allowedTools',
    'mcp-config',
    'model',
    'system-prompt-file',
    'plugin-dir',
    'plugin-url',
  ])('refuses the flag --%s from outside, which would go around an option', (flag) => {
    const text = JSON.stringify({ [flag]: 'x' });
    const byVariable = errorOf(() => resolve({ env: { CLAUDE_EXTRA_ARGS: text } }));
    expect(byVariable.code).toBe('InvalidOption');
    expect(byVariable.message).toContain('CLAUDE_EXTRA_ARGS');
    expect(byVariable.message).toContain(flag);
    const byFile = errorOf(() => resolve({ config: { extraArgs: { [flag]: 'x' } } }));
    expect(byFile.code).toBe('ConfigFileError');
    expect(resolve({ argument: { extraArgs: { [flag]: 'x' } } }).options).toEqual({
      extraArgs: { [flag]: 'x' },
    });
  });
});

describe('a variable that cannot be used', () => {
  it.each([
    ['CLAUDE_MAX_TURNS', 'abc', 'maxTurns'],
    ['CLAUDE_MAX_TURNS', '0', 'maxTurns'],
    ['CLAUDE_MAX_TURNS', '1.5', 'maxTurns'],
    ['CLAUDE_MAX_TURNS', '0x10', 'maxTurns'],
    ['CLAUDE_MAX_BUDGET_USD', '-1', 'maxBudgetUsd'],
    ['CLAUDE_PERSIST_SESSION', 'maybe', 'persistSession'],
    ['CLAUDE_BETAS', '["a"', 'betas'],
    ['CLAUDE_BETAS', '[1]', 'betas'],
    ['CLAUDE_EXTRA_ARGS', '--verbose', 'extraArgs'],
    ['CLAUDE_EXTRA_ARGS', '["verbose"]', 'extraArgs'],
    ['CLAUDE_EXTRA_ARGS', '{"some-flag":5}', 'extraArgs.some-flag'],
  ])('%s=%s: InvalidOption that names it', (variable, text, option) => {
    const error = errorOf(() => resolve({ env: { [variable]: text } }));
    expect(error.code).toBe('InvalidOption');
    expect(error.details.option).toBe(option.split('.')[0]);
    expect(error.message).toContain(`The environment variable ${variable} is invalid`);
    expect(error.message).toContain(`\`${option}\``);
    expect(error.message).toContain(`Correct ${variable}, or unset it.`);
  });

  it.each([
    ['CLAUDE_PERSIST_SESSION', '0', { persistSession: false }],
    ['CLAUDE_PERSIST_SESSION', 'True', { persistSession: true }],
    ['CLAUDE_SETTING_SOURCES', '[]', { settingSources: [] }],
    ['CLAUDE_ADD_DIRS', '["/a, b"]', { additionalDirectories: ['/a, b'] }],
    ['CLAUDE_MAX_BUDGET_USD', ' 0.50 ', { maxBudgetUsd: 0.5 }],
    ['CLAUDE_SYSTEM_PROMPT', '["no list"]', { systemPrompt: '["no list"]' }],
  ])('%s=%s is read', (variable, text, expected) => {
    expect(resolve({ env: { [variable]: text } }).options).toEqual(expected);
  });
});
