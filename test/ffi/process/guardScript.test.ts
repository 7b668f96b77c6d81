import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { guardProgram } from '../../../src/ffi/process/guardProgram.js';
import { guardScript } from '../../../src/ffi/process/guardScript.js';
import { guardVariable } from '../../../src/ffi/process/guardToken.js';
import { endProcesses, isAlive, markedProcesses } from '../../support/processes.js';
import { cliFixture, smallEnv } from '../../support/startCli.js';
import { until } from '../../support/until.js';

// Real processes on a busy machine take their time.
jest.setTimeout(30_000);

const pids: number[] = [];
const directories: string[] = [];
afterEach(() => {
  endProcesses(pids.splice(0));
  for (const directory of directories.splice(0))
    rmSync(directory, { recursive: true, force: true });
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

type How = 'proc' | 'ps' | 'node';

function startGuard(how: How, env: NodeJS.ProcessEnv = smallEnv) {
  const [file, ...args] =
    how === 'node'
      ? [process.execPath, '-e', guardProgram]
      : ['/bin/sh', '-c', guardScript, 'guard', how];
  const shell = spawn(file as string, args, {
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

/** What the guard is told of a CLI. If no token is given, nobody has it. */
const told = (pgid: number, token: string = randomUUID()) =>
  `announce ${token}\ngroup ${pgid} ${token}\n`;

const ways: How[] = process.platform === 'linux' ? ['proc', 'node'] : ['ps'];
const gone = (...all: number[]) => until('the family to go', () => !all.some(isAlive));

describe('the guard’s script', () => {
  it.each(ways)('(%s) exits at once on EOF if there is nothing to kill', async (how) => {
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
    tell(told(cli));
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

  it.each(
    ways.flatMap((how) => (['idle', 'busy', 'deaf'] as const).map((mood) => [how, mood] as const)),
  )('(%s) ends a CLI that is %s, and its tool', async (how, mood) => {
    const { cli, tool } = await startFamily(mood);
    const { shell, exit, tell } = startGuard(how);
    tell(told(cli));
    shell.stdin.end();
    await gone(cli, tool);
    expect(await exit).not.toBeNull();
  });

  describe('after a CLI that was gone before it could look', () => {
    const [mark, otherMark] = [randomUUID(), randomUUID()];

    async function orphanedTool(token: string) {
      const { cli, tool } = await startFamily('idle', token);
      endProcesses([cli]);
      await gone(cli);
      return { cli, tool };
    }

    /** What the guard leaves, of the tools of a CLI that it was told of and of another. */
    async function toolsLeft(how: How, env: (tools: [number, number]) => { PATH: string }) {
      const [doomed, spared] = await Promise.all([orphanedTool(mark), orphanedTool(otherMark)]);
      const { shell, exit, tell } = startGuard(how, env([doomed.tool, spared.tool]));
      tell(
        `${told(doomed.cli, mark)}${told(spared.cli, otherMark)}forget ${otherMark} ${spared.cli}\n`,
      );
      shell.stdin.end();
      await exit;
      await until('a killed tool to go', () => !isAlive(doomed.tool), 3_000).catch(() => {});
      return [doomed.tool, spared.tool].map(isAlive);
    }

    const greps = process.platform === 'linux' ? ['sees all', 'stops at a NUL'] : [];
    for (const grep of greps)
      it(`ends its tool by the mark that it inherited, if grep ${grep}`, async () => {
        if (grep === 'sees all') {
          expect(await toolsLeft('proc', () => smallEnv)).toEqual([false, true]);
          return;
        }
        const PATH = `${fakeProgram('grep', `sed 's/\\x00.*//' | ${realGrep} "$@"`)}:${smallEnv.PATH}`;
        expect(await toolsLeft('proc', () => ({ PATH }))).toEqual([false, true]);
      });

    it('ends it by the mark, run by Node', async () => {
      expect(await toolsLeft('node', () => smallEnv)).toEqual([false, true]);
    });

    it('ends it by what ps shows of environments', async () => {
      const ps = fakePs();
      const env = (tools: [number, number]) => {
        ps.show(...tools.map((tool) => row(tool, tool)));
        ps.showEnvironments(
          `${tools[0]} sleep 600 X=1 MARK=${mark} Y=2`,
          `${tools[1]} sleep MARK=${otherMark}`,
        );
        return ps.env;
      };
      expect(await toolsLeft('ps', env)).toEqual([false, true]);
    });
  });

  it.each(ways)('(%s) spares what is no longer watched, and kills the rest', async (how) => {
    const [spared, doomed] = await Promise.all([startFamily(), startFamily()]);
    const { shell, exit, tell } = startGuard(how);
    const token = randomUUID();
    tell(`${told(spared.cli, token)}${told(doomed.cli)}forget ${token} ${spared.cli}\n`);
    shell.stdin.end();
    await gone(doomed.cli, doomed.tool);
    await exit;
    expect([spared.cli, spared.tool].map(isAlive)).toEqual([true, true]);
  });

  it.each(ways)('(%s) ignores a truncated command', async (how) => {
    const { cli, tool } = await startFamily();
    const { shell, exit, tell } = startGuard(how);
    tell(told(cli).trimEnd());
    shell.stdin.end();
    await exit;
    expect([cli, tool].map(isAlive)).toEqual([true, true]);
  });

  it('ignores SIGINT, SIGTERM and SIGHUP', async () => {
    const ps = fakePs();
    const { cli, tool } = await startFamily();
    ps.show(row(cli, cli), row(tool, tool, cli));
    const { shell, exit, tell } = startGuard('ps', ps.env);
    tell(told(cli));
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
    tell(told(cli));
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
    tell(told(cli) + told(other.cli));
    // By the second look the first is over.
    await until('the guard to look twice', () => ps.asks() === 2);
    ps.show(row(cli, cli, 1, 2027), row(tool, tool, cli), row(other.cli, other.cli));
    shell.stdin.end();
    await gone(other.cli);
    await exit;
    expect([cli, tool].map(isAlive)).toEqual([true, true]);
    if (process.platform === 'linux') expect(isStopped(cli)).toBe(false);
  });

  describe('after a death during the start of a CLI', () => {
    it.each(ways)('(%s) ends one that it was never told the group of', async (how) => {
      const token = randomUUID();
      const { cli, tool } = await startFamily('deaf', token);
      const { shell, exit, tell } = startGuard(how);
      tell(`announce ${token}\n`);
      shell.stdin.end();
      await exit;
      await gone(cli, tool);
    });

    it.each(ways)('(%s) looks again for one that does not show its token yet', async (how) => {
      const token = randomUUID();
      const { shell, exit, tell } = startGuard(how);
      tell(`announce ${token}\n`);
      // Its token is in its arguments only, until it becomes the CLI.
      const script = `sleep 0.3; exec env ${guardVariable}="$0" sleep 600`;
      const child = spawn('/bin/sh', ['-c', script, token], {
        env: smallEnv,
        detached: true,
        stdio: 'ignore',
      });
      const cli = track(child);
      shell.stdin.end();
      await exit;
      await gone(cli);
    });

    it.each(ways)(
      '(%s) takes nothing for a token that could be in any environment',
      async (how) => {
        const { cli, tool } = await startFamily();
        const { shell, exit, tell } = startGuard(how);
        tell('announce PATH\n');
        shell.stdin.end();
        await exit;
        expect([cli, tool].map(isAlive)).toEqual([true, true]);
      },
    );
  });

  describe('with folders', () => {
    const folder = () => {
      const path = mkdtempSync(join(tmpdir(), "claude-actors-it's  a $(folder) "));
      directories.push(path);
      mkdirSync(join(path, 'inside'));
      writeFileSync(join(path, 'inside', '.credentials.json'), '{}');
      return path;
    };

    it.each(ways)(
      '(%s) deletes those that it is not to keep, and nothing behind a link',
      async (how) => {
        const [doomed, spared, linked] = [folder(), folder(), folder()];
        symlinkSync(linked, join(doomed, 'link'));
        const { shell, exit, tell } = startGuard(how);
        tell(`folder ${doomed}\nfolder ${spared}\nkeep ${spared}\n`);
        shell.stdin.end();
        await exit;
        expect([doomed, spared, linked].map(existsSync)).toEqual([false, true, true]);
        expect(readdirSync(linked)).toEqual(['inside']);
      },
    );

    it.each(ways)(
      '(%s) deletes them after the CLIs are gone, which might write to them',
      async (how) => {
        const doomed = folder();
        const child = spawn(
          '/bin/sh',
          ['-c', 'trap "" TERM; echo; while mkdir -p "$0/more"; do :; done', doomed],
          { detached: true, env: smallEnv, stdio: ['ignore', 'pipe', 'ignore'] },
        );
        const cli = track(child);
        await once(child.stdout, 'data');
        const { shell, exit, tell } = startGuard(how);
        tell(`folder ${doomed}\n${told(cli)}`);
        shell.stdin.end();
        await exit;
        // A killed process may take a moment to disappear.
        await gone(cli);
        expect(existsSync(doomed)).toBe(false);
      },
    );
  });
});

describe.each<How>(['proc', 'node'])('a deadline (%s)', (how) => {
  it('kills everything with the token when it is over, and not before', async () => {
    const token = randomUUID();
    const family = await startFamily('idle', token);
    const other = await startFamily('idle', randomUUID());
    const { tell } = startGuard(how);
    tell(`deadline ${token} 30.000\ndeadline ${token} 0.300\n`);
    await until('the end', () => !isAlive(family.cli) && !isAlive(family.tool));
    expect([other.cli, other.tool].map(isAlive)).toEqual([true, true]);
  });

  it('kills nothing if it is renewed and taken back', async () => {
    const token = randomUUID();
    const family = await startFamily('idle', token);
    const { tell } = startGuard(how);
    for (let times = 0; times < 5; times++) {
      tell(`deadline ${token} 0.500\n`);
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    tell(`deadline ${token} never\n`);
    await new Promise((resolve) => setTimeout(resolve, 900));
    expect([family.cli, family.tool].map(isAlive)).toEqual([true, true]);
  });

  it('leaves nothing of the guard behind if the guard itself is killed', async () => {
    const token = randomUUID();
    const mark = randomUUID();
    const family = await startFamily('idle', token);
    const { shell, tell } = startGuard(how, { ...smallEnv, MARK: mark });
    tell(`deadline ${token} 0.100\n`);
    await until('the end', () => !isAlive(family.cli));
    shell.kill('SIGKILL');
    await until('the end of the guard', () => markedProcesses(mark).length === 0);
  });
});
