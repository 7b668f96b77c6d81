import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { buildEnvironment } from '../../../src/ffi/environment/environment.js';

const linux = { platform: 'linux' } as const;
const windows = { platform: 'win32' } as const;

function caught(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

describe('buildEnvironment', () => {
  it("merges the caller's variables over the inherited ones", () => {
    const env = buildEnvironment({
      mode: 'overlay',
      ...linux,
      parent: { HOME: '/home/dev', LANG: 'C', PWD: '/home/dev', UNSET: undefined },
      env: { LANG: 'de', EXTRA: '1' },
    });
    expect(env).toEqual({
      HOME: '/home/dev',
      LANG: 'de',
      PWD: '/home/dev',
      EXTRA: '1',
      CLAUDE_CODE_ENTRYPOINT: 'sdk-ts',
    });
  });

  it('keeps what is meant for this program from the CLI, as the official SDK does', () => {
    const parent = { NODE_OPTIONS: '--inspect', DEBUG: '*' };
    const only = { CLAUDE_CODE_ENTRYPOINT: 'sdk-ts' };
    expect(buildEnvironment({ ...linux, parent })).toEqual(only);
    expect(buildEnvironment({ ...linux, env: parent })).toEqual(only);
    const debugging = { ...parent, DEBUG_CLAUDE_AGENT_SDK: ' True' };
    expect(buildEnvironment({ ...linux, parent: debugging })).toMatchObject({ DEBUG: '1' });
  });

  it('inherits nothing in replace mode', () => {
    const env = buildEnvironment({
      ...linux,
      parent: { HOME: '/home/dev', CLAUDE_CODE_ENTRYPOINT: 'cli' },
      env: { LANG: 'C' },
      mode: 'replace',
    });
    expect(env).toEqual({ LANG: 'C', CLAUDE_CODE_ENTRYPOINT: 'sdk-ts' });
  });

  it('removes a variable that the caller gave as undefined', () => {
    const env = buildEnvironment({
      mode: 'overlay',
      ...linux,
      parent: { SECRET: 'x', KEPT: 'y' },
      env: { SECRET: undefined, FLAG: undefined },
      set: { FLAG: '1' },
    });
    expect(env).toEqual({ KEPT: 'y', CLAUDE_CODE_ENTRYPOINT: 'sdk-ts' });
  });

  it('drops an inherited CLAUDECODE and keeps one that the caller gave', () => {
    const parent = { CLAUDECODE: '1' };
    expect(buildEnvironment({ ...linux, parent })).not.toHaveProperty('CLAUDECODE');
    expect(buildEnvironment({ ...linux, parent, env: { CLAUDECODE: '2' } }).CLAUDECODE).toBe('2');
  });

  it.each([
    ['inherited', { parent: { CLAUDE_CODE_ENTRYPOINT: 'mine' } }],
    ['given', { parent: {}, env: { CLAUDE_CODE_ENTRYPOINT: 'mine' } }],
  ])('keeps an entry point that was %s', (_, options) => {
    expect(buildEnvironment({ ...linux, ...options }).CLAUDE_CODE_ENTRYPOINT).toBe('mine');
  });

  it("lets the library's variables override inherited ones, and the caller's override both", () => {
    const env = buildEnvironment({
      ...linux,
      parent: { A: 'inherited', B: 'inherited' },
      set: { A: 'ours', B: 'ours', C: 'ours' },
      env: { B: 'given' },
    });
    expect(env).toMatchObject({ A: 'ours', B: 'given', C: 'ours' });
  });

  it('treats two spellings as one variable on Windows only', () => {
    const options = { parent: { Path: 'C:\\old', ClaudeCode: '1' }, env: { PATH: 'C:\\new' } };
    expect(buildEnvironment({ mode: 'overlay', ...windows, ...options })).toEqual({
      PATH: 'C:\\new',
      CLAUDE_CODE_ENTRYPOINT: 'sdk-ts',
    });
    expect(buildEnvironment({ mode: 'overlay', ...linux, ...options })).toMatchObject({
      Path: 'C:\\old',
      PATH: 'C:\\new',
      ClaudeCode: '1',
    });
    expect(
      buildEnvironment({
        mode: 'overlay',
        ...windows,
        parent: { Path: 'x' },
        env: { PATH: undefined },
      }),
    ).toEqual({ CLAUDE_CODE_ENTRYPOINT: 'sdk-ts' });
  });

  it('keeps the odd inherited variables of Windows, such as =C:', () => {
    expect(buildEnvironment({ ...windows, parent: { '=C:': 'C:\\x' } })).toHaveProperty(['=C:']);
  });

  it.each([
    ['a NUL in a value', { KEY: 'hunter2\0' }],
    ['a NUL in a name', { 'KEY\0': 'hunter2' }],
    ['an equals sign in a name', { 'KEY=': 'hunter2' }],
    ['an empty name', { '': 'hunter2' }],
    ['a number', { KEY: 5 as unknown as string }],
  ])('refuses %s without showing the value', (_, env) => {
    const error = caught(() => buildEnvironment({ ...linux, parent: {}, env }));
    expect(error).toMatchObject({ code: 'InvalidOption', details: { option: 'env' } });
    expect(String(error)).not.toContain('hunter2');
  });

  it('holds a variable called __proto__ like any other', () => {
    const env = buildEnvironment({ ...linux, parent: {}, env: JSON.parse('{"__proto__":"x"}') });
    expect(Object.entries(env)).toContainEqual(['__proto__', 'x']);
  });

  it('changes neither of its inputs, and gives every variable exactly its last value', () => {
    const name = fc.constantFrom('A', 'a', 'B', 'b', 'C', 'CLAUDECODE', 'CLAUDE_CODE_ENTRYPOINT');
    const variables = fc.dictionary(name, fc.option(fc.string(), { nil: undefined }));
    fc.assert(
      fc.property(variables, variables, fc.constantFrom('linux', 'win32'), (parent, given, os) => {
        const env = Object.fromEntries(
          Object.entries(given).map(([key, value]) => [key, value?.replaceAll('\0', '')]),
        );
        const before = JSON.stringify([parent, env]);
        const built = buildEnvironment({ parent, env, platform: os as NodeJS.Platform });
        expect(JSON.stringify([parent, env])).toBe(before);
        const keys = Object.keys(built).map((key) => (os === 'win32' ? key.toUpperCase() : key));
        expect(new Set(keys).size).toBe(keys.length);
        expect(built.CLAUDE_CODE_ENTRYPOINT).toBeTruthy();
        if (os === 'win32') return;
        for (const [key, value] of Object.entries(env)) {
          if (key !== 'CLAUDE_CODE_ENTRYPOINT') expect(built[key]).toBe(value);
        }
      }),
    );
  });
});
