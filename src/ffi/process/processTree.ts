import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers';

/** A live process. Pid and start time together name it for good: a pid alone is used again. */
export interface ProcessEntry {
  pid: number;
  ppid: number;
  pgid: number;
  started: string;
}

const zombie = /^[ZX]/;

/** One line of Linux's /proc/PID/stat; nothing for a process that is only waiting to be reaped. */
export function parseProcStat(text: string): ProcessEntry | undefined {
  // The name stands in parentheses and may itself hold spaces and parentheses.
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

// One -o each: on macOS and the BSDs all that follows the first `=` of a list is a heading.
const psArguments = ['pid=', 'ppid=', 'pgid=', 'stat=', 'lstart='].flatMap((name) => ['-o', name]);
const psLine = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\S.*?)\s*$/;

/** The output of `ps` with the columns asked for above. */
export function parsePs(text: string): ProcessEntry[] {
  return text.split('\n').flatMap((line) => {
    const [, pid, ppid, pgid, state, started] = psLine.exec(line) ?? [];
    if (!state || !started || zombie.test(state)) return [];
    return [{ pid: Number(pid), ppid: Number(ppid), pgid: Number(pgid), started }];
  });
}

/** Every live process that can be seen; none on Windows, where `taskkill` knows the tree. */
export function listProcesses(platform: NodeJS.Platform = process.platform): ProcessEntry[] {
  if (platform === 'win32') return [];
  return platform === 'linux' ? fromProc() : fromPs();
}

/** One listing for all who ask in the same turn of the event loop. */
export function oncePerTurn(list: () => ProcessEntry[]): () => ProcessEntry[] {
  let listing: ProcessEntry[] | undefined;
  return () => {
    if (listing === undefined) {
      listing = list();
      setImmediate(() => {
        listing = undefined;
      });
    }
    return listing;
  };
}

function fromProc(): ProcessEntry[] {
  let names: string[];
  try {
    names = readdirSync('/proc');
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      return parseProcStat(readFileSync(`/proc/${name}/stat`, 'latin1')) ?? [];
    } catch {
      return []; // It ended since the listing.
    }
  });
}

function fromPs(): ProcessEntry[] {
  const { stdout } = spawnSync('ps', ['-ax', ...psArguments], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 64 * 1024 * 1024,
    timeout: 2_000,
  });
  return parsePs(stdout ?? '');
}

/** The processes whose line of parents leads to one of `pids`; those themselves are left out. */
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

export function isSame(a: ProcessEntry, b: ProcessEntry): boolean {
  return a.pid === b.pid && a.started === b.started;
}
