import { describe, expect, it } from '@jest/globals';
import { flagNames, optionNames } from '../../../src/options/table/optionTable.js';
import { type CliFlags, readArgv } from '../../../src/testing/cli/readArgv.js';

const print = ['-p', '--output-format', 'stream-json', '--verbose'];

function flagsOf(...args: string[]): CliFlags {
  const reading = readArgv([...print, ...args]);
  if (reading.kind !== 'run') throw new Error(JSON.stringify(reading));
  return reading.flags;
}

describe('the arguments of the simulated CLI', () => {
  const flags = [...new Set(optionNames.flatMap(flagNames))];

  it.each(flags)('has every flag that an option stands for: --%s', (flag) => {
    expect(readArgv([...print, `--${flag}=1`, '--', 'go'])).toMatchObject({ kind: 'run' });
  });

  it('refuses an unknown flag, as the CLI does', () => {
    const message = "error: unknown option '--no-such-flag'";
    expect(readArgv([...print, '--no-such-flag', '--', 'go'])).toEqual({ kind: 'error', message });
  });

  it('asks for --verbose', () => {
    const args = ['--print', '--output-format', 'stream-json', '--', 'go'];
    expect(readArgv(args)).toMatchObject({ message: expect.stringContaining('--verbose') });
  });

  it('may lack a prompt, which then comes on stdin', () => {
    expect(readArgv(print)).toMatchObject({ kind: 'run', flags: { prompt: '' } });
  });

  it('reads everything after -- as the prompt', () => {
    expect(flagsOf('--', '--model', 'x').prompt).toBe('--model x');
  });

  it('takes a bound value as it is, even with a dash', () => {
    expect(flagsOf('--resume=--model', '--', 'go')).toMatchObject({ resume: '--model' });
  });

  it('reads an unbound value with a dash as a flag of its own', () => {
    expect(flagsOf('--resume', '--verbose', '--', 'go').resume).toBe('');
  });

  it.each([
    [
      ['--allowedTools', 'Read', 'Bash(git log:*)'],
      ['Read', 'Bash(git log:*)'],
    ],
    [
      ['--allowed-tools', 'Read,Bash(a, b)'],
      ['Read', 'Bash(a, b)'],
    ],
    [['--allowedTools=Read Edit'], ['Read', 'Edit']],
    [
      ['--allowedTools', 'Read', '--allowedTools', 'Edit'],
      ['Read', 'Edit'],
    ],
  ])('reads a list of tools: %j', (args, tools) => {
    expect(flagsOf(...args, '--', 'go').allowedTools).toEqual(tools);
  });

  it('finds the MCP servers in the host, and those that are processes', () => {
    const given = {
      calc: { type: 'sdk', name: 'calc' },
      db: { command: 'db', args: ['-v'] },
      web: { type: 'http', url: 'http://localhost' },
    };
    const config = JSON.stringify({ mcpServers: given });
    const { mcpServers } = flagsOf('--mcp-config', config, '--', 'go');
    expect(mcpServers).toEqual({
      calc: { type: 'sdk' },
      db: { type: 'stdio', command: 'db', args: ['-v'] },
    });
  });

  it('answers --version whatever else is given', () => {
    expect(readArgv([...print, '-v'])).toEqual({ kind: 'version' });
  });
});
