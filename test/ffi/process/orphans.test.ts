import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { isAlive } from '../../support/processes.js';
import { exit, output, realClis, sh } from '../../support/realClis.js';
import { cliCommand } from '../../support/startCli.js';
import { until } from '../../support/until.js';

// Real processes on a busy machine take their time.
jest.setTimeout(30_000);

const { start, pids, endAll } = realClis();
afterEach(endAll);

describe('a CLI that was killed from outside', () => {
  it('has its tools killed, even if we did not remember them in time', async () => {
    const cli = start(cliCommand('family.mjs', { args: ['idle'] }));
    await output(cli, '\n');
    const { tool } = JSON.parse(cli.seen.stdout()) as { tool: number };
    pids.push(tool);
    process.kill(cli.seen.pid ?? 0, 'SIGKILL');
    expect(await exit(cli)).toEqual({ code: null, signal: 'SIGKILL', orphansKilled: 1 });
    await until('the tool to go', () => !isAlive(tool));
  });

  it('has its tools killed when it exits by itself on that signal', async () => {
    const script = 'trap "exit 143" TERM; setsid sleep 600 & echo $!; wait';
    const cli = start(sh(script));
    await output(cli, '\n');
    const tool = Number(cli.seen.stdout());
    pids.push(tool);
    process.kill(cli.seen.pid ?? 0, 'SIGTERM');
    expect(await exit(cli)).toMatchObject({ code: 143, orphansKilled: 1 });
    await until('the tool to go', () => !isAlive(tool));
  });

  it('keeps what it leaves behind when it exits normally', async () => {
    const cli = start(sh('sleep 600 >/dev/null 2>&1 & echo $!; exit 3'));
    expect(await exit(cli)).toMatchObject({ code: 3, orphansKilled: 0 });
    const left = Number(cli.seen.stdout());
    pids.push(left);
    expect(isAlive(left)).toBe(true);
  });
});
