import { describe, expect, it } from '@jest/globals';
import type { StopSignal } from '../../../src/ffi/process/port.js';
import type { ProcessEntry } from '../../../src/ffi/process/processList.js';
import { posixProcessTree } from '../../../src/ffi/process/processTree.js';

const leader = 100;

/** A system of which the test decides who lives. */
function system(...living: ProcessEntry[]) {
  const sent: Array<[number, StopSignal]> = [];
  const refused = new Map<number, string>();
  const world = { living, sent, refused };
  const tree = posixProcessTree(
    leader,
    { forSignal: () => world.living, forSurvivors: () => world.living },
    (pid, signal) => {
      const code = refused.get(pid);
      if (code) throw Object.assign(new Error(code), { code });
      sent.push([pid, signal]);
    },
  );
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

  it('kills what survived a SIGTERM, and what that has started since', () => {
    const { tree, sent, world } = system(cli, entry(200, leader), entry(300, 200));
    tree.signal('SIGTERM');
    // The CLI is gone, so 200 is init's now; 300 has ended; 400 is new.
    world.living = [entry(200, 1), entry(400, 200), entry(500, 1)];
    expect(tree.killSurvivors()).toBe(2);
    expect(sent.slice(1)).toEqual([
      [200, 'SIGKILL'],
      [400, 'SIGKILL'],
    ]);
  });

  it('remembers what it saw at each signal, even below an orphan', () => {
    const { tree, sent, world } = system(cli, entry(200, leader), entry(300, 200));
    tree.signal('SIGTERM');
    world.living = [cli, entry(300, 1), entry(301, 300)];
    tree.signal('SIGKILL');
    world.living = [entry(301, 1)];
    expect(tree.killSurvivors()).toBe(1);
    expect(sent.at(-1)).toEqual([301, 'SIGKILL']);
  });

  it('spares a process that has reused the pid of one it saw', () => {
    const { tree, sent, world } = system(cli, entry(200, leader));
    tree.signal('SIGTERM');
    world.living = [entry(200, 1, 200, '2')];
    expect(tree.killSurvivors()).toBe(0);
    expect(sent).toHaveLength(1);
  });

  it('kills what is left of the group as well, without counting it', () => {
    const { tree, sent, world } = system(cli, entry(200, leader, leader));
    tree.signal('SIGTERM');
    world.living = [entry(200, 1, leader)];
    expect(tree.killSurvivors()).toBe(0);
    expect(sent.at(-1)).toEqual([200, 'SIGKILL']);
  });

  it('does not count what it may not kill', () => {
    const { tree, world, refused } = system(cli, entry(200, leader));
    tree.signal('SIGTERM');
    world.living = [entry(200, 1)];
    refused.set(200, 'EPERM');
    expect(tree.killSurvivors()).toBe(0);
  });

  it('kills nothing after a CLI that exited by itself or on SIGINT', () => {
    const { tree, sent, world } = system(cli, entry(200, leader));
    tree.signal('SIGINT');
    world.living = [entry(200, 1)];
    expect(tree.killSurvivors()).toBe(0);
    expect(sent).toEqual([[-leader, 'SIGINT']]);
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
});
