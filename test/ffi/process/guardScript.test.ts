import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { guardVariable } from '../../../src/ffi/process/guard.js';
import { guardScript } from '../../../src/ffi/process/guardScript.js';
import { endProcesses, isAlive } from '../../support/processes.js';
import { cliFixture, smallEnv } from '../../support/startCli.js';
import { until } from '../../support/until.js';

// Real processes on a busy machine take their time.
jest.setTimeout(30_000);

const pids: number[] = [];
const directories: string[] = [];
afterEach(() => {
  endProcesses(pids.splice(0));
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true });
});

function track(child: ChildProcess): number {
  const pid = child.pid as number;
  pids.push(pid);
  return pid;
}

/** A CLI that leads a group, and its tool that leads another. */
async function startFamily(mood = 'idle', token = ''): Promise<{ cli: number; tool: number }> {
  const child = spawn(cliFixture('family.mjs'), [mood], {
    detached: true,
    env: { ...smallEnv, [guardVariable]: token },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  track(child);
  const line = await new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).once('line', resolve);
  });
  const family = JSON.parse(line) as { cli: number; tool: number };
  pids.push(family.tool);
  return family;
}

function startGuard(how: 'proc' | 'ps', env: NodeJS.ProcessEnv = smallEnv) {
  const shell = spawn('/bin/sh', ['-c', guardScript, 'guard', how], {
    env,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  track(shell);
  const exit = new Promise<number | null>((resolve) => shell.once('exit', resolve));
  return { shell, exit, tell: (orders: string) => shell.stdin.write(orders) };
}

function fakeProgram(name: string, script: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'claude-actors-bin-'));
  directories.push(directory);
  writeFileSync(join(directory, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(directory, name), 0o755);
  return directory;
}

const realGrep = ['/usr/bin/grep', '/bin/grep'].find(existsSync);

/** A `ps` in the manner of macOS, told by the test who lives; `ps` itself is not everywhere. */
function fakePs() {
  const directory = mkdtempSync(join(tmpdir(), 'claude-actors-ps-'));
  directories.push(directory);
  const table = join(directory, 'table');
  const asked = join(directory, 'asked');
  const environments = join(directory, 'environments');
  // With -p it shows that process, with -ax all, with -E their environments.
  writeFileSync(
    join(directory, 'ps'),
    `#!/bin/sh
echo "$@" >>'${asked}'
while [ -e '${directory}/held' ]; do sleep 0.01; done
case $1 in *E*) cat '${environments}'; exit ;; esac
while read -r pid rest; do
  case $1 in -p) [ "$pid" = "$2" ] || continue ;; esac
  echo "  $pid $rest  "
done <'${table}'
`,
  );
  chmodSync(join(directory, 'ps'), 0o755);
  return {
    env: { PATH: `${directory}:${smallEnv.PATH}` },
    asks: () => (existsSync(asked) ? readFileSync(asked, 'utf8').split('\n').length - 1 : 0),
    /** Lets it answer only when the function returned is called. */
    hold: () => {
      const held = join(directory, 'held');
      writeFileSync(held, '');
      return () => rmSync(held);
    },
    showEnvironments: (...rows: string[]) => writeFileSync(environments, `${rows.join('\n')}\n`),
    show: (...rows: string[]) => writeFileSync(table, `${rows.join('\n')}\n`),
  };
}

/** Tells of each SIGTERM and SIGCONT. */
const beating = `
  for (const name of ['SIGTERM', 'SIGCONT']) process.on(name, () => console.log(name));
  setInterval(() => {}, 60_000);
  console.log('ready');`;

const isStopped = (pid: number) => /\) T /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));

const row = (pid: number, pgid: number, ppid = 1, year = 2026) =>
  `${pid} ${ppid} ${pgid} S Mon Nov 16 02:41:07 ${year}`;

const how = process.platform === 'linux' ? 'proc' : 'ps';
const gone = (...all: number[]) => until('the family to go', () => !all.some(isAlive), 3_000);

