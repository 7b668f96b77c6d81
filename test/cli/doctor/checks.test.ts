import { describe, expect, it } from '@jest/globals';
import { formatCheck, formatVerdict } from '../../../src/cli/doctor/check.js';
import { credentialCheck, credentialLocations } from '../../../src/cli/doctor/credentialCheck.js';
import { nodeCheck, platformCheck } from '../../../src/cli/doctor/runChecks.js';
import { memoryHost } from '../support/memoryHost.js';

describe('the check of Node', () => {
  it('accepts 20.19 and later', () => {
    expect(nodeCheck('20.19.0')).toMatchObject({ status: 'ok' });
    expect(nodeCheck('24.1.0')).toMatchObject({ status: 'ok' });
    expect(nodeCheck('20.18.3')).toMatchObject({
      status: 'fail',
      advice: expect.stringContaining('Install'),
    });
  });

  it('warns about an untested platform', () => {
    expect(platformCheck('win32', 'arm64')).toMatchObject({ status: 'ok' });
    expect(platformCheck('sunos', 'x64')).toMatchObject({ status: 'warn' });
  });
});

describe('the check of credentials', () => {
  const nothing = () => false;

  it('reports where they are, never what they are', () => {
    const env = { ANTHROPIC_API_KEY: 'sk-ant-1', ANTHROPIC_AUTH_TOKEN: '', OTHER: 'x' };
    expect(credentialLocations(env, '/home/dev', nothing)).toEqual(['ANTHROPIC_API_KEY']);
    const places = credentialLocations({}, '/home/dev', (path) => path.includes('.claude'));
    expect(places.map((place) => place.replaceAll('\\', '/'))).toEqual([
      '/home/dev/.claude/.credentials.json',
    ]);
    const moved = credentialLocations({ CLAUDE_CONFIG_DIR: '/etc/x' }, '/home/dev', () => true);
    expect(moved.map((place) => place.replaceAll('\\', '/'))).toEqual(['/etc/x/.credentials.json']);
  });

  it.each([
    [{ tokenSource: 'none', apiKeySource: 'ANTHROPIC_API_KEY' }, 'ANTHROPIC_API_KEY'],
    [{ tokenSource: 'claude.ai', apiKeySource: 'none' }, 'claude.ai'],
    [{ tokenSource: 'none', apiProvider: 'bedrock' as const }, 'bedrock'],
    [{ email: 'dev@example.com' }, 'an account'],
  ])('believes the CLI, which says %j', (account, used) => {
    expect(credentialCheck(account, [])).toMatchObject({
      status: 'ok',
      message: `the CLI uses ${used}`,
    });
  });

  it('fails if the CLI has none, whatever the environment has', () => {
    const account = { tokenSource: 'none', apiProvider: 'firstParty' as const };
    expect(credentialCheck(account, ['ANTHROPIC_API_KEY'])).toMatchObject({
      status: 'fail',
      advice: expect.stringContaining('/login'),
    });
  });

  it('only warns if the CLI could not be asked', () => {
    expect(credentialCheck(undefined, [])).toMatchObject({ status: 'warn' });
    expect(credentialCheck(undefined, ['ANTHROPIC_API_KEY'])).toMatchObject({ status: 'ok' });
  });
});

describe('the lines of a check', () => {
  const check = {
    name: 'CLI',
    status: 'warn',
    message: 'one\ntwo\u001b[2J',
    lines: ['  a: missing'],
    advice: 'Do it.',
  } as const;

  it('have the status, the details and what to do', () => {
    const host = memoryHost();
    host.stdout.write(formatCheck(check, host));
    expect(host.out()).toBe('warn  CLI: one\n      two[2J\n        a: missing\n      → Do it.\n');
  });

  it('are coloured on a terminal', () => {
    const host = memoryHost({ terminal: true });
    host.stdout.write(formatCheck(check, host));
    expect(host.out()).toContain('\u001b[33mwarn');
  });

  it('end with a verdict', () => {
    const say = (...statuses: ('ok' | 'warn' | 'fail')[]) =>
      formatVerdict(
        statuses.map((status) => ({ name: '', status, message: '' })),
        memoryHost(),
      );
    expect(say('ok', 'ok')).toBe('All checks passed.');
    expect(say('ok', 'warn')).toBe('All checks passed, with 1 warning.');
    expect(say('warn', 'fail')).toBe('1 of 2 checks failed.');
  });
});
