// The processes of this machine, from /proc. Wine's are among them. On a system without /proc, only
// those that a case names are known.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';

/** In the environment of everything that a case starts. */
export const markerVariable = 'CLAUDE_ACTORS_CASE';

export const hasProc = existsSync('/proc/self/stat');

function table() {
  if (!hasProc) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const stat = read(pid, 'stat');
      const [state, ppid] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (!ppid || /[ZX]/.test(state)) return [];
      return [{ pid: Number(pid), ppid: Number(ppid), argv: read(pid, 'cmdline').split('\0') }];
    });
}

function read(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** The processes of a case. Wine's own services are not among them: they serve all programs. */
export function processesOf(marker) {
  const isMarked = ({ pid, argv }) =>
    !/^C:\\windows\\/i.test(argv[0]) &&
    read(pid, 'environ').includes(`${markerVariable}=${marker}`);
  return table().filter((entry) => entry.pid !== process.pid && isMarked(entry));
}

/** A process and all that it has started. The guard has no marker, so it is found this way only. */
export function familyOf(pid) {
  const all = table();
  const family = all.filter((entry) => entry.pid === pid);
  for (const { pid: parent } of family) {
    family.push(...all.filter(({ ppid }) => ppid === parent));
  }
  return family;
}

/** The processes among `family` that are still running. */
export function stillRunning(family) {
  if (!hasProc) return family.filter(({ pid }) => isAlive(pid));
  const now = new Map(table().map((entry) => [entry.pid, entry.argv.join(' ')]));
  return family.filter(({ pid, argv }) => now.get(pid) === argv.join(' '));
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Waits until `look` returns something, and returns undefined if it does not in time. */
export async function until(look, milliseconds) {
  for (const deadline = Date.now() + milliseconds; ; ) {
    const found = look();
    if (found) return found;
    if (Date.now() > deadline) return undefined;
    await setTimeout(20);
  }
}

export function kill(processes) {
  for (const { pid } of processes) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has exited.
    }
  }
}
