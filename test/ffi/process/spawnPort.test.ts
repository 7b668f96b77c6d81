import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Command } from '../../../src/ffi/process/port.js';
import { listProcesses } from '../../../src/ffi/process/processList.js';
import { elf } from '../../support/binaries.js';
import { endProcesses, isAlive } from '../../support/processes.js';
import { ended, exit, output, realClis, sh, write } from '../../support/realClis.js';
import { cliCommand, cliFixture, smallEnv } from '../../support/startCli.js';
import { until } from '../../support/until.js';

// Real processes on a busy machine take their time.
jest.setTimeout(30_000);

const { start, pids, listenersBefore, endAll } = realClis();
const directories: string[] = [];
afterEach(async () => {
  await endAll();
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true });
});

function newDirectory(): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'claude-actors-port-')));
  directories.push(directory);
  return directory;
}

describe('what a process does', () => {
  it('crashing at once, is reported with its code and its last output', async () => {
    const cli = start(cliCommand('crash.sh'));
    expect(await exit(cli)).toEqual({ code: 3, signal: null });
    await until('the complaint', () => cli.seen.stderr() === "error: unknown option '--nope'\n");
    await ended(cli);
    expect(cli.seen.calls[0]).toBe('spawned');
  });

  it('flooding stderr, does not hold up stdout, and none of it is lost', async () => {
    const cli = start(cliCommand('floodStderr.mjs', { stdin: 'ignore' }));
    await output(cli, 'line 2\n');
    await exit(cli);
    expect(cli.seen.stdout()).toBe('line 0\nline 1\nline 2\n');
    await until('the flood', () => cli.seen.stderr().length === 12 * 1024 * 1024);
  });

  it('writing a character in two parts, is handed over in those parts', async () => {
    const cli = start(cliCommand('splitCharacter.mjs'));
    await until('the first part', () => cli.seen.chunks.length > 0);
    expect(cli.seen.chunks.map((bytes) => [...bytes])).toEqual([[0xe2]]);
    expect(await write(cli, 'go\n')).toBe('taken');
    await ended(cli);
    expect(cli.seen.stdout()).toBe('€\n');
  });

  it('not reading its stdin, leaves a large write undone until it is gone', async () => {
    const cli = start(cliCommand('neverReadStdin.sh'));
    await output(cli, 'ready');
    const outcomes: string[] = [];
    write(cli, 'x'.repeat(4 * 1024 * 1024)).then((outcome) => outcomes.push(outcome));
    cli.handle.kill('SIGINT');
    await output(cli, 'still here');
    expect(outcomes).toEqual([]);
    cli.handle.kill('SIGKILL');
    await until('the write to settle', () => outcomes.length > 0);
    expect(outcomes).toEqual(['WriteFailed']);
  });

  it('closing its stdin while it lives, fails a write and nothing else', async () => {
    const cli = start(sh('exec 0<&-; echo closed; exec sleep 600'));
    await output(cli, 'closed');
    const error = await new Promise<Error | undefined>((resolve) => {
      cli.handle.write('x\n', resolve);
    });
    expect(error).toMatchObject({
      code: 'WriteFailed',
      details: { pid: cli.seen.pid },
      cause: { code: 'EPIPE' },
    });
    expect(cli.seen.exit).toBeUndefined();
  });

  it('leaving its stdin to a grandchild, fails the writes under way when it exits', async () => {
    const cli = start(cliCommand('holdPipe.mjs', { args: ['stdin', 'stay'] }));
    await output(cli, '\n');
    const holder = Number(cli.seen.stdout());
    pids.push(holder);
    const outcome = write(cli, 'x'.repeat(4 * 1024 * 1024));
    cli.handle.kill('SIGINT');
    await exit(cli);
    expect(await outcome).toBe('WriteFailed');
    expect(isAlive(holder)).toBe(true);
  });

  it('leaving its stdout to a grandchild, is seen to exit, and stdout not to end', async () => {
    const cli = start(cliCommand('holdPipe.mjs'));
    await exit(cli);
    await output(cli, '\n');
    const holder = Number(cli.seen.stdout());
    pids.push(holder);
    expect(cli.seen.exit).toEqual({ code: 0, signal: null });
    expect(cli.seen.calls).not.toContain('stdoutEnded');
    expect(isAlive(holder)).toBe(true);
    endProcesses([holder]);
    await ended(cli);
  });
});

