import { describe, expect, it } from '@jest/globals';
import { commandFor } from '../../../src/ffi/discovery/commandLine.js';

describe('commandFor', () => {
  it('runs a program directly, whatever the runtime options say', () => {
    const options = { executable: 'bun', executableArgs: ['--smol'] };
    expect(commandFor('/opt/claude', options)).toEqual({ file: '/opt/claude', prefixArgs: [] });
    expect(commandFor('C:\\bin\\claude.exe')).toEqual({
      file: 'C:\\bin\\claude.exe',
      prefixArgs: [],
    });
  });

  it.each(['cli.js', 'cli.mjs', 'cli.cjs', 'CLI.JS'])('runs %s by Node', (name) => {
    expect(commandFor(`/opt/${name}`)).toEqual({
      file: process.execPath,
      prefixArgs: [`/opt/${name}`],
    });
  });

  it('puts the arguments of the runtime before the script', () => {
    const options = { executable: 'bun', executableArgs: ['--smol', 'run'] };
    expect(commandFor('/opt/cli.js', options)).toEqual({
      file: 'bun',
      prefixArgs: ['--smol', 'run', '/opt/cli.js'],
    });
  });
});