describe('the guard’s script', () => {
  it('exits at once on EOF if there is nothing to kill', async () => {
    const { shell, exit } = startGuard(how);
    shell.stdin.end();
    expect(await exit).toBe(0);
  });

  it('freezes a CLI before it looks for its tools, and never resumes it', async () => {
    const ps = fakePs();
    const child = spawn(process.execPath, ['-e', beating], { detached: true, stdio: 'pipe' });
    const cli = track(child);
    let signalled = '';
    child.stdout.on('data', (text) => {
      signalled += text;
    });
    await until('the CLI to listen', () => signalled === 'ready\n');
    ps.show(row(cli, cli));
    const { shell, exit, tell } = startGuard('ps', ps.env);
    tell(`+${cli}\n`);
    await until('the guard to work', () => ps.asks() === 1);
    const release = ps.hold();
    shell.stdin.end();
    await until('the guard to look', () => ps.asks() === 2);
    // On a busy machine the signal arrives a moment later; the guard waits for `ps` meanwhile.
    await until('the CLI to be frozen', () => isStopped(cli));
    release();
    await gone(cli);
    await exit;
    expect(signalled).toBe('ready\n');
  });

  it.each(['idle', 'busy', 'deaf'])('ends a CLI that is %s, and its tool', async (mood) => {
    const { cli, tool } = await startFamily(mood);
    const { shell, exit, tell } = startGuard(how);
    tell(`+${cli}\n`);
    shell.stdin.end();
    await gone(cli, tool);
    expect(await exit).not.toBeNull();
  });

  describe('after a CLI that was gone before it could look', () => {
    async function orphanedTool(token: string) {
      const { cli, tool } = await startFamily('idle', token);
      endProcesses([cli]);
      await gone(cli);
      return { cli, tool };
    }

    /** What the guard leaves, of the tools of a CLI that it was told of and of another. */
    async function toolsLeft(
      how: 'proc' | 'ps',
      env: (tools: [number, number]) => { PATH: string },
    ) {
      const [doomed, spared] = await Promise.all([orphanedTool('a1b2'), orphanedTool('c3d4')]);
      const { shell, exit, tell } = startGuard(how, env([doomed.tool, spared.tool]));
      tell(`+${doomed.cli} a1b2\n+${spared.cli} c3d4\n-${spared.cli}\n`);
      shell.stdin.end();
      await exit;
      await until('a killed tool to go', () => !isAlive(doomed.tool), 3_000).catch(() => {});
      return [doomed.tool, spared.tool].map(isAlive);
    }

    const greps = process.platform === 'linux' ? ['sees all', 'stops at a NUL'] : [];
    for (const grep of greps)
      it(`ends its tool by the mark that it inherited, where grep ${grep}`, async () => {
        if (grep === 'sees all') {
          expect(await toolsLeft('proc', () => smallEnv)).toEqual([false, true]);
          return;
        }
        const PATH = `${fakeProgram('grep', `sed 's/\\x00.*//' | ${realGrep} "$@"`)}:${smallEnv.PATH}`;
        expect(await toolsLeft('proc', () => ({ PATH }))).toEqual([false, true]);
      });

    it('ends it by what ps shows of environments', async () => {
      const ps = fakePs();
      const env = (tools: [number, number]) => {
        ps.show(...tools.map((tool) => row(tool, tool)));
        ps.showEnvironments(
          `${tools[0]} sleep 600 X=1 MARK=a1b2 Y=2`,
          `${tools[1]} sleep MARK=c3d4`,
        );
        return ps.env;
      };
      expect(await toolsLeft('ps', env)).toEqual([false, true]);
    });
  });

  it('spares what is no longer watched, and kills the rest', async () => {
    const [spared, doomed] = await Promise.all([startFamily(), startFamily()]);
    const { shell, exit, tell } = startGuard(how);
    tell(`+${spared.cli}\n+${doomed.cli}\n-${spared.cli}\n`);
    shell.stdin.end();
    await gone(doomed.cli, doomed.tool);
    await exit;
    expect([spared.cli, spared.tool].map(isAlive)).toEqual([true, true]);
  });

  it('ignores a truncated command', async () => {
    const { cli, tool } = await startFamily();
    const { shell, exit, tell } = startGuard(how);
    tell(`+${cli}`);
    shell.stdin.end();
    await exit;
    expect([cli, tool].map(isAlive)).toEqual([true, true]);
  });

  it('ignores SIGINT, SIGTERM and SIGHUP', async () => {
    const ps = fakePs();
    const { cli, tool } = await startFamily();
    ps.show(row(cli, cli), row(tool, tool, cli));
    const { shell, exit, tell } = startGuard('ps', ps.env);
    tell(`+${cli}\n`);
    await until('the guard to work', () => ps.asks() > 0);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) shell.kill(signal);
    shell.stdin.end();
    await gone(cli, tool);
    await exit;
  });

  it('uses ps if there is no /proc, and kills only what it watches', async () => {
    const ps = fakePs();
    const [{ cli, tool }, other] = await Promise.all([startFamily('deaf'), startFamily()]);
    ps.show(
      row(cli, cli),
      row(tool, tool, cli),
      row(other.cli, other.cli),
      row(other.tool, other.tool, other.cli),
    );
    const { shell, exit, tell } = startGuard('ps', ps.env);
    tell(`+${cli}\n`);
    shell.stdin.end();
    await gone(cli, tool);
    await exit;
    expect([other.cli, other.tool].map(isAlive)).toEqual([true, true]);
  });

  it('spares a process that has the pid but not the start time of a CLI', async () => {
    const ps = fakePs();
    const [{ cli, tool }, other] = await Promise.all([startFamily(), startFamily()]);
    ps.show(row(cli, cli), row(other.cli, other.cli));
    const { shell, exit, tell } = startGuard('ps', ps.env);
    tell(`+${cli}\n+${other.cli}\n`);
    // By the second look the first is over.
    await until('the guard to look twice', () => ps.asks() === 2);
    ps.show(row(cli, cli, 1, 2027), row(tool, tool, cli), row(other.cli, other.cli));
    shell.stdin.end();
    await gone(other.cli);
    await exit;
    expect([cli, tool].map(isAlive)).toEqual([true, true]);
    if (process.platform === 'linux') expect(isStopped(cli)).toBe(false);
  });
});
