import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers';
import { systemToolLimits } from '../../defaults.js';

/** A live process. Pids are reused, so only pid and start time together identify a process. */
export interface ProcessEntry {
  pid: number;
  ppid: number;
  pgid: number;
  started: string;
}

const { psTimeoutMs, psMaxBuffer } = systemToolLimits;
const zombie = /^[ZX]/;

/** Every live process we can see. Empty on Windows, where `taskkill` walks the tree itself. */
export function listProcesses(platform: NodeJS.Platform = process.platform): ProcessEntry[] {
  if (platform === 'win32') return [];
  return platform === 'linux' ? processesFromProc() : processesFromPs();
}

/** Calls `list` at most once per turn of the event loop and shares the result. */
export function cachePerTick(list: () => ProcessEntry[]): () => ProcessEntry[] {
  let cached: ProcessEntry[] | undefined;
  return () => {
    if (cached === undefined) {
      cached = list();
      setImmediate(() => {
        cached = undefined;
      });
    }
    return cached;
  };
}

/** All direct and indirect children of `pids`, without `pids` themselves. */
export function descendantsOf(
  pids: Iterable<number>,
  processes: readonly ProcessEntry[],
): ProcessEntry[] {
  const children = new Map<number, ProcessEntry[]>();
  for (const entry of processes) {
    const siblings = children.get(entry.ppid);
    if (siblings) siblings.push(entry);
    else children.set(entry.ppid, [entry]);
  }
  const queue = [...pids];
  const seen = new Set(queue);
  const found: ProcessEntry[] = [];
  for (const pid of queue) {
    for (const child of children.get(pid) ?? []) {
      if (seen.has(child.pid)) continue;
      seen.add(child.pid);
      queue.push(child.pid);
      found.push(child);
    }
  }
  return found;
}

export function isSameProcess(a: ProcessEntry, b: ProcessEntry): boolean {
  return a.pid === b.pid && a.started === b.started;
}

/** The pids of all processes that have this token in their environment, as far as we may read it. */
export function pidsWithToken(
  token: string,
  platform: NodeJS.Platform = process.platform,
): ReadonlySet<number> {
  if (platform === 'win32') return new Set();
  return new Set(platform === 'linux' ? tokenPidsFromProc(token) : tokenPidsFromPs(token));
}

/** Parses one line of Linux's /proc/PID/stat. Returns undefined for a zombie. */
export function parseProcStat(text: string): ProcessEntry | undefined {
  // The name is in parentheses and may itself contain spaces and parentheses.
  const nameEnd = text.lastIndexOf(')');
  const pid = Number.parseInt(text, 10);
  const fields = text
    .slice(nameEnd + 1)
    .trim()
    .split(' ');
  const [state, ppid, pgid] = fields;
  const started = fields[19];
  if (nameEnd < 0 || !state || zombie.test(state) || !started) return undefined;
  return { pid, ppid: Number(ppid), pgid: Number(pgid), started };
}

// One -o per column: on macOS and the BSDs, everything after the first `=` of a list is a heading.
const psColumns = ['pid=', 'ppid=', 'pgid=', 'stat=', 'lstart='].flatMap((name) => ['-o', name]);
const psLine = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\S.*?)\s*$/;

/** Parses the output of `ps` with the columns above. */
export function parsePs(text: string): ProcessEntry[] {
  return text.split('\n').flatMap((line) => {
    const [, pid, ppid, pgid, state, started] = psLine.exec(line) ?? [];
    if (!state || !started || zombie.test(state)) return [];
    return [{ pid: Number(pid), ppid: Number(ppid), pgid: Number(pgid), started }];
  });
}

/** The pids of the lines of `ps` that contain the token. */
export function parsePidsWithToken(text: string, token: string): number[] {
  return text
    .split('\n')
    .filter((line) => line.includes(token))
    .map((line) => Number.parseInt(line, 10));
}

function processesFromProc(): ProcessEntry[] {
  return procPids().flatMap((pid) => parseProcStat(readProc(pid, 'stat')) ?? []);
}

function tokenPidsFromProc(token: string): number[] {
  return procPids()
    .filter((pid) => readProc(pid, 'environ').includes(token))
    .map(Number);
}

function procPids(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/** Empty if the process has exited since it was listed, or belongs to another user. */
function readProc(pid: string, file: 'stat' | 'environ'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}

function processesFromPs(): ProcessEntry[] {
  return parsePs(runPs(['-ax', ...psColumns]).stdout ?? '');
}

function tokenPidsFromPs(token: string): number[] {
  // `ps` shows the environment with -E on macOS and with -e on the BSDs.
  for (const flags of ['-axwwE', '-axwwe']) {
    const { status, stdout } = runPs([flags, '-o', 'pid=', '-o', 'command=']);
    if (status === 0) return parsePidsWithToken(stdout, token);
  }
  return [];
}

function runPs(args: readonly string[]) {
  return spawnSync('ps', args, {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: psMaxBuffer,
    timeout: psTimeoutMs,
  });
}
