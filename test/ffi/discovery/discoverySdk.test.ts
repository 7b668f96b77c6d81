import { describe, expect, it } from '@jest/globals';
import { discoverCli } from '../../../src/ffi/discovery/discoverCli.js';
import {
  binary,
  cliPackage,
  type Disk,
  failure,
  linux,
  manifest,
  packageDirectory,
  windows,
} from '../../support/discoveryHosts.js';

const modules = '/home/dev/app/node_modules';
const sdk = '@anthropic-ai/claude-agent-sdk';

/** The official SDK's package for one platform, as npm installs it. */
function platformPackage(key: string, folder = modules, program = 'claude', separator = '/'): Disk {
  const name = `${sdk}-${key}`;
  const at = [folder, ...name.split('/')].join(separator);
  return {
    [[at, 'package.json'].join(separator)]: manifest({ name, version: '0.3.325' }),
    [[at, program].join(separator)]: binary,
  };
}

describe('the CLI that came with the official SDK', () => {
  const path = `${modules}/${sdk}-linux-x64/claude`;

  it('is found before the CLIs of the machine, and the trace names its package', () => {
    const disk = { ...platformPackage('linux-x64'), '/usr/bin/claude': binary };
    const { found, others, trace } = discoverCli(undefined, linux(disk));
    expect(found).toMatchObject({ path, source: `package ${sdk}-linux-x64` });
    expect(others.map((other) => other.path)).toEqual(['/usr/bin/claude']);
    expect(trace[1]).toMatchObject({ path, outcome: 'found' });
  });

  it("comes after the CLI's own package, and after a path that was given", () => {
    const disk = { ...platformPackage('linux-x64'), '/a/claude': binary };
    const own = { ...disk, ...cliPackage(packageDirectory, binary) };
    expect(discoverCli(undefined, linux(own)).found.path).toBe(
      `${packageDirectory}/bin/claude.exe`,
    );
    expect(discoverCli('/a/claude', linux(disk)).found.path).toBe('/a/claude');
    const env = { CLAUDE_CLI_PATH: '/a/claude' };
    expect(discoverCli(undefined, linux(disk, { env })).found.path).toBe('/a/claude');
  });

  it('does not lend its version to the CLI: the numbers of the SDK are others', () => {
    const { found } = discoverCli(undefined, linux(platformPackage('linux-x64')));
    expect(found.version).toBeUndefined();
  });

  it('is found if only the SDK can see it, as with pnpm', () => {
    const home = `${modules}/${sdk}`;
    const disk = {
      [`${home}/package.json`]: manifest({ name: sdk, version: '0.3.325' }),
      ...platformPackage('linux-x64', `${home}/node_modules`),
    };
    const expected = `${home}/node_modules/${sdk}-linux-x64/claude`;
    expect(discoverCli(undefined, linux(disk)).found.path).toBe(expected);
  });

  it('is the one for this platform', () => {
    const arm = linux(platformPackage('linux-arm64'), { arch: 'arm64' });
    expect(discoverCli(undefined, arm).found.source).toBe(`package ${sdk}-linux-arm64`);
    expect(failure(undefined, linux(platformPackage('linux-arm64'))).code).toBe('CliNotFound');
    const disk = platformPackage('win32-x64', 'C:\\app\\node_modules', 'claude.exe', '\\');
    expect(discoverCli(undefined, windows(disk)).found.source).toBe(`package ${sdk}-win32-x64`);
  });

  it('is not looked for in the working directory', () => {
    const disk = platformPackage('linux-x64', '/somewhere/node_modules');
    const error = failure(undefined, linux(disk, { cwd: '/somewhere' }));
    expect(error.code).toBe('CliNotFound');
    expect(error.message).toContain(`(package ${sdk}-linux-x64): missing`);
  });
});
