import { type ChildProcess, spawn } from 'node:child_process';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createGuard } from '../../../src/ffi/process/guard.js';
import {
  guardRunners,
  type HelperRunner,
  type RuntimeHost,
} from '../../../src/ffi/process/guardRunners.js';
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
  const watch = (token: string, pgid: number) => {
    const watched = guard.announce(token);
    watched.started(pgid);
    unwatches.push(watched.end);
    return watched;
  };
  return { guard, watch, shells, orders };
}

describe('a guard', () => {
  it('is started before there is a CLI, and only once for all of them', async () => {
    const { guard, watch, shells, orders } = eavesdrop();
    expect([shells.length, guard.isRunning()]).toEqual([0, false]);
    const first = guard.announce('a1');
    unwatches.push(first.end);
    expect([shells.length, guard.isRunning()]).toEqual([1, true]);
    first.started(11);
    watch('b2', 22);
    first.end();
    first.end();
    guard.announce('c3').end();
    const all =
      'announce a1\ngroup 11 a1\nannounce b2\ngroup 22 b2\nforget a1 11\nannounce c3\nforget c3 0\n';
    await until('the orders', () => orders[0] === all);
    expect(shells).toHaveLength(1);
  });

  it('is started by a runtime whose pipes cannot be unreferenced, such as Bun', async () => {
    const orders: string[] = [];
    const guard = createGuard('linux', (_file, _args, options) => {
      const shell = spawn('cat', [], { ...options, stdio: ['pipe', 'pipe', 'ignore'] });
      pids.push(shell.pid as number);
      shell.stdout.on('data', (text) => orders.push(String(text)));
      return Object.assign(shell, { stdin: Object.assign(shell.stdin, { unref: undefined }) });
    });
    unwatches.push(guard.announce('a1').end);
    expect(guard.isRunning()).toBe(true);
    await until('the order', () => orders.join('') === 'announce a1\n');
  });

  it('passes the grace period on, and says whether the guard is running', async () => {
    const { watch, orders } = eavesdrop();
    const watched = watch('a1', 11);
    expect(watched.allowGracePeriod()).toBe(true);
    await until('the orders', () => orders[0]?.endsWith('group 11 a1\ngrace 11\n') === true);
  });

  it('is told of folders, but not of one whose name would be another command', async () => {
    const { guard, watch, orders } = eavesdrop();
    unwatches.push(guard.removeFolder('/a folder'));
    guard.removeFolder('/another')();
    guard.removeFolder('/bad\nkeep /a folder');
    watch('a1', 11);
    const all = 'folder /a folder\nfolder /another\nkeep /another\nannounce a1\ngroup 11 a1\n';
    await until('the orders', () => orders[0] === all);
  });

  it('is replaced when it dies, and the new one knows what the old one knew', async () => {
    const { guard, watch, shells, orders } = eavesdrop();
    watch('a1', 11);
    watch('b2', 22).end();
    unwatches.push(guard.removeFolder('/a folder'), guard.announce('c3').end);
    shells[0]?.kill('SIGKILL');
    const all = 'announce a1\ngroup 11 a1\nfolder /a folder\nannounce c3\n';
    await until('the new one’s orders', () => orders[1] === all);
    expect(guard.isRunning()).toBe(true);
  });

  it('is not replaced until there is a CLI again', async () => {
    const { guard, watch, shells, orders } = eavesdrop();
    watch('a1', 11).end();
    shells[0]?.kill('SIGKILL');
    await until('its end', () => !guard.isRunning());
    watch('b2', 22);
    await until('the new one’s orders', () => orders[1] === 'announce b2\ngroup 22 b2\n');
    expect(shells).toHaveLength(2);
  });

  const missing: HelperRunner = { file: '/no/such/sh', args: [] };
  const broken: HelperRunner = { file: '/bin/false', args: [] };
  const cat: HelperRunner = { file: '/bin/cat', args: [] };

  it('is run with the next program if the first cannot be started', () => {
    const { guard, files } = attempts(missing, cat);
    unwatches.push(guard.announce('a1').end);
    expect([guard.isRunning(), files]).toEqual([true, ['/no/such/sh', '/bin/cat']]);
  });

  it('is run with the next program if the first ends again and again', async () => {
    const { guard, files } = attempts(broken, cat);
    unwatches.push(guard.announce('a1').end);
    await until('the other program', () => files.includes('/bin/cat'));
    expect(files).toEqual([...Array(4).fill('/bin/false'), '/bin/cat']);
    expect(guard.isRunning()).toBe(true);
  });

  it.each<[string, HelperRunner[], RegExp]>([
    ['is missing', [missing], /\/no\/such\/sh cannot be started/],
    ['ends again and again', [broken], /\/bin\/false exited with code 1/],
    ['is not to be had', [], /no program/],
  ])(
    'whose program %s is reported once, and tried again for the next CLI',
    async (_why, runners, reason) => {
      const { guard, files } = attempts(...runners);
      const reasons: string[] = [];
      const first = guard.announce('a1', (why) => reasons.push(why));
      await until('the report', () => reasons.length === 1);
      const tries = files.length;
      const second = guard.announce('b2', (why) => reasons.push(why));
      await until('the other attempts', () => files.length === 2 * tries);
      await until('their end', () => !guard.isRunning());
      expect(first.allowGracePeriod()).toBe(false);
      for (const watched of [first, second]) expect(watched.end).not.toThrow();
      expect(reasons).toEqual([expect.stringMatching(reason)]);
    },
  );

  it('is reported to a CLI whose version check had the same listener', async () => {
    const { guard } = attempts(broken);
    const reasons: string[] = [];
    const onUnavailable = (why: string) => reasons.push(why);
    const versionCheck = guard.announce('a1', onUnavailable);
    unwatches.push(guard.announce('b2', onUnavailable).end);
    versionCheck.end();
    await until('the report', () => reasons.length === 1);
  });

  it('cannot be started at all without resources, which is no error', () => {
    const noResources = () => {
      throw new Error('EMFILE');
    };
    const guard = createGuard('linux', noResources, [missing, cat]);
    const reasons: string[] = [];
    guard.announce('a1', (why) => reasons.push(why)).end();
    expect(reasons).toEqual([
      '/no/such/sh cannot be started (Error: EMFILE); /bin/cat cannot be started (Error: EMFILE)',
    ]);
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
      guard.announce('a1').end();
      expect(started[0]).toEqual({ file: '/bin/sh', how, cwd: '/', detached: true });
    },
  );
});

