import { describe, expect, it } from '@jest/globals';
import { chooseMode, resolveLaunch } from '../../src/options/resolveLaunch.js';
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
  it.each<[Options]>([[{}], [{ mode: 'session' }], [{ maxTurns: 3 }], [{ hooks }]])(
    'is a session for a string and %j',
    (options) => {
      expect(chooseMode(options, 'Hello')).toBe('session');
    },
  );

  it('is a session for an async iterable', () => {
    expect(chooseMode({}, messages())).toBe('session');
  });
});

describe("mode: 'oneShot'", () => {
  const oneShot = (options: Options) =>
    resolveLaunch(options, chooseMode({ ...options, mode: 'oneShot' }, 'Hello'), 'linux');

  it.each<[string, Options]>([
    ['hooks', { hooks }],
    ['canUseTool', { canUseTool: answer }],
    ['mcpServers', { mcpServers: { calc: sdkServer } }],
    ['title', { title: 'T' }],
    ['skills', { skills: ['pdf'] }],
    ['systemPrompt', { systemPrompt: ['a', 'b'] }],
    ['verbatimPrompts', { verbatimPrompts: true }],
    ['onUserDialog', { onUserDialog: async () => null }],
  ])('refuses %s', (option, options) => {
    const error = errorOf(() => oneShot(options));
    expect(error.code).toBe('InvalidOption');
    expect(error.details.option).toBe(option);
    expect(error.message).toContain("mode: 'session'");
  });

  it.each<[Options]>([
    [{ hooks: {} }],
    [{ hooks: { Stop: [] } }],
    [{ mcpServers: { files: { command: 'serve' } } }],
    [{ agents: { a: { description: 'd', prompt: 'p' } } }],
    [{ outputFormat: { type: 'json_schema', schema: {} } }],
    [{ skills: 'all' }],
  ])('takes %j', (options) => {
    expect(() => oneShot(options)).not.toThrow();
  });

  it('refuses a prompt that is an async iterable', () => {
    const error = errorOf(() => chooseMode({ mode: 'oneShot' }, messages()));
    expect(error.code).toBe('InvalidOption');
    expect(error.details.option).toBe('mode');
  });

  it('is refused if a session was asked for by name', () => {
    const start = () => resolveLaunch({ mode: 'oneShot' }, 'session', 'linux');
    expect(errorOf(start)).toMatchObject({ code: 'InvalidOption', details: { option: 'mode' } });
  });

  it.each<[string, Options]>([
    ['a system prompt', { systemPrompt: 'x'.repeat(200 * kibi) }],
    ['agents', { agents: { a: { description: 'd', prompt: 'x'.repeat(200_000) } } }],
  ])('refuses %s too long for a command line', (_, options) => {
    const error = errorOf(() => oneShot(options));
    expect(error.code).toBe('ArgumentTooLong');
    expect(error.message).toContain("mode: 'session'");
  });
});
