import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import {
  type ClaudeActorsError,
  collectItems,
  type Options,
  query,
  startSession,
} from '../../../src/index.js';
import { elf } from '../../support/binaries.js';
import { smallEnv } from '../../support/startCli.js';
import { actorCli, expectAdvice, failureOf, freshPath, type Play, within } from './support.js';

/** What a query throws and what a session rejects with. */
async function failures(options: Options): Promise<ClaudeActorsError[]> {
  const asked = query('Hello', { ...options, mode: 'oneShot' });
  const errors = [await failureOf(asked.next()), await failureOf(startSession({ options }))];
  await within('close()', asked.close());
  expect(await within('the end', asked.next())).toMatchObject({ done: true });
  return errors;
}

const program = (name: string, content: string | Uint8Array, mode = 0o755) => {
  const path = freshPath(name);
  writeFileSync(path, content);
  chmodSync(path, mode);
  return path;
};
const at = (pathToClaudeCodeExecutable: string): Options => ({
  pathToClaudeCodeExecutable,
  env: smallEnv,
  envMode: 'replace',
  skipVersionCheck: true,
});

describe('a working directory', () => {
  it('that is missing is reported as such', async () => {
    const cli = actorCli();
    const cwd = freshPath('missing');
    for (const error of await failures({ ...cli.options, cwd })) {
      expectAdvice(error, 'InvalidWorkingDirectory', /Set `cwd` to an existing directory/);
      expect(error).toMatchObject({ category: 'option', details: { cwd } });
    }
    expect(cli.hasStarted()).toBe(false);
  });

  it('that is a file is reported as such', async () => {
    const cli = actorCli();
    const cwd = program('file', '');
    for (const error of await failures({ ...cli.options, cwd })) {
      expectAdvice(error, 'InvalidWorkingDirectory', /Set `cwd` to an existing directory/);
    }
  });
});

describe('a CLI', () => {
  it('that is missing is reported with the places searched and how to install it', async () => {
    const path = freshPath('claude');
    for (const error of await failures(at(path))) {
      expectAdvice(error, 'CliNotFound', /Install .*npm install -g @anthropic-ai\/claude-code/);
      const source = 'pathToClaudeCodeExecutable';
      expect(error).toMatchObject({
        category: 'start',
        details: { cliPath: path, trace: [{ source, path, outcome: 'missing' }] },
      });
      expect(error.message).toContain(`${path} (${source}): missing`);
    }
  });

  it('that a variable names, and that is missing, is reported with the variable', async () => {
    const kept = process.env.CLAUDE_CLI_PATH;
    process.env.CLAUDE_CLI_PATH = freshPath('claude');
    try {
      const { pathToClaudeCodeExecutable: _, ...options } = at('');
      for (const error of await failures(options)) {
        expectAdvice(error, 'CliNotFound', /Install .*npm install -g @anthropic-ai\/claude-code/);
        const path = process.env.CLAUDE_CLI_PATH;
        expect(error.details.trace).toEqual([
          { source: 'CLAUDE_CLI_PATH', path, outcome: 'missing' },
        ]);
      }
    } finally {
      if (kept === undefined) delete process.env.CLAUDE_CLI_PATH;
      else process.env.CLAUDE_CLI_PATH = kept;
    }
  });

  it('whose path is empty is reported in a session', async () => {
    // The official query() looks for a CLI then.
    const error = (await failureOf(startSession({ options: at('') }))) as ClaudeActorsError;
    expectAdvice(error, 'InvalidOption', /Set it to the path of the CLI/);
  });

  it('that is not executable is reported with the command that fixes it', async () => {
    const path = program('claude', '#!/bin/sh\n', 0o644);
    for (const error of await failures(at(path))) {
      expectAdvice(error, 'CliNotExecutable', new RegExp(`Run: chmod \\+x ${path}`));
      expect(error.details.trace).toMatchObject([{ path, outcome: 'notExecutable' }]);
    }
  });

  it('that is a directory is reported', async () => {
    const path = freshPath('claude');
    mkdirSync(path);
    for (const error of await failures(at(path))) {
      expectAdvice(error, 'CliNotExecutable', /Set the path of the CLI executable itself/);
    }
  });

  it('that is a broken link is reported', async () => {
    const path = freshPath('claude');
    symlinkSync(freshPath('gone'), path);
    for (const error of await failures(at(path))) {
      expectAdvice(error, 'CliBrokenLink', /Reinstall the CLI .*npm install/);
      expect(error.details.trace).toMatchObject([{ path, outcome: 'brokenLink' }]);
    }
  });

  it('for another processor is reported', async () => {
    const path = program('claude', elf({ machine: process.arch === 'arm64' ? 62 : 183 }));
    for (const error of await failures(at(path))) {
      expectAdvice(error, 'CliWrongArchitecture', /Reinstall the CLI on this machine/);
    }
  });

  it('whose interpreter is missing is reported with its first line', async () => {
    const path = program('claude', '#!/usr/bin/no-such-interpreter\n');
    for (const error of await failures(at(path))) {
      expectAdvice(error, 'CliNotExecutable', /Install that interpreter/);
    }
  });
});

