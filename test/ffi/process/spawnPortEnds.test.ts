import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Command } from '../../../src/ffi/process/port.js';
import { type SpawnPortOptions, spawnPort } from '../../../src/ffi/process/spawnPort.js';
import { buildSources } from '../../support/buildSources.js';
import { isAlive } from '../../support/processes.js';
import { exit, output, realClis, sh } from '../../support/realClis.js';
import { cliCommand, parentFixture, smallEnv } from '../../support/startCli.js';
import { until } from '../../support/until.js';

// Real processes on a busy machine take their time.
jest.setTimeout(30_000);

const build = buildSources();
const { start, pids, endAll } = realClis();
const directories: string[] = [];
afterEach(async () => {
  await endAll();
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true });
});
afterAll(() => build.remove());

describe('the end of stderr', () => {
  it('is reported after the last output, even if that comes after the exit', async () => {
    const cli = start(sh('(sleep 0.03; echo "the reason" >&2) & exit 3'));
    await until('the end of stderr', () => cli.seen.stderrEnded);
    expect(cli.seen.exit).toMatchObject({ code: 3 });
    expect(cli.seen.stderr()).toBe('the reason\n');
  });

  it('does not delay the exit if a descendant keeps it open', async () => {
    const cli = start(sh('sleep 600 >/dev/null & echo $!; exit 3'));
    expect(await exit(cli)).toMatchObject({ code: 3 });
    expect(cli.seen.stderrEnded).toBe(false);
    pids.push(Number(cli.seen.stdout()));
  });
});

