import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { runCommandLine } from '../../src/cli/commandLine.js';
import { commands } from '../../src/cli/commands.js';
import { memoryHost } from './support/memoryHost.js';

async function call(...args: string[]) {
  const host = memoryHost();
  const code = await runCommandLine(args, host);
  return { code, out: host.out(), err: host.err() };
}

describe('the command line', () => {
  it.each(['--help', '-h'])('lists the commands for %s', async (flag) => {
    const { code, out, err } = await call(flag);
    expect([code, err]).toEqual([0, '']);
    for (const { name } of commands) expect(out).toMatch(new RegExp(`^  ${name} `, 'm'));
  });

  it('shows the help on stderr, as wrong usage, without arguments', async () => {
    const { code, out, err } = await call();
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('Usage: claude-actors <command>');
  });

  it.each(['--version', '-v'])('prints the version of the package for %s', async (flag) => {
    const manifest = new URL('../../package.json', import.meta.url);
    const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
    expect(await call(flag)).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });

  it.each(commands.map(({ name }) => name))('has help for %s', async (name) => {
    const { code, out } = await call(name, '--help');
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^Usage: claude-actors ${name} \\[options\\]`));
    expect(out).toContain('-h, --help');
  });

  it('suggests the nearest command for an unknown one', async () => {
    const { code, out, err } = await call('docter');
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('Unknown command "docter". Did you mean `doctor`?');
    expect(err).toContain('Run `claude-actors --help` for usage.');
  });

  it('suggests the nearest option, and the help of the command', async () => {
    const { code, err } = await call('run', '--modle', 'x', 'hi');
    expect(code).toBe(2);
    expect(err).toContain('Did you mean `--model`?');
    expect(err).toContain('Run `claude-actors run --help` for usage.');
    expect((await call('--versoin')).err).toContain('Did you mean `--version`?');
  });

  it.each([
    [['run', 'fix', 'the', 'bug'], /Put the whole prompt in quotes/],
    [['run', '--simulate=tolls', 'x'], /Did you mean `tools`\?/],
    [['run', '--simulate=./missing.json', 'x'], /Could not read a scenario from .*missing\.json/],
    [['run', '--simulate=./missing.mjs', 'x'], /Could not read a scenario from .*missing\.mjs/],
    [['run', '--simulate', '--cli', 'claude', 'x'], /--cli and --simulate/],
    [['run'], /stdin is empty/],
    [['run', ''], /InvalidPrompt/],
    [['run', '--permission-mode', 'bypassPermissions', 'x'], /--permission-mode: /],
    [['run', '--config', './missing.json', 'x'], /ConfigFileError/],
    [['doctor', 'now'], /Remove "now"/],
    [['diagram', 'sesion'], /Did you mean `session`\?/],
    [['diagram', 'session', 'query'], /Remove "query"/],
    [['diagram', '--page'], /needs the name of a machine/],
    [['replay'], /No recording/],
    [['demo', 'now'], /Remove "now"/],
    [['replay', 'a', 'b'], /Remove "b"/],
    [['replay', './missing.ndjson'], /missing\.ndjson cannot be read \(ENOENT\)/],
  ])('exits with 2 for %j', async (args, message) => {
    const { code, out, err } = await call(...args);
    expect(err).toMatch(message);
    expect([code, out]).toEqual([2, '']);
  });

  it('asks for a prompt if stdin is a terminal', async () => {
    const host = memoryHost({ stdin: { isTTY: true } });
    expect(await runCommandLine(['run'], host)).toBe(2);
    expect(host.err()).toContain('No prompt. Pass one as an argument, or pipe one in.');
  });
});
