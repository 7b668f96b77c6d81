import { describe, expect, it } from '@jest/globals';
import { readInstalledVersion } from '../../../src/ffi/version/installedVersion.js';
import { type FakeFile, fakeFiles } from '../../support/fakeFiles.js';

describe('readInstalledVersion', () => {
  const manifest = (name: string, version: unknown): FakeFile => ({
    text: JSON.stringify({ name, version }),
  });
  const read = (path: string, disk: Record<string, FakeFile> = {}) =>
    readInstalledVersion(path, fakeFiles(disk), 'linux');

  it('takes it from the manifest of the package, up to three directories above', () => {
    const disk = {
      '/m/claude-code/package.json': manifest('@anthropic-ai/claude-code', '2.1.9-rc.1'),
    };
    const known = { version: '2.1.9', how: 'package' };
    expect(read('/m/claude-code/cli.js', disk)).toEqual(known);
    expect(read('/m/claude-code/bin/claude.exe', disk)).toEqual(known);
    expect(read('/m/claude-code/a/b/claude', disk)).toEqual(known);
    expect(read('/m/claude-code/a/b/c/claude', disk)).toBeUndefined();
  });

  it('takes it from the package of one platform', () => {
    const disk = { '/m/p/package.json': manifest('@anthropic-ai/claude-code-linux-x64', '2.1.9') };
    expect(read('/m/p/claude', disk)?.version).toBe('2.1.9');
  });

  it.each([
    ['another package', manifest('my-app', '3.2.1')],
    ['a package of a similar name', manifest('@anthropic-ai/claude-codex', '3.2.1')],
    ['a version that is no text', manifest('@anthropic-ai/claude-code', 3)],
    ['a broken manifest', { text: '{' } as FakeFile],
    ['a manifest of null', { text: 'null' } as FakeFile],
  ])('takes none from %s', (_, file) => {
    expect(read('/m/p/bin/claude', { '/m/p/package.json': file })).toBeUndefined();
  });

  it('does not look past the package that the program belongs to', () => {
    const disk = {
      '/m/claude-code/package.json': manifest('@anthropic-ai/claude-code', '2.1.9'),
      '/m/claude-code/tool/package.json': manifest('tool', '1.1.1'),
    };
    expect(read('/m/claude-code/tool/claude', disk)).toBeUndefined();
  });

  it.each([
    ['/home/dev/.local/share/claude/versions/2.1.325', '2.1.325'],
    ['/home/dev/.local/share/claude/versions/2.1.325-beta.1', '2.1.325'],
    ['/opt/bin/claude-code-2.1.3', '2.1.3'],
    ['/opt/bin/claude-2.1.3', '2.1.3'],
    ['C:\\cli\\claude-2.1.3.exe', '2.1.3'],
  ])('takes it from the path %s', (path, version) => {
    expect(read(path)).toEqual({ version, how: 'path' });
  });

  it.each([
    '/home/me/1.2.3',
    '/home/me/1.2.3/proj',
    '/home/me/1.2.3/claude',
    '/home/me/versions/1.2.3/bin/claude',
    '/opt/claude-0.1.0/claude',
    '/opt/claude-code-2.1.3/claude',
    '/opt/claude-2.1.3/bin/claude',
    '/opt/versions/2.1.3.4',
    '/opt/not-claude-2.1.3/x',
    '/usr/bin/claude',
    'claude',
  ])('reads none into the path %s', (path) => {
    expect(read(path)).toBeUndefined();
  });
});
