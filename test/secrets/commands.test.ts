import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { runCommandLine } from '../../src/cli/commandLine.js';
import { runQuery } from '../../src/cli/run/runQuery.js';
import { memoryHost } from '../cli/support/memoryHost.js';
import { talkingCli, turnFrames } from '../support/talkingCli.js';
import { secret } from './watchedRun.js';

/** A CLI that gives the secret away wherever `doctor` looks. */
const script = `
import { createInterface } from 'node:readline';
const secret = process.env.FOO_TOKEN;
if (process.argv.includes('--version')) console.log('2.1.325 (Claude Code)');
else createInterface({ input: process.stdin }).on('line', (line) => {
  const { request_id } = JSON.parse(line);
  const response = { commands: [], models: [], account: { apiKeySource: secret } };
  console.log(secret);
  console.log(JSON.stringify({
    type: 'control_response',
    response: { subtype: 'success', request_id, response },
  }));
});
`;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'claude-actors-secrets-'));
  process.env.FOO_TOKEN = secret;
});
afterEach(() => {
  delete process.env.FOO_TOKEN;
  rmSync(folder, { recursive: true, force: true });
});

describe('a secret of the environment', () => {
  it.each([[], ['--json']])('is not printed by doctor %s', async (...flags) => {
    const cli = join(folder, 'claude.mjs');
    writeFileSync(cli, script);
    const host = memoryHost({ env: { FOO_TOKEN: secret } });
    await runCommandLine(['doctor', '--cli', cli, ...flags], host);
    expect(host.out()).toContain('the CLI uses [hidden]');
    expect(host.out() + host.err()).not.toContain(secret);
  });

  it('is in no note of run --verbose, even if stderr is cut in the middle of it', async () => {
    const host = memoryHost();
    const port = talkingCli({
      onMessage(say, { uuid }, process) {
        process.stderr(`bad key: ${secret}\n`);
        process.stderr(`and again: ${secret.slice(0, 10)}`);
        process.stderr(`${secret.slice(10)}\n`);
        process.stdout(`${secret}\n`);
        for (const frame of turnFrames(uuid, `It is ${secret}.`)) say(frame);
      },
    });
    await runQuery('Go', { mode: 'session', port }, { verbose: true }, host);
    expect(host.err()).toContain('stderr: bad key: [hidden]');
    for (const part of [secret, secret.slice(0, 10), secret.slice(10)]) {
      expect(host.err()).not.toContain(part);
    }
    expect(host.out()).toBe(`It is ${secret}.\n`);
  });
});
