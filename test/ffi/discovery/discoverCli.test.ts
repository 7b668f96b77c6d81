import { describe, expect, it } from '@jest/globals';
import { discoverCli } from '../../../src/ffi/discovery/discoverCli.js';
import {
  binary,
  cliPackage,
  type Disk,
  failure,
  linux,
  outcomes,
  packageDirectory,
} from '../../support/discoveryHosts.js';
import type { FakeFile } from '../../support/fakeFiles.js';

describe('discoverCli, the order', () => {
  const places = [
    `${packageDirectory}/bin/claude.exe`,
    '/usr/bin/claude',
    '/bin/claude',
    '/home/dev/.local/bin/claude',
    '/home/dev/.claude/local/claude',
    '/home/dev/.npm-global/bin/claude',
    '/usr/local/bin/claude',
    '/opt/homebrew/bin/claude',
    '/opt/claude',
    '/opt/node/bin/claude',
    '/home/dev/.yarn/bin/claude',
  ];

  it('uses each location only if the ones before it have nothing', () => {
    for (const [index, expected] of places.entries()) {
      const rest = Object.fromEntries(places.slice(index).map((path) => [path, binary]));
      const disk = index === 0 ? { ...rest, ...cliPackage(packageDirectory, binary) } : rest;
      const { found, others } = discoverCli(undefined, linux(disk));
      expect(found.path).toBe(expected);
      expect(others.map(({ path }) => path)).toEqual(places.slice(index + 1));
    }
  });

  it('keeps every attempt, in order, and prints each on a line with the command that installs', () => {
    const error = failure(undefined, linux({}));
    expect(error.code).toBe('CliNotFound');
    expect(outcomes(error)?.slice(2)).toEqual(places.slice(1).map((path) => [path, 'missing']));
    for (const path of places.slice(1)) expect(error.message).toContain(`\n  ${path} (`);
    expect(error.message).toContain('npm install -g @anthropic-ai/claude-code');
  });

  it('takes the option before the variable, and the variable before all else', () => {
    const disk = { '/a/claude': binary, '/b/claude': binary, '/usr/bin/claude': binary };
    const host = linux(disk, { env: { PATH: '/usr/bin', CLAUDE_CLI_PATH: '/b/claude' } });
    expect(discoverCli('/a/claude', host)).toMatchObject({
      found: { path: '/a/claude', source: 'pathToClaudeCodeExecutable' },
      others: [],
    });
    expect(discoverCli(undefined, host)).toMatchObject({
      found: { path: '/b/claude', source: 'CLAUDE_CLI_PATH' },
      others: [],
    });
  });

  it('treats an empty variable as unset', () => {
    const host = linux({ '/bin/claude': binary }, { env: { PATH: '/bin', CLAUDE_CLI_PATH: '' } });
    expect(discoverCli(undefined, host).found.path).toBe('/bin/claude');
  });

  it('uses the prefix that npm was given', () => {
    const disk = { '/npm/bin/claude': binary };
    for (const name of ['npm_config_prefix', 'NPM_CONFIG_PREFIX', 'PREFIX']) {
      const { found } = discoverCli(undefined, linux(disk, { env: { [name]: '/npm' } }));
      expect(found).toMatchObject({ path: '/npm/bin/claude', source: 'npm global prefix' });
    }
  });

  it('searches a directory once even if it is listed twice', () => {
    const env = { PATH: '/usr/bin:/usr/bin/:/home/dev/.local/bin:/usr/bin' };
    const paths = outcomes(failure(undefined, linux({}, { env })))?.map(([path]) => path) ?? [];
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths.slice(2, 4)).toEqual(['/usr/bin/claude', '/home/dev/.local/bin/claude']);
  });

  it('never searches a directory that depends on the working directory', () => {
    const disk = {
      '/home/dev/app/claude': binary,
      '/home/dev/app/bin/claude': binary,
      claude: binary,
      'bin/claude': binary,
      ...cliPackage('/srv/project/node_modules/@anthropic-ai/claude-code', binary),
    };
    const env = { PATH: ':.:bin::./bin', npm_config_prefix: '.' };
    const error = failure(undefined, linux(disk, { env, cwd: '/srv/project' }));
    expect(error.code).toBe('CliNotFound');
    for (const [path] of outcomes(error) ?? []) expect(path).toMatch(/^\//);
  });
});

