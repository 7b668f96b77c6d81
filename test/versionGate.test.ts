import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createActor, waitFor } from 'xstate';
import {
  ClaudeSDKClient,
  collectItems,
  type Options,
  query,
  queryInput,
  queryMachine,
  startSession,
} from '../src/index.js';
import { smallEnv } from './support/startCli.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'claude-actors-gate-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const marker = () => join(folder, 'started');
const probed = () => join(folder, 'probed');

const resultLine = JSON.stringify({
  type: 'result',
  subtype: 'success',
  is_error: false,
  result: 'done',
});

/** A CLI that takes its time to say its version, and leaves a file once it is started for real. */
function cli(version: string, act = `echo '${resultLine}'`): Options {
  const path = join(folder, 'claude');
  const script = `#!/bin/sh
if [ "$1" = --version ]; then touch '${probed()}'; sleep 0.1; echo '${version}'; exit 0; fi
touch '${marker()}'
${act}
`;
  writeFileSync(path, script);
  chmodSync(path, 0o755);
  return { pathToClaudeCodeExecutable: path, envMode: 'replace', env: smallEnv, mode: 'oneShot' };
}

describe('a CLI of the wrong version', () => {
  it.each([
    ['1.0.60 (Claude Code)', 'UnsupportedCliVersion'],
    ['who knows', 'UnknownVersion'],
  ])('that says %j gets no prompt, on every run', async (version, code) => {
    const options = cli(version);
    for (let run = 0; run < 5; run++) {
      const { items, terminalError } = await collectItems(query('Say hello', options));
      expect(terminalError).toMatchObject({ code });
      expect(items.filter(({ kind }) => kind !== 'error')).toEqual([]);
      expect(existsSync(marker())).toBe(false);
    }
  });

  it('is not started for a session', async () => {
    const { mode: _, ...options } = cli('1.9.0 (Claude Code)');
    await expect(startSession({ prompt: 'Say hello', options })).rejects.toMatchObject({
      code: 'UnsupportedCliVersion',
    });
    const asSession = query('Say hello', { ...options, mode: 'session' });
    await expect(asSession.next()).rejects.toMatchObject({ code: 'UnsupportedCliVersion' });
    expect(existsSync(marker())).toBe(false);
  });
});

it('no error follows the result of a CLI whose version is accepted with a warning', async () => {
  const options = { ...cli('who knows'), permissiveVersionCheck: true };
  const { items, warnings, terminalError } = await collectItems(query('Say hello', options));
  expect(terminalError).toBeUndefined();
  expect(items.map(({ kind }) => kind)).toEqual(['warning', 'message']);
  expect(warnings.map(({ code }) => code)).toEqual(['UnparseableCliVersion']);
});

describe('a signal that is aborted already', () => {
  const aborted = { signal: AbortSignal.abort() };
  const starts: [string, (options: Options) => Promise<unknown>][] = [
    ['query, one-shot', async (options) => query('x', { ...options, mode: 'oneShot' }).next()],
    ['query, session', async (options) => query('x', { ...options, mode: 'session' }).next()],
    ['startSession', (options) => startSession({ prompt: 'x', options })],
    ['ClaudeSDKClient', (options) => new ClaudeSDKClient(options).connect('x')],
  ];

  it.each(starts)('starts nothing: %s', async (_, start) => {
    const { mode: __, ...options } = cli('2.1.325 (Claude Code)');
    await expect(start({ ...options, ...aborted })).rejects.toMatchObject({ code: 'Aborted' });
    expect([existsSync(marker()), existsSync(probed())]).toEqual([false, false]);
  });

  it('starts nothing: queryMachine', async () => {
    const actor = createActor(queryMachine, {
      input: queryInput('x', { ...cli('2.1.325 (Claude Code)'), ...aborted }),
    }).start();
    await waitFor(actor, ({ status }) => status === 'done');
    expect([existsSync(marker()), existsSync(probed())]).toEqual([false, false]);
  });
});

describe('the prompt of a one-shot query', () => {
  it('may be longer than the CLI reads: its own error is told', async () => {
    const options = cli('2.1.325 (Claude Code)', "echo 'out of coffee' >&2; exit 3");
    const prompt = 'x'.repeat(5_000_000);
    await expect(query(prompt, options).next()).rejects.toMatchObject({
      code: 'ProcessError',
      details: { exitCode: 3, stderrTail: 'out of coffee\n' },
    });
  });
});
