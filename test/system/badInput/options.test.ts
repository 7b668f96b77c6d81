import { mkdirSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type ClaudeActorsError, type Options, query, startSession } from '../../../src/index.js';
import { actorCli, expectAdvice, failureOf, freshPath } from './support.js';

/** What both ways to start say to it, before anything is started. */
async function refusals(given: unknown, prompt: unknown = 'Hello'): Promise<ClaudeActorsError[]> {
  const cli = actorCli();
  const options = { ...cli.options, ...(given as Options) };
  const call = { prompt: prompt as string, options };
  const errors = [await failureOf(() => query(call)), await failureOf(startSession(call))];
  expect(cli.hasStarted()).toBe(false);
  return errors;
}

describe('an option', () => {
  it.each([
    ['modle', 'sonnet', /Did you mean `model`/],
    ['workingDirectory', '/home/dev', /Did you mean `cwd`/],
    ['xyzzy', 1, /Remove it.*Pass CLI flags that have no option of their own in `extraArgs`/],
  ])(
    'that does not exist (%s) is refused in strict options, with the name that was meant',
    async (name, value, step) => {
      for (const error of await refusals({ [name]: value, strict: true })) {
        expectAdvice(error, 'InvalidOption', step);
        expect(error.message).toContain(`\`${name}\``);
        expect(error).toMatchObject({ category: 'option', details: { option: name } });
      }
    },
  );

  it.each([
    ['model', 5, /must be a string/],
    ['maxTurns', 'three', /must be a positive whole number/],
    ['cwd', ['/home/dev'], /must be a string/],
    ['env', ['A=1'], /must be an object/],
    ['mode', 'oneshot', /must be one of .*oneShot/],
    ['canUseTool', { behavior: 'allow' }, /must be a function/],
    ['stderr', 'pipe', /must be a function/],
    ['hooks', { PreToolUse: () => {} }, /Write \{ PreToolUse/],
    ['timeouts', { initialise: 5 }, /Did you mean .*initialize/],
    ['timeouts', { initialize: 'soon' }, /must be a number of milliseconds/],
    ['limits', { lineBytes: -5 }, /must be a whole number from 1/],
    ['mcpServers', { calc: 5 }, /must be an object that describes a server/],
    ['agents', { reviewer: 'be kind' }, /must be an object that describes an agent/],
    ['abortController', {}, /must be an AbortController/],
    ['logger', { info: 5 }, /Add debug, info, warn, error/],
  ])('of the wrong type (%s: %j) is refused with the right type', async (option, value, step) => {
    for (const error of await refusals({ [option]: value })) {
      expectAdvice(error, 'InvalidOption', step);
      expect(error).toMatchObject({ category: 'option', details: { option } });
    }
  });

  it('that is a fraction is refused in a session; a query counts up, as the official SDK does', async () => {
    const options = { ...actorCli().options, maxTurns: 1.5 };
    const error = (await failureOf(startSession({ options }))) as ClaudeActorsError;
    expectAdvice(error, 'InvalidOption', /must be a positive whole number/);
  });

  it('that allows everything needs a second one that says so, unless it is a query', async () => {
    const cli = actorCli();
    const options = { ...cli.options, permissionMode: 'bypassPermissions' as const };
    const error = await failureOf(startSession({ options }));
    expectAdvice(error as ClaudeActorsError, 'InvalidOption', /allowDangerouslySkipPermissions/);
    const settings = { permissions: { defaultMode: 'bypassPermissions' as const } };
    for (const refusal of await refusals({ settings })) {
      expectAdvice(refusal, 'InvalidOption', /allowDangerouslySkipPermissions/);
    }
  });

  it.each([5, 'sonnet', ['model'], null])('list that is %j is refused', async (given) => {
    const options = given as unknown as Options;
    const errors = [await failureOf(startSession({ options }))];
    // The official query() takes null for none.
    if (given !== null) errors.push(await failureOf(() => query('Hello', options)));
    for (const error of errors) expectAdvice(error, 'InvalidOption', /Pass \{\} for none/);
  });
});

describe('a prompt', () => {
  it.each([
    ['', /Pass the text/],
    [' \n\t', /Pass the text/],
    [undefined, /Pass a string/],
    [null, /Pass a string/],
    [5, /Pass a string/],
    [['Hello'], /Pass a string/],
  ])('that is %j is refused before anything is started', async (prompt, step) => {
    const cli = actorCli();
    const call = { prompt: prompt as string, options: { ...cli.options, strict: true } };
    expectAdvice(await failureOf(() => query(call)), 'InvalidPrompt', step);
    if (prompt !== undefined) {
      expectAdvice(await failureOf(startSession(call)), 'InvalidPrompt', step);
    }
    expect(cli.hasStarted()).toBe(false);
  });

  it('that is missing altogether is refused', async () => {
    const call = undefined as unknown as string;
    expectAdvice(await failureOf(() => query(call)), 'InvalidPrompt', /Pass a string/);
    const empty = {} as { prompt: string };
    expectAdvice(await failureOf(() => query(empty)), 'InvalidPrompt', /Pass a string/);
  });
});

describe('a config file', () => {
  const write = (text: string) => {
    const path = freshPath('config.json');
    writeFileSync(path, text);
    return path;
  };

  it('that is missing is reported', async () => {
    const configFile = freshPath('missing.json');
    for (const error of await refusals({ configFile })) {
      expectAdvice(error, 'ConfigFileError', /Correct the path in `configFile`/);
      expect(error.message).toContain(configFile);
    }
  });

  it('that is a directory is reported', async () => {
    const configFile = freshPath('directory');
    mkdirSync(configFile);
    for (const error of await refusals({ configFile })) {
      expectAdvice(error, 'ConfigFileError', /Correct the path in `configFile`/);
    }
  });

  it.each([
    ['{\n  "model": sonnet\n}', /Correct it/],
    ['', /Correct it/],
    ['["model"]', /must (?:be|hold) .*JSON object/],
    ['{"modle": "sonnet"}', /Did you mean `model`/],
    ['{"model": 5}', /Correct the file/],
    ['{"canUseTool": true}', /Remove it/],
  ])('that contains %j is reported', async (text, step) => {
    for (const error of await refusals({ configFile: write(text) })) {
      expectAdvice(error, 'ConfigFileError', step);
    }
  });
});

describe('a variable of the environment', () => {
  const names = ['CLAUDE_MAX_TURNS', 'CLAUDE_STRICT_EXIT_STATUS', 'CLAUDE_ACTORS_CONFIG'];
  const kept = names.map((name) => [name, process.env[name]] as const);
  afterEach(() => {
    for (const [name, value] of kept) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });

  it.each([
    ['CLAUDE_MAX_TURNS', 'many', 'InvalidOption'],
    ['CLAUDE_MAX_TURNS', '0x10', 'InvalidOption'],
    ['CLAUDE_STRICT_EXIT_STATUS', 'perhaps', 'InvalidOption'],
    ['CLAUDE_ACTORS_CONFIG', '/home/dev/no-such-config.json', 'ConfigFileError'],
  ])('with a bad value (%s=%s) is named', async (name, value, code) => {
    process.env[name] = value;
    for (const error of await refusals({})) {
      expectAdvice(error, code, new RegExp(`Correct ${name}`));
    }
  });
});