describe('what a process is given', () => {
  it('is its environment and directory, and nothing of ours but a token', async () => {
    const cwd = newDirectory();
    const script = `process.stdout.write(JSON.stringify([process.cwd(), process.env]))`;
    const command = { ...sh(''), file: process.execPath, args: ['-e', script], cwd };
    const cli = start(command, { guard: false });
    await ended(cli);
    const env = { ...smallEnv, CLAUDE_ACTORS_GUARD: expect.any(String) };
    expect(JSON.parse(cli.seen.stdout())).toEqual([cwd, env]);
  });

  it('is a token for the guard, another for each, added to the one of an outer CLI', async () => {
    const show = 'echo "$CLAUDE_ACTORS_GUARD"';
    const env = { ...smallEnv, CLAUDE_ACTORS_GUARD: 'outer' };
    const clis = [start(sh(show)), start(sh(show)), start(sh(show, { env }))];
    await Promise.all(clis.map(ended));
    const [one, other, inner] = clis.map(({ seen }) => seen.stdout());
    expect(one).toMatch(/^[0-9a-f-]{36}\n$/);
    expect(other).toMatch(/^[0-9a-f-]{36}\n$/);
    expect(other).not.toBe(one);
    expect(inner).toMatch(/^outer,[0-9a-f-]{36}\n$/);
  });

  it('is an empty stdin if it gets none', async () => {
    const cli = start(sh('read -r line || echo empty', { stdin: 'ignore' }));
    await output(cli, 'empty');
  });

  it('is a group of its own, of which it is the leader', async () => {
    const cli = start(cliCommand('hang.sh'));
    await output(cli, 'ready');
    const { pid } = cli.seen;
    expect(listProcesses().find((entry) => entry.pid === pid)?.pgid).toBe(pid);
  });

  it('is no group of its own on Windows, but kill still works', async () => {
    const file = join(newDirectory(), 'hang.exe');
    symlinkSync(cliFixture('hang.sh'), file);
    const cli = start(sh('', { file }), { platform: 'win32' });
    await output(cli, 'ready');
    const { pid } = cli.seen;
    expect(listProcesses().find((entry) => entry.pid === pid)?.pgid).not.toBe(pid);
    cli.handle.kill('SIGTERM');
    expect((await exit(cli)).signal).toBe('SIGKILL');
  });
});

describe('a start that fails', () => {
  const huge = 'x'.repeat(4 * 1024 * 1024);
  it.each<[string, Command, string]>([
    ['of a missing program', cliCommand('no-such-cli'), 'CliNotFound'],
    ['of a directory', cliCommand(''), 'CliNotExecutable'],
    ['in a missing directory', sh(':', { cwd: '/no/such/dir' }), 'InvalidWorkingDirectory'],
    ['with arguments too long', sh(huge), 'ArgumentTooLong'],
    ['with an argument that no system takes', sh('a\0b'), 'SpawnFailed'],
  ])('%s is reported as such, and leaves nothing behind', async (_what, command, code) => {
    const cli = start(command);
    await until('the listeners to go', () => process.listenerCount('exit') === listenersBefore);
    await until('the failure', () => cli.seen.error);
    expect(cli.seen.error?.code).toBe(code);
    expect(await write(cli, 'x')).toBe('WriteFailed');
    expect([cli.early, cli.seen.calls]).toEqual([[], ['failed']]);
  });

  it.each([
    'claude.cmd',
    'C:\\npm\\CLAUDE.BAT',
    'claude.cmd. .',
    'C:\\npm\\claude',
    'bun',
    'claude.exe.',
  ])(
    'of %s on Windows is a refusal, since cmd.exe cannot be given arguments safely',
    async (file) => {
      const cli = start({ ...sh(':'), file }, { platform: 'win32' });
      await until('the failure', () => cli.seen.error);
      expect(cli.seen.error).toMatchObject({ code: 'UnsafeCliScript', details: { cliPath: file } });
      expect([cli.early, cli.seen.calls]).toEqual([[], ['failed']]);
    },
  );
});

describe('an exit', () => {
  function foreignProgram(): Command {
    const file = join(newDirectory(), 'claude');
    const machine = process.arch === 'arm64' ? 22 : 183;
    writeFileSync(file, elf({ machine }), { mode: 0o755 });
    return sh('', { file, args: [] });
  }

  it('of a program for another machine, which a shell was handed, says so', async () => {
    const cli = start(foreignProgram());
    const failure = await until('the failure', () => cli.seen.exit?.startFailure ?? cli.seen.error);
    expect(failure.code).toBe('CliWrongArchitecture');
  });

  it.each([126, 127, 2])('by %i of a program for this machine is no failed start', async (code) => {
    const cli = start(sh(`exit ${code}`));
    expect(await exit(cli)).toEqual({ code, signal: null });
  });

  it('of an empty file is no failed start', async () => {
    const file = join(newDirectory(), 'claude');
    writeFileSync(file, '', { mode: 0o755 });
    const cli = start(sh('', { file, args: [] }));
    await until('its end', () => cli.seen.exit ?? cli.seen.error);
    expect(cli.seen.exit?.startFailure).toBeUndefined();
  });
});
