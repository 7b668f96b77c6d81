import { describe, expect, it } from '@jest/globals';
import type { StopSignal } from '../../../src/ffi/process/port.js';
import type { ProcessEntry } from '../../../src/ffi/process/processList.js';
import { posixProcessTree } from '../../../src/ffi/process/processTree.js';

const leader = 100;

const token = 'a1b2';

/** A system of which the test decides who lives. SIGKILL ends whom it reaches. */
function system(...living: ProcessEntry[]) {
  const sent: Array<[number, StopSignal]> = [];
  const refused = new Map<number, string>();
  const world = { living, sent, refused, scans: 0 };
  const tree = posixProcessTree(leader, token, {
    pid: 7,
    list: () => world.living,
    async scan() {
      world.scans += 1;
      return world.living;
    },
    kill(pid, signal) {
      const code = refused.get(pid);
      if (code) throw Object.assign(new Error(code), { code });
      sent.push([pid, signal]);
      if (signal === 'SIGKILL') world.living = world.living.filter((one) => one.pid !== pid);
    },
    commandLine: (pid) => `tool ${pid}`,
    isCurrent: (one) => world.living.includes(one),
  });
  return { ...world, world, tree };
}

const entry = (pid: number, ppid: number, pgid = pid, started = '1'): ProcessEntry => ({
  pid,
  ppid,
  pgid,
  started,
});
const cli = entry(leader, 1);

describe('the POSIX process tree', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)('gets %s as a group', (signal) => {
    const { tree, sent } = system(cli);
    tree.signal(signal);
    expect(sent).toEqual([[-leader, signal]]);
  });

  it.each(['ESRCH', 'EPERM'])('signals the leader if the group fails with %s', (code) => {
    const { tree, sent, refused } = system(cli);
    refused.set(-leader, code);
    tree.signal('SIGTERM');
    expect(sent).toEqual([[leader, 'SIGTERM']]);
  });

  it('ignores a signal that reaches nobody', () => {
    const { tree, refused } = system();
    refused.set(-leader, 'ESRCH').set(leader, 'ESRCH');
    expect(() => tree.signal('SIGKILL')).not.toThrow();
  });

  describe('after the exit of its leader', () => {
    const marked = (pid: number, tokens: string, ppid = 1) => ({ ...entry(pid, ppid), tokens });

    it('loses what has the token, alone or with that of others, and what that has started', async () => {
      const { tree, sent } = system(
        marked(200, token),
        marked(300, `outer,${token}`),
        entry(400, 300),
        marked(500, 'outer'),
        entry(600, 1),
      );
      const found = await tree.sweep('SIGKILL');
      expect(found).toEqual([200, 300, 400].map((pid) => ({ pid, command: `tool ${pid}` })));
      expect(sent).toEqual([200, 300, 400].map((pid) => [pid, 'SIGKILL']));
    });

    it('loses what is in its group or session, with or without a token', async () => {
      const { tree, sent } = system(entry(200, 1, leader), { ...entry(300, 1), session: leader });
      await tree.sweep('SIGTERM');
      expect(sent).toEqual([
        [200, 'SIGTERM'],
        [300, 'SIGTERM'],
      ]);
    });

    it('spares the group of a process that has reused its pid', async () => {
      const { tree, sent } = system(entry(leader, 1), entry(200, leader, leader));
      expect(await tree.sweep('SIGKILL')).toEqual([]);
      expect(sent).toEqual([]);
    });

    it('spares us, whatever our environment says', async () => {
      const { tree, sent } = system({ ...entry(7, 1), tokens: token });
      expect(await tree.sweep('SIGKILL')).toEqual([]);
      expect(sent).toEqual([]);
    });

    it('spares one that exited since the list was made, as its pid may be reused', async () => {
      const { tree, sent, world } = system(marked(200, token));
      const sweep = tree.sweep('SIGKILL');
      world.living = [];
      expect(await sweep).toEqual([]);
      expect(sent).toEqual([]);
    });

    it('is swept by SIGKILL until nothing is found, and by SIGTERM once', async () => {
      const { tree, world } = system(marked(200, token));
      await tree.sweep('SIGTERM');
      expect(world.scans).toBe(1);
      await tree.sweep('SIGKILL');
      expect([world.living, world.scans]).toEqual([[], 3]);
    });

    it('is given up after ten passes if it starts others faster than they are killed', async () => {
      const { tree, world } = system();
      let pid = 200;
      Object.defineProperty(world, 'living', { get: () => all, set: () => {} });
      let all = [marked(pid, token)];
      const found = tree.sweep('SIGKILL').then(({ length }) => length);
      for (let turn = 0; turn < 100; turn++) {
        await Promise.resolve();
        if (world.scans > pid - 200) all = [marked(++pid, token)];
      }
      expect(await found).toBeLessThanOrEqual(10);
      expect(world.scans).toBeLessThanOrEqual(10);
    });

    it('loses what was seen below it at a signal, and what that has started since', async () => {
      const { tree, sent, world } = system(cli, entry(200, leader), entry(300, 200));
      tree.signal('SIGTERM');
      // The CLI is gone, so 200 is init's now; 300 has ended; 400 is new.
      world.living = [entry(200, 1), entry(400, 200), entry(500, 1)];
      expect(await tree.sweep('SIGKILL')).toHaveLength(2);
      expect(sent.slice(1)).toEqual([
        [200, 'SIGKILL'],
        [400, 'SIGKILL'],
      ]);
    });

    it('loses what was seen at each signal, even below an orphan', async () => {
      const { tree, sent, world } = system(cli, entry(200, leader), entry(300, 200));
      tree.signal('SIGTERM');
      world.living = [cli, entry(300, 1), entry(301, 300)];
      tree.signal('SIGKILL');
      world.living = [entry(301, 1)];
      expect(await tree.sweep('SIGKILL')).toHaveLength(1);
      expect(sent.at(-1)).toEqual([301, 'SIGKILL']);
    });

    it('spares a process that has reused the pid of one it saw', async () => {
      const { tree, sent, world } = system(cli, entry(200, leader));
      tree.signal('SIGTERM');
      world.living = [entry(200, 1, 200, '2')];
      expect(await tree.sweep('SIGKILL')).toEqual([]);
      expect(sent).toHaveLength(1);
    });

    it('does not report what it may not kill', async () => {
      const { tree, refused } = system(marked(200, token));
      refused.set(200, 'EPERM');
      expect(await tree.sweep('SIGKILL')).toEqual([]);
    });
  });

  it.each([
    [true, 'SIGTERM'],
    [false, 'SIGKILL'],
  ] as const)(
    'at the parent’s end (gently: %s) loses its tools, then gets %s',
    (gently, signal) => {
      const living = [cli, entry(200, leader), entry(201, leader, leader)];
      const { tree, sent } = system();
      tree.killNow(gently, living);
      expect(sent).toEqual([
        [200, 'SIGKILL'],
        [-leader, signal],
      ]);
    },
  );

  it('without a guard, loses at the parent’s end what has the token, too', () => {
    const living = [cli, { ...entry(300, 1), tokens: token }];
    const { tree, sent } = system();
    tree.killNow(true, living);
    expect(sent).toEqual([[-leader, 'SIGTERM']]);
    tree.killNow(false, living);
    expect(sent.slice(1)).toEqual([
      [300, 'SIGKILL'],
      [-leader, 'SIGKILL'],
    ]);
  });
});
