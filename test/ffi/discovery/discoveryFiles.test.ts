import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { discoverCli } from '../../../src/ffi/discovery/discoverCli.js';
import { type DiscoveryHost, nodeDiscoveryHost } from '../../../src/ffi/discovery/discoveryHost.js';
import { failure } from '../../support/discoveryHosts.js';

describe('discoverCli on real files', () => {
  let root: string;
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'discovery-')));
  });
  afterEach(() => {
    rmSync(root, { recursive: true, force: true });
  });

  function write(path: string, text: string, mode = 0o755): string {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    chmodSync(join(root, path), mode);
    return join(root, path);
  }

  function real(directories: string[], more: Partial<DiscoveryHost> = {}): DiscoveryHost {
    return {
      ...nodeDiscoveryHost({ PATH: directories.map((name) => join(root, name)).join(':') }, root),
      home: join(root, 'home'),
      libraryDirectory: join(root, 'library'),
      execPath: join(root, 'node', 'bin', 'node'),
      ...more,
    };
  }

  it('follows links, notes what is broken and counts programs by their real paths', () => {
    write('a/claude', '', 0o644);
    mkdirSync(join(root, 'b'));
    symlinkSync(join(root, 'gone'), join(root, 'b', 'claude'));
    mkdirSync(join(root, 'c', 'claude'), { recursive: true });
    const program = write('store/versions/2.1.7', '#!/bin/sh\n');
    mkdirSync(join(root, 'd'));
    symlinkSync(program, join(root, 'd', 'claude'));
    symlinkSync(join(root, 'd'), join(root, 'e'));
    const other = write('f/claude', '#!/bin/sh\n');

    const { found, others, trace } = discoverCli(undefined, real(['a', 'b', 'c', 'd', 'e', 'f']));
    expect(found).toEqual({
      path: join(root, 'd', 'claude'),
      realPath: program,
      source: 'PATH',
      version: '2.1.7',
    });
    // What this machine has in /usr/local/bin and /opt does not matter here.
    const ours = ({ path }: { path: string }) => path.startsWith(root);
    expect(others.filter(ours).map(({ path }) => path)).toEqual([other]);
    expect(trace.filter(({ source }) => source === 'PATH').map(({ outcome }) => outcome)).toEqual([
      'notExecutable',
      'brokenLink',
      'notAFile',
      'found',
      'found',
      'found',
    ]);
  });

  it('tells a link that leads to itself from one that leads nowhere', () => {
    symlinkSync(join(root, 'loop'), join(root, 'loop'));
    symlinkSync(join(root, 'gone'), join(root, 'broken'));
    const [loop, broken] = ['loop', 'broken'].map((name) => failure(join(root, name), real([])));
    expect([loop?.code, broken?.code]).toEqual(['CliBrokenLink', 'CliBrokenLink']);
    expect(loop?.message).toContain('leads back to itself');
    expect(broken?.message).toContain('does not exist');
  });

  it('takes the package next to the library', () => {
    const manifestText = JSON.stringify({
      name: '@anthropic-ai/claude-code',
      version: '2.1.1',
      bin: { claude: 'bin/claude.exe' },
    });
    write('node_modules/@anthropic-ai/claude-code/package.json', manifestText, 0o644);
    const program = write(
      'node_modules/@anthropic-ai/claude-code/bin/claude.exe',
      '#!/bin/sh\necho 2.1.1\n',
    );
    const libraryDirectory = join(root, 'node_modules', 'claude-actors', 'dist', 'ffi');
    const { found } = discoverCli(undefined, real([], { libraryDirectory }));
    expect(found).toMatchObject({ path: program, version: '2.1.1' });
  });

  it('tells a named path that works from one that does not', () => {
    const program = write('x/claude', '#!/bin/sh\n');
    expect(discoverCli(program, real([])).found.realPath).toBe(program);
    expect(failure(write('x/text', '', 0o644), real([])).code).toBe('CliNotExecutable');
    expect(failure(join(root, 'x'), real([])).code).toBe('CliNotExecutable');
    expect(failure(join(program, 'below'), real([])).code).toBe('CliNotFound');
  });

  it('takes little time for a PATH of two thousand directories', () => {
    write('last/claude', '#!/bin/sh\n');
    const many = Array.from({ length: 2000 }, (_, index) => `d${index}`);
    const start = performance.now();
    const { found } = discoverCli(undefined, real([...many, 'last']));
    expect(found.path).toBe(join(root, 'last', 'claude'));
    expect(performance.now() - start).toBeLessThan(1000);
  });

  it('has a default host that knows where the library is', () => {
    const host = nodeDiscoveryHost({});
    expect(host.libraryDirectory).toMatch(/src[/\\]ffi[/\\]discovery$/);
    expect(host.env).toEqual({});
  });
});
