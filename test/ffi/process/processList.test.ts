import { spawn } from 'node:child_process';
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  cachePerTick,
  descendantsOf,
  isSameProcess,
  listProcesses,
  listProcessesWithTokens,
  type ProcessEntry,
  parseProcStat,
  parsePs,
  parseTokens,
  scanProcesses,
  shareScans,
} from '../../../src/ffi/process/processList.js';
import { endProcesses } from '../../support/processes.js';
import { until } from '../../support/until.js';

const pids: number[] = [];
afterEach(() => endProcesses(pids.splice(0)));

const stat = (name: string, state = 'S') =>
  `4925 (${name}) ${state} 4923 4922 3072 0 -1 4194304 99 0 0 0 0 0 0 0 20 0 1 0 76401 3133440 410\n`;

describe('parseProcStat', () => {
  it('reads parent, group and start time', () => {
    expect(parseProcStat(stat('cat'))).toEqual({
      pid: 4925,
      ppid: 4923,
      pgid: 4922,
      session: 3072,
      started: '76401',
    });
  });

  it('is not misled by any name that a process gives itself', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 15 }), (name) => {
        expect(parseProcStat(stat(name))).toEqual(parseProcStat(stat('cat')));
      }),
    );
    expect(parseProcStat(stat(') Z 1 (x) R 1 1'))?.ppid).toBe(4923);
  });

  it.each(['Z', 'X'])('treats a process in state %s as gone', (state) => {
    expect(parseProcStat(stat('cat', state))).toBeUndefined();
  });

  it.each(['', 'nonsense', '12 (cut', '12 (cut) S 1'])('gives nothing for %j', (text) => {
    expect(parseProcStat(text)).toBeUndefined();
  });
});

describe('parsePs', () => {
  it('reads what macOS prints, without zombies', () => {
    const text = [
      '    1     0     1 Ss   Mon Nov 16 02:41:07 2026    ',
      '  501     1   501 S    Mon Nov 16 02:41:09 2026    ',
      '  777   501   501 Z    Mon Nov 16 02:41:10 2026    ',
      '40001   501 40001 R+   Tue Nov 17 12:00:00 2026    ',
      '',
    ].join('\n');
    expect(parsePs(text)).toEqual([
      { pid: 1, ppid: 0, pgid: 1, started: 'Mon Nov 16 02:41:07 2026' },
      { pid: 501, ppid: 1, pgid: 501, started: 'Mon Nov 16 02:41:09 2026' },
      { pid: 40001, ppid: 501, pgid: 40001, started: 'Tue Nov 17 12:00:00 2026' },
    ]);
  });

  it('returns nothing for other text', () => {
    expect(parsePs('ps: illegal option -- o\nusage: ps')).toEqual([]);
  });
});

const entry = (pid: number, ppid: number): ProcessEntry => ({ pid, ppid, pgid: pid, started: '1' });

describe('descendantsOf', () => {
  it('finds children of children, and nobody else', () => {
    const processes = [entry(2, 1), entry(3, 2), entry(4, 3), entry(5, 1), entry(6, 5)];
    expect(descendantsOf([2], processes).map(({ pid }) => pid)).toEqual([3, 4]);
    expect(descendantsOf([6], processes)).toEqual([]);
  });

  it('terminates and lists nobody twice, even if the parents form a loop', () => {
    const processes = fc.array(fc.tuple(fc.nat(12), fc.nat(12)), { maxLength: 30 });
    fc.assert(
      fc.property(processes, fc.nat(12), (pairs, root) => {
        const found = descendantsOf(
          [root],
          pairs.map(([pid, ppid]) => entry(pid, ppid)),
        ).map(({ pid }) => pid);
        expect(new Set(found).size).toBe(found.length);
        expect(found).not.toContain(root);
      }),
    );
  });
});

describe('isSameProcess', () => {
  it('distinguishes a process from a later one with its pid', () => {
    expect(isSameProcess(entry(2, 1), { ...entry(2, 9), pgid: 7 })).toBe(true);
    expect(isSameProcess(entry(2, 1), { ...entry(2, 1), started: '2' })).toBe(false);
  });
});

describe('listProcesses', () => {
  it('shows a child in a group of its own, with us as its parent', async () => {
    const child = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
    const pid = child.pid as number;
    pids.push(pid);
    const listed = () => listProcesses().find((found) => found.pid === pid);
    const first = await until('the child to be listed', listed);
    expect(first).toMatchObject({ ppid: process.pid, pgid: pid });
    expect(listProcesses().some((found) => isSameProcess(found, first))).toBe(true);
    endProcesses([pid]);
    await until('the child to be gone', () => listed() === undefined);
  });

  it('leaves Windows to taskkill', () => {
    expect(listProcesses('win32')).toEqual([]);
  });
});

describe('cachePerTick', () => {
  it('lists once per turn of the event loop', async () => {
    let listings = 0;
    const list = cachePerTick(() => {
      listings++;
      return [];
    });
    list();
    await Promise.resolve();
    list();
    expect(listings).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    list();
    expect(listings).toBe(2);
  });
});

describe('the tokens of processes', () => {
  it('are read from the output of ps', () => {
    const text = '    1 /sbin/launchd\n  412 sleep 600 X=1 CLAUDE_ACTORS_GUARD=a1,b2 PATH=/bin\n';
    expect([...parseTokens(text)]).toEqual([[412, 'a1,b2']]);
  });

  it.each([
    ['in one go', async () => listProcessesWithTokens()],
    ['in slices', () => scanProcesses()],
  ])('are listed %s, also those of the CLIs around', async (_how, list) => {
    const env = { PATH: process.env.PATH, CLAUDE_ACTORS_GUARD: 'outer,a1b2' };
    const child = spawn('sleep', ['600'], { stdio: 'ignore', env });
    pids.push(child.pid as number);
    const tokensOf = async (pid?: number) =>
      (await list()).find((found) => found.pid === pid)?.tokens;
    expect(await tokensOf(child.pid)).toBe('outer,a1b2');
    expect(await tokensOf(process.pid)).toBeUndefined();
  });

  it('are not looked for on Windows', async () => {
    expect(listProcessesWithTokens('win32')).toEqual([]);
    expect(await scanProcesses('win32')).toEqual([]);
  });
});

describe('shareScans', () => {
  it('shares a scan among those who ask before it begins, and never one that is running', async () => {
    const scans: Array<(name: string) => void> = [];
    const scan = shareScans(() => new Promise<string>((resolve) => scans.push(resolve)));
    const first = scan();
    await until('the first scan', () => scans.length === 1);
    const [second, third] = [scan(), scan()];
    expect(scans).toHaveLength(1);
    scans[0]?.('one');
    expect(await first).toBe('one');
    await until('the second scan', () => scans.length === 2);
    scans[1]?.('two');
    expect(await Promise.all([second, third])).toEqual(['two', 'two']);
    expect(scans).toHaveLength(2);
  });

  it('scans again after one that failed', async () => {
    let count = 0;
    const scan = shareScans(async () => {
      count += 1;
      if (count === 1) throw new Error('once');
      return count;
    });
    await expect(scan()).rejects.toThrow('once');
    expect(await scan()).toBe(2);
  });
});
