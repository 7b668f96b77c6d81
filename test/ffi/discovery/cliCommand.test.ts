import { describe, expect, it } from '@jest/globals';
import { commandElsewhere, commandFor } from '../../../src/ffi/discovery/cliCommand.js';
import type { DiscoveryHost } from '../../../src/ffi/discovery/discoveryHost.js';
import { binary, linux, windows } from '../../support/discoveryHosts.js';

describe('commandFor', () => {
  it('runs a program directly, with the arguments of a runtime', () => {
    const options = { executable: 'bun', executableArgs: ['--smol'] };
    expect(commandFor('/opt/claude', options)).toEqual({
      file: '/opt/claude',
      prefixArgs: ['--smol'],
    });
    expect(commandFor('C:\\bin\\claude.exe')).toEqual({
      file: 'C:\\bin\\claude.exe',
      prefixArgs: [],
    });
  });

  it.each(['cli.js', 'cli.mjs', 'cli.cjs', 'CLI.JS', 'cli.ts', 'cli.tsx', 'cli.jsx'])(
    'runs %s with Node',
    (name) => {
      expect(commandFor(`/opt/${name}`)).toEqual({
        file: process.execPath,
        prefixArgs: [`/opt/${name}`],
      });
    },
  );

  it('names what is started elsewhere, as the official SDK does', () => {
    expect(commandElsewhere('/opt/claude', { executableArgs: ['--a'] })).toEqual({
      file: '/opt/claude',
      prefixArgs: ['--a'],
    });
    const script = { file: 'node', prefixArgs: ['/opt/cli.js'] };
    expect(commandElsewhere('/opt/cli.js')).toEqual(script);
    expect(commandElsewhere('/opt/cli.js', { executable: 'bun' })).toEqual({
      ...script,
      file: 'bun',
    });
  });

  it('puts the arguments of the runtime before the script', () => {
    const options = { executable: '/opt/bun', executableArgs: ['--smol', 'run'] };
    expect(commandFor('/opt/cli.js', options)).toEqual({
      file: '/opt/bun',
      prefixArgs: ['--smol', 'run', '/opt/cli.js'],
    });
  });

  const fileOf = (executable: string, host: DiscoveryHost) =>
    commandFor('/opt/cli.js', { executable }, host).file;

  it('finds a bare runtime name in the absolute directories of PATH', () => {
    const disk = { '/home/dev/tools/bun': binary, 'tools/bun': binary, '/opt/bun/bun': binary };
    const env = { PATH: 'tools:.::/none:/opt/bun' };
    expect(fileOf('bun', linux(disk, { env }))).toBe('/opt/bun/bun');
  });

  it('skips what is not executable', () => {
    const disk = { '/a/deno': { ...binary, executable: false }, '/b/deno': binary };
    expect(fileOf('deno', linux(disk, { env: { PATH: '/a:/b' } }))).toBe('/b/deno');
  });

  it('accepts only a program on Windows, and none from the working directory', () => {
    const disk = { 'C:\\a\\bun.cmd': '', 'C:\\a\\bun': '', 'C:\\b\\bun.exe': binary };
    const host = windows(disk, { env: { Path: '.;C:\\a;C:\\b' } });
    expect(fileOf('bun', host)).toBe('C:\\b\\bun.exe');
    expect(fileOf('bun.exe', host)).toBe('C:\\b\\bun.exe');
    expect(fileOf('C:\\c\\bun', host)).toBe('C:\\c\\bun.exe');
  });

  it('resolves a relative path of a runtime against our working directory, not the CLI’s', () => {
    expect(fileOf('./tools/bun', linux({}, { cwd: '/home/dev' }))).toBe('/home/dev/tools/bun');
  });

  it.each(['bun', 'deno', 'node'])('says what to do if there is no %s', (executable) => {
    const host = linux({}, { env: { PATH: 'relative' } });
    const start = () => fileOf(executable, host);
    expect(start).toThrow(/PATH.*`executable`/);
    expect(start).toThrow(
      expect.objectContaining({ code: 'CliNotFound', details: expect.anything() }),
    );
  });
});
