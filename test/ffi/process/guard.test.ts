import { type ChildProcess, spawn } from 'node:child_process';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createGuard } from '../../../src/ffi/process/guard.js';
import { endProcesses } from '../../support/processes.js';
import { until } from '../../support/until.js';

// Real processes on a busy machine take their time.
jest.setTimeout(30_000);

const pids: number[] = [];
const unwatches: Array<() => void> = [];
afterEach(() => {
  // First, or each guard would be replaced as it goes.
  for (const unwatch of unwatches.splice(0)) unwatch();
  endProcesses(pids.splice(0));
});

/** Stands in for the shell, and gives back its orders. */
function eavesdrop() {
  const shells: ChildProcess[] = [];
  const orders: string[] = [];
  const guard = createGuard('linux', (_file, _args, options) => {
    const shell = spawn('cat', [], { ...options, stdio: ['pipe', 'pipe', 'ignore'] });
    pids.push(shell.pid as number);
    shells.push(shell);
    const index = orders.push('') - 1;
    shell.stdout.on('data', (text) => {
      orders[index] += text;
    });
    return shell;
  });
  const watch = (pgid: number, token?: string) => {
    const unwatch = guard.watch(pgid, token);
    unwatches.push(unwatch);
    return unwatch;
  };
  return { guard, watch, shells, orders };
}

describe('a guard', () => {
  it('is not started before there is a group, and only once for all of them', async () => {
    const { guard, watch, shells, orders } = eavesdrop();
    expect([shells.length, guard.isRunning()]).toEqual([0, false]);
    const unwatch = watch(11);
    expect([shells.length, guard.isRunning()]).toEqual([1, true]);
    watch(22);
    unwatch();
    unwatch();
    watch(33, 'a1b2');
    await until('the orders', () => orders[0] === '+11\n+22\n-11\n+33 a1b2\n');
    expect(shells).toHaveLength(1);
  });

  it('passes the grace period on, and says whether the guard is running', async () => {
    const { guard, watch, orders } = eavesdrop();
    expect(guard.allowGracePeriod(11)).toBe(false);
    watch(11);
    expect(guard.allowGracePeriod(11)).toBe(true);
    await until('the orders', () => orders[0] === '+11\n~11\n');
  });

  it('is replaced when it dies, and the new one watches the live groups', async () => {
    const { guard, watch, shells, orders } = eavesdrop();
    watch(11);
    watch(22)();
    watch(33, 'a1b2');
    shells[0]?.kill('SIGKILL');
    await until('the new one’s orders', () => orders[1] === '+11\n+33 a1b2\n');
    expect(guard.isRunning()).toBe(true);
  });

  it('is not replaced until there is a group again', async () => {
    const { guard, watch, shells, orders } = eavesdrop();
    watch(11)();
    shells[0]?.kill('SIGKILL');
    await until('its end', () => !guard.isRunning());
    watch(22);
    await until('the new one’s orders', () => orders[1] === '+22\n');
    expect(shells).toHaveLength(2);
  });

  it('is not restarted after a few failed attempts, until the next CLI', async () => {
    const shells: ChildProcess[] = [];
    const guard = createGuard('linux', (_file, _args, options) => {
      const shell = spawn('false', [], options);
      shells.push(shell);
      return shell;
    });
    const attemptsEnd = (count: number) =>
      until(
        `${count} attempts to end`,
        () => shells.length === count && shells.every(({ exitCode }) => exitCode !== null),
      );
    guard.watch(11);
    await attemptsEnd(4);
    guard.watch(22);
    await attemptsEnd(8);
    expect(guard.isRunning()).toBe(false);
  });

  it.each([
    ['is missing', () => spawn('/no/such/sh', { stdio: 'pipe' })],
    [
      'cannot be started',
      () => {
        throw new Error('EMFILE');
      },
    ],
  ])('whose shell %s is no guard, and no error', async (_why, startShell) => {
    const guard = createGuard('linux', startShell);
    const unwatch = guard.watch(11);
    await until('it to be down', () => !guard.isRunning());
    expect(unwatch).not.toThrow();
  });

  it.each([
    ['linux', 'proc'],
    ['darwin', 'ps'],
    ['freebsd', 'ps'],
  ] as const)(
    'on %s looks at processes by %s, in a session and directory of its own',
    (platform, how) => {
      const started: unknown[] = [];
      const guard = createGuard(platform, (file, args, options) => {
        started.push({ file, how: args.at(-1), cwd: options.cwd, detached: options.detached });
        throw new Error('enough seen');
      });
      guard.watch(11);
      expect(started).toEqual([{ file: '/bin/sh', how, cwd: '/', detached: true }]);
    },
  );
});
