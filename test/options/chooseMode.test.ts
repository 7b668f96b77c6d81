import { describe, expect, it } from '@jest/globals';
import { chooseMode } from '../../src/options/chooseMode.js';
import { resolveLaunch } from '../../src/options/resolveLaunch.js';
import type { Options } from '../../src/options/types.js';
import { errorOf } from './launch.js';

const answer = async () => ({ behavior: 'deny', message: 'no' }) as const;
const hooks = { Stop: [{ hooks: [async () => ({})] }] };
const sdkServer = { type: 'sdk', name: 'calc', instance: async () => undefined } as const;
const kibi = 1024;

async function* messages() {
  yield {};
}

describe('the mode by itself', () => {
  it.each<[Options]>([
    [{}],
    [{ mode: 'auto' }],
    [{ model: 'sonnet', maxTurns: 3, systemPrompt: 'Be brief.' }],
    [{ hooks: {} }],
    [{ hooks: { Stop: [] } }],
    [{ mcpServers: { files: { command: 'serve' } } }],
    [{ agents: { a: { description: 'd', prompt: 'p' } } }],
    [{ outputFormat: { type: 'json_schema', schema: {} } }],
    [{ skills: 'all' }],
  ])('is one shot for %j', (options) => {
    expect(chooseMode(options, 'Hello', 'linux')).toBe('oneShot');
  });

  it.each<[string, Options]>([
    ['a hook', { hooks }],
    ['a permission callback', { canUseTool: answer }],
    ['a server in this program', { mcpServers: { calc: sdkServer } }],
    ['a title', { title: 'T' }],
    ['skills by name', { skills: ['pdf'] }],
    ['several prompt blocks', { systemPrompt: ['a', 'b'] }],
    ['verbatim prompts', { verbatimPrompts: true }],
    ['dialogs', { onUserDialog: async () => null }],
    ['a watchdog', { stall: { action: 'stop' } }],
    ['an argument over the limit', { systemPrompt: 'x'.repeat(200 * kibi) }],
    ['agents over the limit', { agents: { a: { description: 'd', prompt: 'x'.repeat(200_000) } } }],
    ['the wish for one', { mode: 'session' }],
  ])('is a session for %s', (_, options) => {
    expect(chooseMode(options, 'Hello', 'linux')).toBe('session');
  });

  it.each(['linux', 'win32'] as const)(
    'is one shot for a prompt of any length on %s',
    (platform) => {
      expect(chooseMode({}, 'é'.repeat(8 * 1024 * kibi), platform)).toBe('oneShot');
    },
  );

  it('is a session for options that the command line of the platform does not take', () => {
    const systemPrompt = 'x'.repeat(40 * kibi);
    expect(chooseMode({ systemPrompt }, 'Hello', 'linux')).toBe('oneShot');
    expect(chooseMode({ systemPrompt }, 'Hello', 'win32')).toBe('session');
  });

  it('is a session for an async iterable', () => {
    expect(chooseMode({}, messages(), 'linux')).toBe('session');
  });

  it('is no way around an error', () => {
    const options = { permissionMode: 'bypassPermissions' } as const;
    expect(errorOf(() => chooseMode(options, 'Hello', 'linux')).code).toBe('InvalidOption');
  });
});

describe("mode: 'oneShot'", () => {
  it.each<[string, Options]>([
    ['hooks', { hooks }],
    ['canUseTool', { canUseTool: answer }],
    ['mcpServers', { mcpServers: { calc: sdkServer } }],
    ['title', { title: 'T' }],
    ['stall', { stall: {} }],
  ])('refuses %s', (option, options) => {
    const error = errorOf(() => chooseMode({ ...options, mode: 'oneShot' }, 'Hello', 'linux'));
    expect(error.code).toBe('InvalidOption');
    expect(error.details.option).toBe(option);
    expect(error.message).toContain("mode: 'session'");
  });

  it('refuses a prompt that is an async iterable', () => {
    const error = errorOf(() => chooseMode({ mode: 'oneShot' }, messages(), 'linux'));
    expect(error.code).toBe('InvalidOption');
    expect(error.details.option).toBe('mode');
  });

  it('is refused where a session was asked for by name', () => {
    const start = () => resolveLaunch({ mode: 'oneShot' }, 'session', 'linux');
    expect(errorOf(start)).toMatchObject({ code: 'InvalidOption', details: { option: 'mode' } });
  });

  it('refuses what is too long for a command line', () => {
    const options: Options = { mode: 'oneShot', systemPrompt: 'x'.repeat(200 * kibi) };
    const error = errorOf(() => chooseMode(options, 'Hello', 'linux'));
    expect(error.code).toBe('ArgumentTooLong');
    expect(error.message).toContain("mode: 'session'");
  });
});
