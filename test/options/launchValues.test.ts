import { describe, expect, it } from '@jest/globals';
import { resolveLaunch } from '../../src/options/resolveLaunch.js';
import type { Options } from '../../src/options/types.js';
import { errorOf, launch } from './launch.js';

describe('values of a wrong type', () => {
  it.each<[string, unknown]>([
    ['model', 7],
    ['model', null],
    ['maxTurns', 0],
    ['maxTurns', 1.5],
    ['maxTurns', '3'],
    ['maxBudgetUsd', Number.NaN],
    ['maxThinkingTokens', -1],
    ['allowedTools', 'Read'],
    ['disallowedTools', [1]],
    ['continue', 'yes'],
    ['canUseTool', {}],
    ['mcpServers', []],
    ['mcpServers', { a: null }],
    ['plugins', [{ type: 'remote', path: '/p' }]],
    ['plugins', ['/p']],
    ['permissionPrompts', 'everybody'],
    ['systemPrompt', { type: 'preset', preset: 'other' }],
    ['systemPrompt', { type: 'custom' }],
    ['systemPrompt', { type: 'preset', preset: 'claude_code', append: 1 }],
    ['tools', { type: 'preset', preset: 'other' }],
    ['thinking', { type: 'deep' }],
    ['thinking', { type: 'enabled', budgetTokens: '5' }],
    ['taskBudget', {}],
    ['outputFormat', { type: 'xml' }],
    ['toolConfig', { askUserQuestion: { previewFormat: 'pdf' } }],
    ['extraArgs', { a: {} }],
    ['settings', { a: 1n }],
    ['skills', 'some'],
    ['model', 'a\0b'],
    ['additionalDirectories', ['a\0b']],
  ])('%s: %p is InvalidOption', (option, value) => {
    for (const mode of ['oneShot', 'session'] as const) {
      const error = errorOf(() => launch({ [option]: value } as Options, mode));
      expect(error.code).toBe('InvalidOption');
      expect(error.details.option).toBe(option);
      expect(error.message).toContain(`\`${option}`);
    }
  });

  it('treats undefined as not given', () => {
    expect(launch({ model: undefined, agents: undefined }, 'session').flags).toEqual([]);
  });
});

describe('values of a wrong shape inside', () => {
  it.each<[string, unknown]>([
    ['null', null],
    ['a text', 'x'],
    ['a list', []],
    ['nothing', undefined],
  ])('refuses options that are %s', (_, options) => {
    const error = errorOf(() => resolveLaunch(options as Options, 'session', 'linux'));
    expect(error.code).toBe('InvalidOption');
    expect(error.message).toContain('object');
  });

  it.each<[string, unknown]>([
    ['hooks', { PreToolUse: 'x' }],
    ['hooks', { PreToolUse: null }],
    ['hooks', { PreToolUse: [{}] }],
    ['hooks', { PreToolUse: [{ hooks: [5] }] }],
    ['hooks', { PreToolUse: [{ hooks: [], onFailure: 'Deny' }] }],
    ['sandbox', { credentials: { files: 5 } }],
    ['sandbox', { credentials: { files: [null] } }],
    ['sandbox', { credentials: 5 }],
    ['sandbox', { credentials: null }],
    ['sandbox', { network: 5 }],
    ['sandbox', { filesystem: 'x' }],
    ['sandbox', { network: { deniedDomains: 'x' } }],
  ])('refuses %s: %j', (option, value) => {
    const error = errorOf(() => launch({ [option]: value } as Options, 'session'));
    expect(error.code).toBe('InvalidOption');
    expect(error.details.option).toBe(option);
  });
});

describe('values too long for a command line', () => {
  const agents = { big: { description: 'd', prompt: 'x'.repeat(200_000) } };

  it('go through initialize in a session', () => {
    const { flags, initialize } = launch({ agents }, 'session');
    expect(flags).toEqual([]);
    expect(initialize.agents).toBe(agents);
  });

  it.each<[string, Options, string]>([
    ['agents', { agents }, "mode: 'session'"],
    ['systemPrompt', { systemPrompt: 'x'.repeat(200_000) }, "mode: 'session'"],
    ['settings', { settings: { a: 'x'.repeat(200_000) } }, 'a file'],
    ['mcpServers', { mcpServers: { a: { command: 'x'.repeat(200_000) } } }, 'mcpConfigPath'],
    ['model', { model: 'x'.repeat(200_000) }, 'shorter'],
  ])('%s: ArgumentTooLong with a way out in one-shot mode', (option, options, remedy) => {
    const error = errorOf(() => launch(options, 'oneShot'));
    expect(error.code).toBe('ArgumentTooLong');
    expect(error.details.option).toBe(option);
    expect(error.message).toContain(remedy);
  });

  it('depend on the platform', () => {
    const options: Options = { settings: { a: 'x'.repeat(40_000) } };
    expect(resolveLaunch(options, 'session', 'linux').argv).toHaveLength(6);
    const error = errorOf(() => resolveLaunch(options, 'session', 'win32'));
    expect(error.code).toBe('ArgumentTooLong');
  });
});
