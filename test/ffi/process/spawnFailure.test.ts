import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import spawn from 'cross-spawn';
import type { ClaudeActorsError } from '../../../src/errors.js';
import type { Command } from '../../../src/ffi/process/port.js';
import { architectureFailure, spawnFailure } from '../../../src/ffi/process/spawnFailure.js';
import { elf, machO, machOMachines, pe } from '../../support/binaries.js';
import { fakeFiles } from '../../support/fakeFiles.js';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'spawn-failure-'));
});
afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

const at = (name: string) => join(directory, name);

function commandOf(file: string, more: Partial<Command> = {}): Command {
  return { file, args: [], env: {}, stdin: 'ignore', ...more };
}

/** What Node really reports: thrown by some failures, emitted by others. */
function reallySpawn({ file, args, cwd, env }: Command): Promise<unknown> {
  return new Promise((resolve, reject) => {
    try {
      const child = spawn(file, args, { cwd, env, stdio: 'ignore' });
      child.once('error', resolve);
      child.once('exit', (code) => {
        if (code === 0) resolve(new Error('it ran'));
        else reject(new Error(`it exited with ${code}`));
      });
    } catch (error) {
      resolve(error);
    }
  });
}

async function failureOf(command: Command): Promise<ClaudeActorsError> {
  const cause = await reallySpawn(command);
  const error = spawnFailure(cause, command);
  expect(error.cause).toMatchObject({ code: (cause as NodeJS.ErrnoException).code });
  return error;
}

function program(name: string, content: string | Uint8Array, mode = 0o755): string {
  writeFileSync(at(name), content);
  chmodSync(at(name), mode);
  return at(name);
}

const foreignMachine = process.arch === 'arm64' ? 22 : 183;

describe('spawnFailure, of programs really started', () => {
  it('distinguishes a missing program from a missing working directory, though Node reports the same', async () => {
    const missing = await failureOf(commandOf(at('nothing')));
    expect(missing).toMatchObject({ code: 'CliNotFound', details: { cliPath: at('nothing') } });
    expect(missing.message).toContain('npm install -g @anthropic-ai/claude-code');

    const noDirectory = await failureOf(commandOf(process.execPath, { cwd: at('no-such') }));
    expect(noDirectory).toMatchObject({
      code: 'InvalidWorkingDirectory',
      details: { cwd: at('no-such'), cliPath: process.execPath },
    });
    expect(noDirectory.message).toContain('does not exist');
  });

  it('says that a working directory is a file', async () => {
    const error = await failureOf(commandOf(process.execPath, { cwd: program('plain', '') }));
    expect(error.code).toBe('InvalidWorkingDirectory');
    expect(error.message).toContain('is not a directory');
  });

  it('treats a path below a file as a missing program', async () => {
    const error = await failureOf(commandOf(join(program('plain2', ''), 'claude')));
    expect(error.code).toBe('CliNotFound');
  });

  it('finds a broken link, and one that leads to itself', async () => {
    symlinkSync(at('gone'), at('broken'));
    symlinkSync(at('loop'), at('loop'));
    const broken = await failureOf(commandOf(at('broken')));
    const loop = await failureOf(commandOf(at('loop')));
    expect([broken.code, loop.code]).toEqual(['CliBrokenLink', 'CliBrokenLink']);
    expect(broken.message).toContain('does not exist');
    expect(loop.message).toContain('leads back to itself');
  });

  it('says how to make a file executable', async () => {
    const path = program('plain-text', '#!/bin/sh\n', 0o644);
    const error = await failureOf(commandOf(path));
    expect(error.code).toBe('CliNotExecutable');
    expect(error.message).toContain(`chmod +x ${path}`);
  });

  it('says that a directory is not a program', async () => {
    mkdirSync(at('folder'));
    const error = await failureOf(commandOf(at('folder')));
    expect(error.code).toBe('CliNotExecutable');
    expect(error.message).toContain('is not a file');
  });

  it('names the interpreter line of a script whose interpreter is missing', async () => {
    const path = program('script', `#!${at('no-node')} --flag\r\nrest`);
    const error = await failureOf(commandOf(path));
    expect(error.code).toBe('CliNotExecutable');
    expect(error.message).toContain(`#!${at('no-node')} --flag\\r"`);
  });

  it('finds a relative program from the working directory of the child', async () => {
    program('relative', '#!/bin/sh\n', 0o644);
    const error = await failureOf(commandOf('./relative', { cwd: directory }));
    expect(error.code).toBe('CliNotExecutable');
  });

  it('looks for a bare name in the PATH of the child', async () => {
    program('bare', '#!/bin/sh\n', 0o644);
    const here = await failureOf(commandOf('bare', { env: { PATH: directory } }));
    expect(here.code).toBe('CliNotExecutable');
    const nowhere = await failureOf(commandOf('bare', { env: { PATH: at('folder-x') } }));
    expect(nowhere.code).toBe('CliNotFound');
  });

  it('names the argument that made the command line too long', async () => {
    const args = ['--print', `--append-system-prompt=${'x'.repeat(3_000_000)}`];
    const error = await failureOf(commandOf(process.execPath, { args }));
    expect(error.code).toBe('ArgumentTooLong');
    expect(error.message).toMatch(/--append-system-prompt with 30000\d\d/);
  });

  it('calls anything else SpawnFailed and keeps the cause', async () => {
    const error = await failureOf(commandOf(process.execPath, { args: ['a\0b'] }));
    expect(error.code).toBe('SpawnFailed');
    expect(error.message).toContain('null bytes');
  });

  it('hides the secrets of the command line', async () => {
    const args = ['--settings={"apiKey":"hunter2"}', 'say correct-horse'];
    const env = { MY_TOKEN: 'correct-horse' };
    const error = await failureOf(commandOf(at('nothing'), { args, env }));
    expect(error.details.argv).toEqual([
      at('nothing'),
      '--settings={"apiKey":"[hidden]"}',
      'say [hidden]',
    ]);
    expect(JSON.stringify(error.details)).not.toContain('MY_TOKEN');
    // Printing an error prints its cause, and Node's own holds the whole command line.
    const printed = inspect(error, { depth: 9, showHidden: true });
    expect(printed).not.toContain('hunter2');
    expect(printed).not.toContain('correct-horse');
  });
});