describe('discoverCli, a named path', () => {
  it.each([
    ['missing', {}, 'CliNotFound'],
    ['a directory', { '/x/claude': { directory: true } }, 'CliNotExecutable'],
    ['not executable', { '/x/claude': { text: '', executable: false } }, 'CliNotExecutable'],
    ['out of reach', { '/x/claude': { denied: true } }, 'CliNotExecutable'],
    ['a broken link', { '/x/claude': { link: '/gone' } }, 'CliBrokenLink'],
  ] as [string, Disk, string][])(
    'that is %s is an error, though PATH holds a CLI',
    (_, disk, code) => {
      const full = { ...disk, '/usr/bin/claude': binary };
      const byOption = failure('/x/claude', linux(full));
      expect(byOption).toMatchObject({ code, details: { cliPath: '/x/claude' } });
      expect(byOption.details.trace).toHaveLength(1);
      const env = { PATH: '/usr/bin', CLAUDE_CLI_PATH: '/x/claude' };
      const byVariable = failure(undefined, linux(full, { env }));
      expect(byVariable.code).toBe(code);
      expect(byVariable.message).toContain('comes from CLAUDE_CLI_PATH');
    },
  );

  it.each([
    ['empty', ''],
    ['cut by a NUL', 'a\0b'],
  ])('that is %s is an invalid option', (_, path) => {
    expect(failure(path, linux({ '/bin/claude': binary }))).toMatchObject({
      code: 'InvalidOption',
      details: { option: 'pathToClaudeCodeExecutable' },
    });
  });

  it('may be a script without permission to execute, which Node will run', () => {
    const host = linux({ '/x/cli.js': { text: '', executable: false } });
    expect(discoverCli('/x/cli.js', host).found.path).toBe('/x/cli.js');
  });

  it('may be relative to the working directory or to the home directory', () => {
    const host = linux({ '/home/dev/app/bin/claude': binary, '/home/dev/cli/claude': binary });
    expect(discoverCli('bin/claude', host).found.path).toBe('/home/dev/app/bin/claude');
    expect(discoverCli('~/cli/claude', host).found.path).toBe('/home/dev/cli/claude');
  });

  it.each([
    ['~/cli/claude', { home: '' }, /home directory.*absolute path/],
    ['~/cli/claude', { home: 'dev' }, /home directory.*absolute path/],
    ['./claude', { cwd: '' }, /working directory.*absolute path/],
  ])('refuses %s with %j, which would be relative to anything', (path, more, message) => {
    const error = failure(path, linux({ 'cli/claude': binary, claude: binary }, more));
    expect(error).toMatchObject({
      code: 'InvalidOption',
      details: { option: 'pathToClaudeCodeExecutable' },
    });
    expect(error.message).toMatch(message);
  });

  it.each([
    ['no-such-claude', 'native binary not found at no-such-claude.'],
    ['~/cli.js', 'executable not found at ~/cli.js.'],
  ])('is named as it was given if it is missing: %s', (path, words) => {
    expect(failure(path, linux({})).message).toContain(`Claude Code ${words} `);
  });

  it('may be a bare name, which is looked up in PATH and nowhere else', () => {
    const disk = { '/bin/claude-next': binary, '/home/dev/app/here': binary };
    expect(discoverCli('claude-next', linux(disk)).found.path).toBe('/bin/claude-next');
    expect(failure('here', linux(disk)).code).toBe('CliNotFound');
    const noPath = failure('here', linux(disk, { env: {} }));
    expect(noPath).toMatchObject({ code: 'CliNotFound', details: { trace: [{ path: 'here' }] } });
  });
});

describe('discoverCli, broken candidates', () => {
  it('are recorded, and the search continues', () => {
    const disk: Disk = {
      '/usr/bin/claude': { link: '/gone' },
      '/bin/claude': { text: '', executable: false },
      '/opt/claude': { directory: true },
      '/home/dev/.local/bin/claude': binary,
    };
    const { found, others, trace } = discoverCli(undefined, linux(disk));
    expect(found.path).toBe('/home/dev/.local/bin/claude');
    expect(others).toEqual([]);
    expect(trace).toEqual(
      expect.arrayContaining([
        { source: 'PATH', path: '/usr/bin/claude', outcome: 'brokenLink' },
        { source: 'PATH', path: '/bin/claude', outcome: 'notExecutable' },
        { source: 'known location', path: '/opt/claude', outcome: 'notAFile' },
      ]),
    );
  });

  it('decide the error code if nothing else was found, the first one wins', () => {
    const link: FakeFile = { link: '/gone' };
    const text: FakeFile = { text: '', executable: false };
    expect(
      failure(undefined, linux({ '/usr/bin/claude': link, '/bin/claude': text })),
    ).toMatchObject({ code: 'CliBrokenLink', details: { cliPath: '/usr/bin/claude' } });
    expect(
      failure(undefined, linux({ '/usr/bin/claude': text, '/bin/claude': link })),
    ).toMatchObject({ code: 'CliNotExecutable', details: { cliPath: '/usr/bin/claude' } });
  });

  it('do not include directories, or files in directories that may not be entered', () => {
    const disk: Disk = { '/usr/bin/claude': { denied: true }, '/opt/claude': { directory: true } };
    expect(failure(undefined, linux(disk)).code).toBe('CliNotFound');
  });
});

describe('discoverCli, several programs', () => {
  it('counts one program under many names once', () => {
    const disk: Disk = {
      ...cliPackage('/npm/lib/node_modules/@anthropic-ai/claude-code', binary),
      '/usr/bin/claude': { link: '/npm/lib/node_modules/@anthropic-ai/claude-code/bin/claude.exe' },
      '/bin/claude': { link: '/usr/bin/claude' },
      '/opt/claude': { link: '/data/versions/2.0.5' },
      '/data/versions/2.0.5': binary,
    };
    const { found, others } = discoverCli(undefined, linux(disk));
    expect(found).toEqual({
      path: '/usr/bin/claude',
      realPath: '/npm/lib/node_modules/@anthropic-ai/claude-code/bin/claude.exe',
      source: 'PATH',
      version: '2.1.325',
    });
    expect(others).toEqual([
      {
        path: '/opt/claude',
        realPath: '/data/versions/2.0.5',
        source: 'known location',
        version: '2.0.5',
      },
    ]);
  });
});
