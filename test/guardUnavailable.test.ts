import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { buildSources } from './support/buildSources.js';
import { simulatedCli } from './support/simulatedBuild.js';
import { parentFixture, smallEnv } from './support/startCli.js';

// Real processes on a busy machine take their time.
jest.setTimeout(60_000);

const build = buildSources();
const home = mkdtempSync(join(tmpdir(), 'claude-actors-home-'));
afterAll(() => {
  build.remove();
  rmSync(home, { recursive: true, force: true });
});

/** The warnings of a program that has two sessions on a system without a shell. */
async function warningsOf(more: object, withoutNode: boolean): Promise<unknown[]> {
  const options = {
    pathToClaudeCodeExecutable: simulatedCli('2.1.325').path,
    envMode: 'replace',
    env: { ...smallEnv, HOME: home },
    ...more,
  };
  const config = JSON.stringify({ module: build.url('index.js'), options });
  const args = ['--import', parentFixture('noShell.mjs'), parentFixture('warnings.mjs'), config];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { ...smallEnv, WITHOUT_NODE: withoutNode ? '1' : '0' },
  });
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

describe('on a system without a shell', () => {
  it('a program has a guard all the same, and no warning', async () => {
    expect(await warningsOf({}, false)).toEqual([]);
  });

  it('one that cannot run it with Node either is warned, once', async () => {
    const reason = `/bin/sh cannot be started; ${process.execPath} cannot be started`;
    expect(await warningsOf({}, true)).toEqual([
      { code: 'GuardUnavailable', message: expect.stringContaining(reason), context: { reason } },
    ]);
  });

  it('one that wants no guard is not warned', async () => {
    expect(await warningsOf({ guard: false }, true)).toEqual([]);
  });
});