describe('a CLI whose version', () => {
  const checked = (script: string): Options => ({
    ...at(program('claude', `#!/bin/sh\n${script}\n`)),
    skipVersionCheck: false,
    timeouts: { versionProbe: 300, shutdown: { terminate: 100, kill: 300 } },
  });

  it('is too old is refused with the command that updates it', async () => {
    const script = 'test "$1" = --version && echo 0.2.9 && exit; exec sleep 600';
    for (const error of await failures(checked(script))) {
      expectAdvice(error, 'UnsupportedCliVersion', /Update it .*claude update/);
      expect(error.details).toMatchObject({ cliVersion: '0.2.9' });
    }
  });

  it.each([
    ['cannot be read', 'echo unknown', 'UnknownVersion'],
    ['is never told', 'exec sleep 600', 'VersionDetectionFailed'],
  ])('%s ends a query', async (_, probe, code) => {
    const script = `test "$1" = --version && ${probe} && exit; exec sleep 600`;
    const asked = query('Hello', { ...checked(script), mode: 'oneShot' });
    expectAdvice(await failureOf(asked.next()), code, /permissiveVersionCheck|skipVersionCheck/);
    await within('close()', asked.close());
  });
});

describe('a CLI that exits at once', () => {
  const start = (play: Play) => {
    const cli = actorCli({ reads: false, ...play });
    return failureOf(startSession({ options: cli.options }));
  };

  it('with 0 fails the start of a session', async () => {
    const error = await start({ start: [['exit', 0]] });
    expectAdvice(error, 'ExitedDuringStart', /Log in with `claude`/);
    expect(error).toMatchObject({ category: 'start', details: { exitCode: 0 } });
  });

  it('with 1 and a complaint fails the start with that complaint', async () => {
    const complaint = 'Credit balance is too low';
    const error = await start({
      start: [
        ['complain', `${complaint}\n`],
        ['exit', 1],
      ],
    });
    expectAdvice(error, 'ExitedDuringStart', /Check that output/);
    expect(error.message).toContain(complaint);
    expect(error.details).toMatchObject({ exitCode: 1, stderrTail: `${complaint}\n` });
  });

  it('by a signal fails the start with its name', async () => {
    const error = await start({ start: [['raise', 'SIGKILL']] });
    expectAdvice(error, 'ExitedDuringStart', /Look for who sent the signal/);
    expect(error.message).toContain('SIGKILL');
    expect(error.details).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
  });

  it('because of an unknown flag says that it needs an update', async () => {
    const error = await start({
      start: [
        ['complain', "error: unknown option '--new'\n"],
        ['exit', 1],
      ],
    });
    expectAdvice(error, 'UnsupportedCliVersion', /Update it with `claude update`/);
    expect(error.message).toContain('--new');
  });

  it.each([126, 127])('with %d says to check its path', async (code) => {
    const error = await start({ start: [['exit', code]] });
    expectAdvice(
      error,
      'ExitedDuringStart',
      /Check .*(?:permission to be executed|pathToClaudeCodeExecutable)/,
    );
  });

  it('with 0 ends a query with a warning', async () => {
    const cli = actorCli({ start: [['exit', 0]] });
    const collected = await within(
      'the query',
      collectItems(query('Hello', { mode: 'oneShot', ...cli.options })),
    );
    expect(collected).toMatchObject({
      items: [{ kind: 'warning' }],
      warnings: [{ code: 'CleanExitNoResult' }],
      terminalError: undefined,
    });
    expectAdvice(collected.warnings[0], 'CleanExitNoResult', /Check its stderr/);
  });

  it('with 1 and a complaint ends a query with that complaint', async () => {
    const cli = actorCli({
      start: [
        ['complain', 'Credit balance is too low\n'],
        ['exit', 1],
      ],
    });
    const error = await failureOf(query('Hello', { mode: 'oneShot', ...cli.options }).next());
    expectAdvice(error, 'ProcessError', /Check that output/);
    expect(error.message).toContain('Credit balance is too low');
    expect(error).toMatchObject({ category: 'stream', details: { exitCode: 1 } });
  });

  it('by a signal ends a query with its name', async () => {
    const cli = actorCli({ start: [['raise', 'SIGSEGV']] });
    const error = await failureOf(query('Hello', { mode: 'oneShot', ...cli.options }).next());
    expectAdvice(error, 'ProcessError', /Look for who sent the signal/);
    expect(error.details).toMatchObject({ exitCode: null, signal: 'SIGSEGV' });
  });
});

