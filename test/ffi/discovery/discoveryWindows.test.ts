import { describe, expect, it } from '@jest/globals';
import { discoverCli } from '../../../src/ffi/discovery/discoverCli.js';
import { binary, cliPackage, failure, outcomes, windows } from '../../support/discoveryHosts.js';

describe('discoverCli on Windows', () => {
  const npm = 'C:\\Users\\dev\\AppData\\npm';

  it.each([
    'C:\\Program Files\\tools\\claude.exe',
    'C:\\Users\\dev\\.local\\bin\\claude.exe',
    'C:\\Users\\dev\\.claude\\local\\claude.exe',
    'C:\\Users\\dev\\.npm-global\\bin\\claude.exe',
    'C:\\Users\\dev\\.npm-global\\claude.exe',
    'C:\\node\\claude.exe',
    'C:\\Users\\dev\\.yarn\\bin\\claude.exe',
    `${npm}\\claude.exe`,
  ])('finds %s', (path) => {
    expect(discoverCli(undefined, windows({ [path]: binary })).found.path).toBe(path);
  });

  it('looks only where a path means the same from every directory, and once', () => {
    const env = { PATH: 'C:\\x;c:\\X\\;\\tools;C:tools;.;\\\\server\\tools' };
    const paths = outcomes(failure(undefined, windows({}, { env })))?.map(([path]) => path) ?? [];
    expect(paths.slice(2, 5)).toEqual([
      'C:\\x\\claude.exe',
      '\\\\server\\tools\\claude.exe',
      'C:\\Users\\dev\\.local\\bin\\claude.exe',
    ]);
  });

  it('takes a program rather than a script, even one that comes later', () => {
    const disk = {
      'C:\\Windows\\claude.cmd': '',
      'C:\\Windows\\claude': '',
      'C:\\Users\\dev\\.local\\bin\\claude.exe': binary,
    };
    const { found, trace } = discoverCli(undefined, windows(disk));
    expect(found.path).toBe('C:\\Users\\dev\\.local\\bin\\claude.exe');
    expect(trace).toContainEqual({
      source: 'PATH',
      path: 'C:\\Windows\\claude.cmd',
      outcome: 'unsafeScript',
    });
  });

  it('finds the program behind the script that npm installs', () => {
    const at = `${npm}\\node_modules\\@anthropic-ai\\claude-code`;
    const disk = { [`${npm}\\claude.cmd`]: '', ...cliPackage(at, binary, '\\') };
    expect(discoverCli(undefined, windows(disk)).found.path).toBe(`${at}\\bin\\claude.exe`);

    const local = 'C:\\app\\node_modules\\@anthropic-ai\\claude-code';
    const host = windows(
      { 'C:\\app\\node_modules\\.bin\\claude.cmd': '', ...cliPackage(local, binary, '\\') },
      { env: { PATH: 'C:\\app\\node_modules\\.bin' }, libraryDirectory: 'D:\\lib' },
    );
    expect(discoverCli(undefined, host).found.path).toBe(`${local}\\bin\\claude.exe`);
  });

  it.each(['cmd', 'bat'])('refuses a .%s script, found or named', (extension) => {
    const path = `C:\\Windows\\claude.${extension}`;
    const found = failure(undefined, windows({ [path]: '' }));
    expect(found).toMatchObject({ code: 'UnsafeCliScript', details: { cliPath: path } });
    expect(found.message).toContain('cmd.exe');
    expect(failure(path, windows({ [path]: '' })).code).toBe('UnsafeCliScript');
    expect(failure(`claude.${extension}`, windows({ [path]: '' })).code).toBe('UnsafeCliScript');
  });

  it.each(['claude', 'claude.ps1', 'claude.cmd. .'])(
    'refuses %s, beside which Windows could find a script',
    (name) => {
      const path = `C:\\npm\\${name}`;
      const host = windows({ [path]: '#!/bin/sh\n', 'C:\\npm\\claude.cmd': '' });
      expect(failure(path, host)).toMatchObject({
        code: 'UnsafeCliScript',
        details: { cliPath: path },
      });
    },
  );

  it.each(['claude.COM', 'cli.js'])('takes %s, which needs no cmd.exe', (name) => {
    const path = `C:\\x\\${name}`;
    expect(discoverCli(path, windows({ [path]: binary })).found.path).toBe(path);
  });

  it('completes a name without an extension', () => {
    const host = windows({ 'C:\\x\\claude.exe': binary, 'C:\\Windows\\claude.exe': binary });
    expect(discoverCli('C:\\x\\claude', host).found.path).toBe('C:\\x\\claude.exe');
    expect(discoverCli('claude', host).found.path).toBe('C:\\Windows\\claude.exe');
  });
});