describe('spawnFailure, of reports that this system does not make', () => {
  const report = (code: string, errno?: number) => Object.assign(new Error(code), { code, errno });
  const file = '/opt/claude';

  it.each([
    ['ENOEXEC', report('ENOEXEC', -8), 'linux'],
    ['an error without a name', report('Unknown system error -8', -8), 'linux'],
    ['EBADARCH of macOS', report('Unknown system error -86', -86), 'darwin'],
  ] as const)('takes %s for a wrong architecture', (_, cause, platform) => {
    const files = fakeFiles({ [file]: { bytes: machO(machOMachines.arm64) } });
    const error = spawnFailure(cause, commandOf(file), { platform, arch: 'x64', files });
    expect(error).toMatchObject({ code: 'CliWrongArchitecture', cause });
    expect(error.message).toMatch(new RegExp(`machO, arm64.*${platform}, x64`));
  });

  it('says of an empty file that it is empty', () => {
    const files = fakeFiles({ [file]: '' });
    const host = { platform: 'linux', arch: 'x64', files } as const;
    const error = spawnFailure(report('ENOEXEC'), commandOf(file), host);
    expect(error.message).toContain('an empty file');
  });

  it('names the loader of a binary that was built for another C library', () => {
    const loader = '/lib/ld-musl-x86_64.so.1';
    const files = fakeFiles({ [file]: { bytes: elf({ interpreter: loader }) } });
    const host = { platform: 'linux', arch: 'x64', files } as const;
    const error = spawnFailure(report('ENOENT'), commandOf(file), host);
    expect(error.code).toBe('CliNotExecutable');
    expect(error.message).toContain(loader);
  });

  it('knows what Windows says of a bad image and of a long command line', () => {
    const cli = 'C:\\cli\\claude.exe';
    const files = fakeFiles({ [cli]: { bytes: pe(0xaa64) } });
    const host = { platform: 'win32', arch: 'x64', files } as const;
    expect(spawnFailure(report('UNKNOWN'), commandOf(cli), host).code).toBe('CliWrongArchitecture');
    expect(spawnFailure(report('ENAMETOOLONG'), commandOf(cli), host).code).toBe('ArgumentTooLong');
    const bare = commandOf('claude.exe', { env: { Path: 'C:\\other;C:\\cli' } });
    expect(spawnFailure(report('UNKNOWN'), bare, host).code).toBe('CliWrongArchitecture');
  });

  it('blames the file system when a program that looks right is refused', () => {
    const files = fakeFiles({ [file]: { bytes: elf() } });
    const host = { platform: 'linux', arch: 'x64', files } as const;
    const error = spawnFailure(report('EACCES'), commandOf(file), host);
    expect(error.code).toBe('CliNotExecutable');
    expect(error.message).toContain('noexec');
  });

  it.each(['EAGAIN', 'EMFILE', 'ENOMEM', 'ETXTBSY'])('says what to do about %s', (code) => {
    const error = spawnFailure(report(code), commandOf(at('nothing')));
    expect(error.code).toBe('SpawnFailed');
    expect(error.message).toMatch(new RegExp(`${code}.*(Stop|Close|Free|Try)`));
  });

  it('accepts a cause that is not an error', () => {
    const error = spawnFailure('odd', commandOf(process.execPath));
    expect(error).toMatchObject({ code: 'SpawnFailed', cause: undefined });
  });
});

describe('architectureFailure', () => {
  it('finds a foreign binary, which the system refuses or hands to a shell that exits', async () => {
    const command = commandOf(program('foreign', elf({ machine: foreignMachine })));
    const cause = await reallySpawn(command).catch(() => undefined);
    const error = cause === undefined ? architectureFailure(command) : spawnFailure(cause, command);
    expect(error).toMatchObject({
      code: 'CliWrongArchitecture',
      details: { cliPath: at('foreign') },
    });
  });

  it('finds nothing wrong with Node itself, a script or a missing file', () => {
    expect(architectureFailure(commandOf(process.execPath))).toBeUndefined();
    expect(architectureFailure(commandOf(program('fine', '#!/bin/sh\n')))).toBeUndefined();
    expect(architectureFailure(commandOf(at('nothing')))).toBeUndefined();
  });
});
