import { dirname } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { discoverCli } from '../../../src/ffi/discovery/discoverCli.js';
import {
  binary,
  cliPackage,
  type Disk,
  failure,
  linux,
  manifest,
  outcomes,
  packageDirectory,
} from '../../support/discoveryHosts.js';
import type { FakeFile } from '../../support/fakeFiles.js';

describe('discoverCli, the package of this library', () => {
  const placeholder: FakeFile = { text: 'echo "Error: claude native binary not installed." >&2\n' };
  const platformPackage = (key: string, version = '2.1.325', at = packageDirectory): Disk => ({
    [`${dirname(at)}/claude-code-${key}/package.json`]: manifest({
      name: `@anthropic-ai/claude-code-${key}`,
      version,
    }),
    [`${dirname(at)}/claude-code-${key}/claude`]: binary,
  });
  const stub = cliPackage(packageDirectory, placeholder);

  it('is found above its own place, with its version', () => {
    const { found } = discoverCli(undefined, linux(cliPackage(packageDirectory, binary)));
    expect(found).toMatchObject({
      path: `${packageDirectory}/bin/claude.exe`,
      source: 'package @anthropic-ai/claude-code',
      version: '2.1.325',
    });
  });

  it('is said to be missing beside this library, and not inside it', () => {
    const [first, ...others] = outcomes(failure(undefined, linux({}))) ?? [];
    expect(first).toEqual([packageDirectory, 'missing']);
    const sdk = `${dirname(packageDirectory)}/claude-agent-sdk-linux-x64`;
    expect(others).toContainEqual([sdk, 'missing']);
  });

  it('may be an old one, whose program is a script', () => {
    const disk: Disk = {
      [`${packageDirectory}/package.json`]: manifest({
        name: '@anthropic-ai/claude-code',
        version: '1.0.9',
        bin: 'cli.js',
      }),
      [`${packageDirectory}/cli.js`]: { text: '#!/usr/bin/env node\n', executable: false },
    };
    expect(discoverCli(undefined, linux(disk)).found).toMatchObject({
      path: `${packageDirectory}/cli.js`,
      version: '1.0.9',
    });
  });

  it('gives the binary of its platform package if its install script did not run', () => {
    const { found, trace } = discoverCli(
      undefined,
      linux({ ...stub, ...platformPackage('linux-x64') }),
    );
    expect(found).toMatchObject({
      path: `${dirname(packageDirectory)}/claude-code-linux-x64/claude`,
      version: '2.1.325',
    });
    expect(trace[0]).toMatchObject({ outcome: 'notExecutable' });
    expect(trace[0]?.source).toContain('install script of its package did not run');
  });

  it('is reported as a placeholder if that binary is missing, or of another version', () => {
    for (const disk of [stub, { ...stub, ...platformPackage('linux-x64', '2.0.0') }]) {
      const error = failure(undefined, linux(disk));
      expect(error).toMatchObject({
        code: 'CliNotExecutable',
        details: { cliPath: `${packageDirectory}/bin/claude.exe` },
      });
      expect(error.message).toContain('--ignore-scripts');
      expect(outcomes(error)?.[1]).toEqual(['@anthropic-ai/claude-code-linux-x64', 'missing']);
    }
  });

  it('is skipped as a placeholder if PATH has a CLI', () => {
    const { found } = discoverCli(undefined, linux({ ...stub, '/bin/claude': binary }));
    expect(found.path).toBe('/bin/claude');
  });

  it('is seen behind a link in PATH too', () => {
    const at = '/npm/lib/node_modules/@anthropic-ai/claude-code';
    const disk: Disk = {
      ...cliPackage(at, placeholder),
      ...platformPackage('linux-x64', '2.1.325', at),
      '/usr/bin/claude': { link: `${at}/bin/claude.exe` },
    };
    expect(discoverCli(undefined, linux(disk)).found.path).toBe(
      `${dirname(at)}/claude-code-linux-x64/claude`,
    );
  });

  it('does not take a short script of another package for a placeholder', () => {
    const disk: Disk = {
      '/tools/package.json': manifest({ name: 'tools', version: '1.0.0' }),
      '/tools/bin/claude': 'exec claude-next "$@"\n',
    };
    const host = linux(disk, { env: { PATH: '/tools/bin' } });
    expect(discoverCli(undefined, host).found.path).toBe('/tools/bin/claude');
  });

  it('is an error when it is named and a placeholder', () => {
    const named = `${packageDirectory}/bin/claude.exe`;
    const error = failure(named, linux({ ...stub, ...platformPackage('linux-x64') }));
    expect(error.code).toBe('CliNotExecutable');
    expect(error.message).toContain('is a placeholder');
  });

  it.each([
    ['linux', 'arm64', 'linux-arm64'],
    ['darwin', 'arm64', 'darwin-arm64'],
    ['darwin', 'x64', 'darwin-x64'],
    // An x64 Node on Apple silicon.
    ['darwin', 'x64', 'darwin-arm64'],
  ] as const)('on %s, %s takes the binary of %s', (platform, arch, key) => {
    const host = linux({ ...stub, ...platformPackage(key) }, { platform, arch });
    expect(discoverCli(undefined, host).found.path).toContain(`claude-code-${key}/claude`);
  });

  it('uses the binary for musl if Node itself is built for musl', () => {
    const node = new Uint8Array(256);
    const view = new DataView(node.buffer);
    node.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
    view.setUint16(18, 62, true);
    view.setUint8(32, 64);
    view.setUint8(54, 56);
    view.setUint8(56, 1);
    view.setUint8(64, 3);
    view.setUint8(72, 180);
    view.setUint8(96, 24);
    node.set(new TextEncoder().encode('/lib/ld-musl-x86_64.so.1'), 180);
    const disk = { ...stub, ...platformPackage('linux-x64'), ...platformPackage('linux-x64-musl') };
    const { found } = discoverCli(
      undefined,
      linux({ ...disk, '/opt/node/bin/node': { bytes: node } }),
    );
    expect(found.path).toContain('claude-code-linux-x64-musl/claude');
  });

  it('is resolved by the package manager if there is no node_modules', () => {
    const host = linux(cliPackage('/cache/claude-code', binary), {
      resolveManifest: (name) =>
        name === '@anthropic-ai/claude-code' ? '/cache/claude-code/package.json' : undefined,
    });
    expect(discoverCli(undefined, host).found.path).toBe('/cache/claude-code/bin/claude.exe');
  });
});
