import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { resolveOptions } from '../../src/options/resolveOptions.js';
import { errorOf } from './launch.js';
import { noSettings, configPath as path } from './resolve.js';

function failing(code: string): () => string {
  return () => {
    throw Object.assign(new Error(code), { code });
  };
}

function errorFor(readFile: () => string, env: Record<string, string> = {}) {
  const given = Object.keys(env).length > 0 ? {} : { configFile: path };
  const error = errorOf(() => resolveOptions(given, { env, readFile, readSettings: noSettings }));
  expect(error.code).toBe('ConfigFileError');
  expect(error.message).toContain(path);
  return error;
}

describe('a config file that cannot be used: ConfigFileError with its path and what to do', () => {
  it.each([
    ['ENOENT', 'does not exist'],
    ['EISDIR', 'is a directory'],
    ['EACCES', 'is not readable'],
    ['EIO', 'cannot be read'],
  ])('%s: it %s', (code, problem) => {
    const error = errorFor(failing(code));
    expect(error.message).toContain(problem);
    expect(error.message).toContain('configFile');
    expect(error.cause).toMatchObject({ code });
  });

  it('names the variable that names the file', () => {
    const error = errorFor(failing('ENOENT'), { CLAUDE_ACTORS_CONFIG: path });
    expect(error.message).toContain('Correct CLAUDE_ACTORS_CONFIG');
  });

  it.each(['', '{', 'model = "x"', '{"a":1,}'])('no JSON: %p', (text) => {
    expect(errorFor(() => text).message).toContain('valid JSON');
  });

  it('says the line and quotes nothing, for the file may hold a secret', () => {
    const text = '{\n  "env": {\n    "KEY": "sk-secret" "B": 1\n  }\n}';
    const error = errorFor(() => text);
    expect(error.message).toContain('near line 3');
    for (const broken of [text, 'sk-secret', '{"KEY": sk-secret}']) {
      expect(inspect(errorFor(() => broken))).not.toContain('sk-');
    }
  });

  it.each(['[]', 'null', '"x"', '5'])('no object: %s', (text) => {
    expect(errorFor(() => text).message).toContain('one JSON object');
  });

  it.each([
    ['modle', 'Did you mean `model`?'],
    ['max_turns', 'Did you mean `maxTurns`?'],
    ['frobnicate', 'Remove it'],
  ])('the unknown key %s', (key, remedy) => {
    const error = errorFor(() => JSON.stringify({ [key]: 1 }));
    expect(error.message).toContain(`\`${key}\``);
    expect(error.message).toContain(remedy);
    expect(error.details.option).toBe(key);
  });

  it.each(['configFile', 'hooks', 'canUseTool', 'logger', 'allowDangerouslySkipPermissions'])(
    'the option %s, which only the program may set',
    (key) => {
      const error = errorFor(() => JSON.stringify({ [key]: true }));
      expect(error.message).toContain(`sets \`${key}\`, which only the program may set`);
    },
  );

  it.each<[object, string]>([
    [{ maxTurns: '3' }, '`maxTurns` must be a positive whole number'],
    [{ model: null }, '`model` must be a string'],
    [{ timeouts: { write: 0 } }, '`timeouts.write`'],
    [{ mcpServers: { a: { type: 'sdk', name: 'a' } } }, '`mcpServers.a` needs an `instance`'],
    [{ env: { A: 5 } }, '`env.A` must be a string'],
  ])('a wrong value: %j', (config, problem) => {
    const error = errorFor(() => JSON.stringify(config));
    expect(error.message).toContain(problem);
    expect(error.message).toContain('Correct the file.');
    expect(error.details.option).toBe(Object.keys(config)[0]);
    expect(error.cause).toMatchObject({ code: 'InvalidOption' });
  });
});
