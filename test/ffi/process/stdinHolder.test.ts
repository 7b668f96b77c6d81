import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, jest } from '@jest/globals';
import { commandLine, listProcesses } from '../../../src/ffi/process/processList.js';
import { buildSources } from '../../support/buildSources.js';
import { endProcesses, isAlive } from '../../support/processes.js';
import { exit, output, realClis, sh } from '../../support/realClis.js';
import { type ParentPlan, runParent } from '../../support/runParent.js';
import { parentFixture } from '../../support/startCli.js';
import { until } from '../../support/until.js';

// Real processes on a busy machine take their time.
jest.setTimeout(60_000);

const build = buildSources();
const folder = mkdtempSync(join(tmpdir(), 'claude-actors-held-'));
afterAll(() => {
  build.remove();
  rmSync(folder, { recursive: true });
});

const { start, endAll } = realClis();
afterEach(endAll);

/** The helpers of a process, by the name that they are started with. */
const helpers = (parent: number, name: string) =>
  listProcesses()
    .filter(({ ppid }) => ppid === parent)
    .map(({ pid }) => pid)
    .filter((pid) => commandLine(pid).includes(name));
const holders = (parent = process.pid) => helpers(parent, 'claude-actors-stdin');

const plan: ParentPlan = {
  mood: 'notesEof',
  stdin: 'pipe',
  guard: true,
  die: 'wait',
  habit: 'none',
  clis: 1,
};

/** Kills a program whose guard stands still. Says whether its CLI saw the end of its stdin. */
async function killWithoutGuard(more: Partial<ParentPlan>) {
  const note = join(folder, String(Math.random()));
  const parent = await runParent(build.url('ffi/process/spawnPort.js'), { ...plan, ...more, note });
  const guards = helpers(parent.pid, 'claude-actors-guard');
  const helping = [...guards, ...holders(parent.pid)];
  try {
    expect(guards).toHaveLength(1);
    for (const pid of guards) process.kill(pid, 'SIGSTOP');
    process.kill(parent.pid, 'SIGKILL');
    await parent.death;
    const [cli = 0] = parent.family;
    await until('the end of the CLI or of its stdin', () => !isAlive(cli) || existsSync(note));
    return { sawEof: existsSync(note), holders: helping.length - 1 };
  } finally {
    endProcesses(helping);
    parent.cleanUp();
  }
}

describe('a CLI whose stdin is held open', () => {
  it('sees no EOF when the program is killed, however slow the guard is', async () => {
    expect(await killWithoutGuard({})).toEqual({ sawEof: true, holders: 0 });
    expect(await killWithoutGuard({ holdStdin: true })).toEqual({ sawEof: false, holders: 1 });
  });

  it('sees none without a shell either', async () => {
    const preload = parentFixture('noShell.mjs');
    expect(await killWithoutGuard({ holdStdin: true, preload })).toEqual({
      sawEof: false,
      holders: 1,
    });
  });

  it.each([
    ['as usual', {}],
    ['without a shell', { preload: parentFixture('noShell.mjs') }],
  ])('is killed by the guard %s', async (_, more) => {
    const note = join(folder, 'usual');
    const all = { ...plan, ...more, holdStdin: true as const, note, clis: 2 };
    const parent = await runParent(build.url('ffi/process/spawnPort.js'), all);
    const held = holders(parent.pid);
    try {
      expect(held).toHaveLength(2);
      process.kill(parent.pid, 'SIGKILL');
      await until('the family to go', () => !parent.family.some(isAlive), 3_900);
      await until('the holders to go', () => !held.some(isAlive));
      expect(existsSync(note)).toBe(false);
    } finally {
      endProcesses(held);
      parent.cleanUp();
    }
  });

  const untilEof = sh('echo ready; cat >/dev/null; echo EOF', { holdStdin: true });

  it('sees EOF at once after an orderly end, and the holder goes', async () => {
    const cli = start(untilEof);
    await output(cli, 'ready');
    const [holder = 0] = holders();
    expect(isAlive(holder)).toBe(true);
    // It cannot help: the end comes through although it still has its copy.
    process.kill(holder, 'SIGSTOP');
    cli.handle.end();
    await output(cli, 'EOF');
    expect(await exit(cli)).toEqual({ code: 0, signal: null });
    process.kill(holder, 'SIGCONT');
    await until('the holder to go', () => !isAlive(holder));
  });

  it('sees EOF when it is let go', async () => {
    const note = join(folder, 'released');
    const cli = start(sh(`echo ready; cat >/dev/null; echo EOF >'${note}'`, { holdStdin: true }));
    await output(cli, 'ready');
    cli.handle.release();
    await until('the end of stdin', () => existsSync(note));
    await until('the holder to go', () => holders().length === 0);
  });

  it('gets a new holder if that is killed', async () => {
    const cli = start(untilEof);
    await output(cli, 'ready');
    const [first = 0] = holders();
    process.kill(first, 'SIGKILL');
    await until('another holder', () => holders().some((pid) => pid !== first));
    cli.handle.end();
    await exit(cli);
    await until('the holder to go', () => holders().length === 0);
  });

  it('has no holder without a guard, nor if nobody asks for one', async () => {
    const clis = [start(untilEof, { guard: false }), start(sh('echo ready; exec sleep 60'))];
    for (const cli of clis) await output(cli, 'ready');
    expect(holders()).toEqual([]);
  });
});