describe('kill', () => {
  it('reaches a process that has not been reported as spawned yet', async () => {
    const cli = start(cliCommand('hang.sh'));
    cli.handle.kill('SIGTERM');
    expect(await exit(cli)).toMatchObject({ code: null, signal: 'SIGTERM' });
    expect(cli.seen.calls[0]).toBe('spawned');
  });

  it('by SIGTERM leaves a process that ignores it, and by SIGKILL does not', async () => {
    const cli = start(cliCommand('ignoreTerm.sh'));
    await output(cli, 'ready');
    // Had the first one done anything, it would be the one that is reported.
    cli.handle.kill('SIGTERM');
    cli.handle.kill('SIGKILL');
    expect((await exit(cli)).signal).toBe('SIGKILL');
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
    'by %s reaches the whole group',
    async (signal) => {
      const script =
        'process.stdout.write(String(require("child_process").spawn("sleep", ["600"]).pid) + "\\n")';
      const cli = start({ ...sh(''), file: process.execPath, args: ['-e', script] });
      await output(cli, '\n');
      const child = Number(cli.seen.stdout());
      pids.push(child);
      cli.handle.kill(signal);
      expect(await exit(cli)).toEqual({ code: null, signal });
      await until('the child to go', () => !isAlive(child));
    },
  );

  it.each([
    ['SIGTERM', 'idle'],
    ['SIGKILL', 'busy'],
  ] as const)('by %s takes the tools in groups of their own along', async (signal, mood) => {
    const cli = start(cliCommand('family.mjs', { args: [mood] }));
    await output(cli, '\n');
    const { tool } = JSON.parse(cli.seen.stdout()) as { tool: number };
    pids.push(tool);
    cli.handle.kill(signal);
    expect(await exit(cli)).toEqual({ code: null, signal });
    const found = await new Promise((resolve) => cli.handle.sweep?.('SIGKILL', resolve));
    expect(found).toEqual([{ pid: tool, command: expect.stringContaining('sleep 600') }]);
    await until('the tool to go', () => !isAlive(tool));
  });
});

describe('the process-wide listeners', () => {
  const events = ['exit', 'SIGINT', 'SIGTERM', 'SIGHUP'];
  const counts = () => events.map((event) => process.listenerCount(event));

  it('are there while a CLI is alive, released or not', async () => {
    const before = counts();
    // Silent, as its output has nowhere to go.
    const released = start(sh('exec sleep 600'));
    const kept = start(cliCommand('hang.sh'));
    expect(counts()).toEqual(before.map((count) => count + 1));
    released.handle.release();
    kept.handle.kill('SIGKILL');
    await exit(kept);
    kept.handle.release();
    expect(counts()).toEqual(before.map((count) => count + 1));
    released.handle.kill('SIGKILL');
    await until('the listeners to go', () => counts().join() === before.join());
    expect(released.seen.calls).toEqual([]);
  });
});

describe('the guard', () => {
  function guarded(options: SpawnPortOptions, more: Partial<Command> = {}) {
    const orders: string[] = [];
    const tokens: string[] = [];
    const listenersAtStart = process.listenerCount('SIGTERM');
    const port = spawnPort(options, {
      announce(token) {
        tokens.push(token);
        const isListening = process.listenerCount('SIGTERM') > listenersAtStart;
        orders.push(isListening ? 'announced' : 'announced too early');
        return {
          started: (pid) => orders.push(`${isAlive(pid) ? 'a living' : 'a dead'} ${pid} comes`),
          allowGracePeriod: () => true,
          end: () => orders.push('ended'),
        };
      },
      removeFolder: () => () => {},
      deadline: () => ({ set() {}, end() {} }),
      isRunning: () => true,
    });
    const directory = mkdtempSync(join(tmpdir(), 'claude-actors-guarded-'));
    directories.push(directory);
    // On Windows only a program with that ending is started.
    const file = join(directory, 'sh.exe');
    symlinkSync('/bin/sh', file);
    const script = 'echo "$CLAUDE_ACTORS_GUARD"; exec sleep 600';
    return { cli: start(sh(script, { file, ...more }), port), orders, tokens };
  }

  it('gets the token of the CLI', async () => {
    const { cli, tokens } = guarded({});
    await output(cli, '\n');
    expect(tokens).toEqual([cli.seen.stdout().trim()]);
  });

  it('gets another token for each CLI, even if the clock stands still', () => {
    jest.spyOn(process.hrtime, 'bigint').mockReturnValue(7n);
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
    const tokens = Array.from({ length: 3 }, () => guarded({}).tokens[0]);
    jest.restoreAllMocks();
    expect(new Set(tokens).size).toBe(3);
    for (const token of tokens) expect(token).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('knows of each CLI before its start, and watches it until nothing of it is left', async () => {
    const { cli, orders } = guarded({});
    const pid = await until('the spawn', () => cli.seen.pid);
    expect(orders).toEqual(['announced', `a living ${pid} comes`]);
    cli.handle.kill('SIGKILL');
    await exit(cli);
    expect(orders).toHaveLength(2);
    cli.handle.sweep?.('SIGTERM', () => orders.push('swept'));
    await until('the sweep', () => orders.length === 4);
    expect(orders.slice(2)).toEqual(['ended', 'swept']);
  });

  it('stops watching a released CLI when it exits', async () => {
    const { cli, orders } = guarded({});
    cli.handle.release();
    cli.handle.kill('SIGKILL');
    await until('the third order', () => orders.length === 3);
  });

  it.each<[string, Partial<Command>]>([
    ['that is missing', { file: '/no/such/cli' }],
    ['with an argument that no system takes', { args: ['a\0b'] }],
  ])('is told that a CLI %s does not come, and other listeners stay', async (_what, more) => {
    const other = start(cliCommand('hang.sh'));
    const before = process.listenerCount('SIGTERM');
    const { cli, orders } = guarded({}, more);
    expect(orders).toEqual(['announced too early', 'ended']);
    expect(process.listenerCount('SIGTERM')).toBe(before);
    await until('the failure', () => cli.seen.error);
    other.handle.kill('SIGKILL');
  });

  it.each<SpawnPortOptions>([{ guard: false }, { platform: 'win32' }])(
    'has no part in it with %j',
    async (options) => {
      const { cli, orders } = guarded(options);
      cli.handle.kill('SIGKILL');
      await exit(cli);
      expect(orders).toEqual([]);
    },
  );
});

/** Runs a program of its own that starts the CLI and ends when nothing holds it up. */
async function runLetGo(command: Command): Promise<string[]> {
  const config = JSON.stringify({ port: build.url('ffi/process/spawnPort.js'), command });
  const program = spawn(process.execPath, [parentFixture('letGo.mjs'), config], {
    env: smallEnv,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  pids.push(program.pid as number);
  let said = '';
  program.stdout.on('data', (text) => {
    said += text;
  });
  const lines = () => said.trim().split('\n');
  await until('the program to end', () => lines().at(-1) === 'end' && program.exitCode === 0);
  return lines();
}

describe('a program', () => {
  it('exits after its CLI, with or without a guard', async () => {
    expect(await runLetGo(cliCommand('crash.sh'))).toContain('exited 3');
  });

  it('is not delayed by a grandchild that keeps the pipe open, once it has released it', async () => {
    const said = await runLetGo(cliCommand('holdPipe.mjs', { leftovers: 'keep' }));
    const holder = Number(said.find((line) => line.startsWith('stdout'))?.split(' ')[1]);
    pids.push(holder);
    expect(isAlive(holder)).toBe(true);
    expect(said).toEqual([`stdout ${holder}`, 'exited 0', 'end']);
  });

  it('ends after a start that failed', async () => {
    expect(await runLetGo(cliCommand('no-such-cli'))).toEqual(['failed CliNotFound', 'end']);
  });
});
