import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Command, Leftover } from '../../../src/ffi/process/port.js';
import { isAlive } from '../../support/processes.js';
import { exit, output, realClis, sh } from '../../support/realClis.js';
import { cliCommand, type StartedCli } from '../../support/startCli.js';
import { until } from '../../support/until.js';

// Real processes on a busy machine take their time.
jest.setTimeout(30_000);

const { start, pids, endAll } = realClis();
afterEach(endAll);

const sweep = ({ handle }: StartedCli, signal: 'SIGTERM' | 'SIGKILL' = 'SIGKILL') =>
  new Promise<readonly Leftover[]>((resolve) => handle.sweep?.(signal, resolve));

/** The pid that a CLI wrote to stdout, of a process that it leaves behind. */
async function leftBy(cli: StartedCli): Promise<number> {
  await output(cli, '\n');
  const pid = Number(cli.seen.stdout());
  expect(pid).toBeGreaterThan(0);
  pids.push(pid);
  return pid;
}

/** How a sweep reports it. It may not have become `sleep` yet. */
const sleeper = (pid: number) => ({ pid, command: expect.stringContaining('sleep 600') });

/** Ends in any way, and leaves one process behind, which is left alone until the sweep. */
const quiet = '>/dev/null 2>&1 </dev/null';
const daemon = `setsid sleep 600 ${quiet} & echo $!`;

describe('what outlives a CLI', () => {
  it.each([
    ['by itself with 0', 'exit 0', { code: 0 }],
    ['by itself with 1', 'exit 1', { code: 1 }],
    ['by itself with 70', 'exit 70', { code: 70 }],
    ['by itself with 134', 'exit 134', { code: 134 }],
    ['by itself with 137', 'exit 137', { code: 137 }],
    ['by itself with 143', 'exit 143', { code: 143 }],
    ['by SIGINT', 'kill -INT $$', { signal: 'SIGINT' }],
    ['by SIGHUP', 'kill -HUP $$', { signal: 'SIGHUP' }],
    ['by SIGABRT', 'kill -ABRT $$', { signal: 'SIGABRT' }],
    ['by SIGKILL', 'kill -KILL $$', { signal: 'SIGKILL' }],
  ])('that ended %s is killed by the sweep', async (_how, last, how) => {
    const cli = start(sh(`${daemon}; ${last}`));
    const tool = await leftBy(cli);
    expect(await exit(cli)).toMatchObject(how);
    expect(isAlive(tool)).toBe(true);
    expect(await sweep(cli)).toEqual([sleeper(tool)]);
    expect(isAlive(tool)).toBe(false);
    expect(await sweep(cli)).toEqual([]);
  });

  const tools: Array<[string, string]> = [
    ['a background job', `sleep 600 ${quiet} & echo $!`],
    ['a background job without an environment', `env -i /bin/sleep 600 ${quiet} & echo $!`],
    ['a daemon that has forked twice', `(setsid sh -c 'sleep 600 ${quiet} & echo $!' &)`],
    [
      'a child of a daemon that has dropped its environment',
      `(setsid sh -c 'env -i /bin/sleep 600 ${quiet} & echo $!; sleep 600 ${quiet}' &)`,
    ],
  ];
  it.each(tools)('is killed if it is %s', async (_what, script) => {
    const cli = start(sh(`${script}; exit 0`));
    const tool = await leftBy(cli);
    await exit(cli);
    expect(isAlive(tool)).toBe(true);
    expect(await sweep(cli)).toContainEqual({
      pid: tool,
      command: expect.stringContaining('sleep'),
    });
    await until('the tool to go', () => !isAlive(tool));
  });

  it('is found without a guard too', async () => {
    const cli = start(sh(`${daemon}; exit 0`), { guard: false });
    const tool = await leftBy(cli);
    await exit(cli);
    expect(await sweep(cli)).toEqual([sleeper(tool)]);
  });

  it('is killed if its CLI runs inside of another', async () => {
    const env = { ...sh('').env, CLAUDE_ACTORS_GUARD: 'outer' };
    const [cli, other] = [start(sh(`${daemon}; exit 0`, { env })), start(sh('sleep 600', { env }))];
    const tool = await leftBy(cli);
    await exit(cli);
    expect(await sweep(cli)).toEqual([sleeper(tool)]);
    expect(isAlive(other.seen.pid ?? 0)).toBe(true);
  });

  it('gets SIGTERM first if it is asked to', async () => {
    const deaf = `setsid sh -c 'trap "" TERM; echo $$; exec sleep 600 ${quiet}' &`;
    const cli = start(sh(`${deaf} exit 0`));
    const tool = await leftBy(cli);
    await exit(cli);
    expect(await sweep(cli, 'SIGTERM')).toEqual([sleeper(tool)]);
    expect(isAlive(tool)).toBe(true);
    expect(await sweep(cli)).toEqual([sleeper(tool)]);
    expect(isAlive(tool)).toBe(false);
  });

  it('is killed as well if nobody waits for the exit of the CLI', async () => {
    const cli = start(sh(`${daemon}; read -r line`));
    const tool = await leftBy(cli);
    cli.handle.release();
    await until('the tool to go', () => !isAlive(tool));
  });

  it('is killed as well if nobody orders a sweep after the exit', async () => {
    const cli = start(sh(`${daemon}; exit 0`));
    const tool = await leftBy(cli);
    await exit(cli);
    cli.handle.release();
    await until('the tool to go', () => !isAlive(tool));
  });

  describe('if it is to be kept', () => {
    const keeping = (script: string): Command => sh(script, { leftovers: 'keep' });

    it.each(['exit 0', 'exit 3', 'exit 130', 'exit 143', 'kill -TERM $$'])(
      'lives on after %s',
      async (last) => {
        const cli = start(keeping(`${daemon}; ${last}`));
        const tool = await leftBy(cli);
        await exit(cli);
        expect(await sweep(cli)).toEqual([]);
        cli.handle.release();
        expect(isAlive(tool)).toBe(true);
      },
    );

    it.each(['exit 137', 'kill -KILL $$', 'kill -HUP $$'])(
      'is killed all the same after %s, as the CLI could not stop its tools',
      async (last) => {
        const cli = start(keeping(`${daemon}; ${last}`));
        const tool = await leftBy(cli);
        await exit(cli);
        expect(await sweep(cli)).toEqual([sleeper(tool)]);
      },
    );
  });
});

describe('a CLI that was killed from outside', () => {
  it('has its tools killed, even if we did not remember them in time', async () => {
    const cli = start(cliCommand('family.mjs', { args: ['idle'] }));
    await output(cli, '\n');
    const { tool } = JSON.parse(cli.seen.stdout()) as { tool: number };
    pids.push(tool);
    process.kill(cli.seen.pid ?? 0, 'SIGKILL');
    expect(await exit(cli)).toEqual({ code: null, signal: 'SIGKILL' });
    expect(await sweep(cli)).toEqual([sleeper(tool)]);
    await until('the tool to go', () => !isAlive(tool));
  });
});