/** A guard that is run with these programs, and those it was started with so far. */
function attempts(...runners: HelperRunner[]) {
  const files: string[] = [];
  const guard = createGuard(
    'linux',
    (file, args, options) => {
      files.push(file);
      const child = spawn(file, args, options);
      if (child.pid) pids.push(child.pid);
      return child;
    },
    runners,
  );
  return { guard, files };
}

describe('the programs that run it', () => {
  const host = { execPath: '/usr/bin/node', versions: {}, isSingleExecutable: false };
  const files = (more: Partial<RuntimeHost>) =>
    guardRunners('linux', { ...host, ...more }).map(({ file }) => file);

  it.each(['/usr/bin/node', '/opt/node20', '/nodejs', '/x/bun', '/x/node-v22.1.0'])(
    'are a shell, and %s without one',
    (execPath) => expect(files({ execPath })).toEqual(['/bin/sh', execPath]),
  );

  it.each<[string, Partial<RuntimeHost>]>([
    ['a single executable', { isSingleExecutable: true }],
    ['a program of another name', { execPath: '/usr/bin/my-app' }],
    ['Deno', { execPath: '/usr/bin/deno' }],
  ])('are no other than a shell in %s, which would run itself', (_what, more) => {
    expect(files(more)).toEqual(['/bin/sh']);
  });

  it('are a shell and Electron as Node, in Electron', () => {
    const runners = guardRunners('linux', {
      ...host,
      execPath: '/opt/my-app',
      versions: { electron: '40.0.0' },
    });
    expect(runners[1]).toMatchObject({
      file: '/opt/my-app',
      env: { ELECTRON_RUN_AS_NODE: '1' },
    });
  });

  it('include Node here', () => {
    expect(guardRunners('linux').map(({ file }) => file)).toEqual(['/bin/sh', process.execPath]);
  });
});