describe('the handshake', () => {
  const timeouts = { initialize: 400, shutdown: { terminate: 100, kill: 300 } };

  it('that is never answered fails the start', async () => {
    const cli = actorCli({ initialize: [], stays: true }, { timeouts });
    const error = await failureOf(startSession({ options: cli.options }));
    expectAdvice(error, 'InitializeTimeout', /Raise `timeouts\.initialize`/);
    expect(error).toMatchObject({ details: { operation: 'initialize', limit: 400 } });
    expect(cli.isGone()).toBe(true);
  });

  // More than the pipe takes, so that it cannot be written before the CLI closes its end.
  const agents = { huge: { description: 'Any', prompt: 'x'.repeat(2_000_000) } };

  it('that cannot be written fails the start, and ends a CLI that would live on', async () => {
    const content = '#!/bin/sh\necho "no input wanted" >&2\nexec 0<&-\nexec sleep 60\n';
    const options = { ...at(program('deaf', content)), agents };
    const asked = query('Hello', options);
    const errors = [
      await within('the query', failureOf(asked.next())),
      await within('the start', failureOf(startSession({ options }))),
    ];
    for (const error of errors) {
      expectAdvice(error, 'WriteFailed', /Check that `pathToClaudeCodeExecutable`/);
      expect(error).toMatchObject({ details: { operation: 'initialize' } });
      expect(error.message).toContain('no input wanted');
    }
  });

  it('that cannot be written because the CLI is exiting fails with what it says', async () => {
    const content = '#!/bin/sh\nexec 0<&-\nsleep 1\necho "not logged in" >&2\nexit 3\n';
    const asked = query('Hello', { ...at(program('dying', content)), agents });
    const error = await within('the query', failureOf(asked.next()));
    expect(error).toMatchObject({ code: 'ExitedDuringStart', details: { exitCode: 3 } });
    expect(error.message).toContain('not logged in');
  });

  it('that is never answered ends a query that needs it', async () => {
    const cli = actorCli({ initialize: [] }, { timeouts, mode: 'session' });
    const asked = query('Hello', { mode: 'oneShot', ...cli.options });
    const initialization = failureOf(asked.initialization);
    const operation = failureOf(asked.setModel('opus'));
    expectAdvice(await failureOf(asked.next()), 'InitializeTimeout', /Raise `timeouts/);
    expectAdvice(await initialization, 'InitializeTimeout', /Raise `timeouts/);
    expectAdvice(await operation, 'InitializeTimeout', /Raise `timeouts/);
    expect(cli.isGone()).toBe(true);
  });

  it('that is refused fails the start with what the CLI says', async () => {
    const error = { subtype: 'error', request_id: '$id', error: 'agents.reviewer: no prompt' };
    const cli = actorCli({
      initialize: [['say', { type: 'control_response', response: error }]],
    });
    const failure = await failureOf(startSession({ options: cli.options }));
    expectAdvice(failure, 'InitializeRejected', /Check your hooks, agents and MCP servers/);
    expect(failure.message).toContain('agents.reviewer: no prompt');
    expect(cli.isGone()).toBe(true);
  });

  it('that is answered amid garbage and a flood on stderr succeeds', async () => {
    const cli = actorCli({
      start: [
        ['write', 'Welcome to my wrapper\n\n{"half":\n'],
        ['complain', 'noise\n', 1_000_000],
      ],
    });
    const session = await within('the start', startSession({ options: cli.options }));
    expect(session.state).toBe('running');
    expect(await within('the turn', session.send('Hello').result)).toMatchObject({
      result: 'done',
    });
    await within('end()', session.end());
  });
});
