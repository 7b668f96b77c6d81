import { execFile, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers';
import { sweepLimits, systemToolLimits } from '../../defaults.js';
import { guardVariable } from './guardToken.js';

/** A live process. Pids are reused, so only pid and start time together identify a process. */
export interface ProcessEntry {
  pid: number;
  ppid: number;
  pgid: number;
  /** The session it belongs to. Unknown without /proc. */
  session?: number;
  started: string;
  /** The tokens in its environment, if they were asked for and we may read it. */
  tokens?: string;
}

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

/** As `listProcesses`, with the tokens in their environments. */
export function listProcessesWithTokens(
  platform: NodeJS.Platform = process.platform,
): ProcessEntry[] {
  if (platform === 'win32') return [];
  if (platform === 'linux') return procPids().flatMap((pid) => procEntry(pid, true) ?? []);
  return withTokens(processesFromPs(), environmentsFromPs());
}

/**
 * The same, without blocking the event loop for long: it reads /proc in slices, and waits for `ps`
 * instead of blocking. Processes that start or exit meanwhile may be missing or listed.
 */
export async function scanProcesses(
  platform: NodeJS.Platform = process.platform,
): Promise<ProcessEntry[]> {
  if (platform === 'win32') return [];
  if (platform !== 'linux') {
    const text = await runPsLater(['-ax', ...psColumns]);
    const environments = [];
    for (const flags of psEnvironmentFlags) {
      environments.push(await runPsLater([flags, ...psCommandColumns]));
      if (environments.at(-1)) break;
    }
    return withTokens(parsePs(text), environments.at(-1) ?? '');
  }
  const entries: ProcessEntry[] = [];
  for (const [index, pid] of procPids().entries()) {
    const entry = procEntry(pid, true);
    if (entry) entries.push(entry);
    if (index % sweepLimits.sliceLength === sweepLimits.sliceLength - 1)
      await new Promise((next) => setImmediate(next));
  }
  return entries;
}

/** Shares a scan among all who ask before it begins. One that is running may miss what they want. */
export function shareScans<Scan>(scan: () => Promise<Scan>): () => Promise<Scan> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<Scan> | undefined;
  return () => {
    next ??= running.then(() => {
      const started = scan();
      next = undefined;
      running = started.catch(() => {});
      return started;
    });
    return next;
  };
}

/** The command line of a process, and empty if it cannot be read. */
export function commandLine(pid: number, platform: NodeJS.Platform = process.platform): string {
  if (platform !== 'linux') {
    return (runPs(['-p', String(pid), '-o', 'command=']).stdout ?? '').trim();
  }
  return readProc(String(pid), 'cmdline').replaceAll('\0', ' ').trim();
}

/** When a live process was started. Undefined if it is gone, and on Windows. */
export async function startTimeOf(
  pid: number,
  platform: NodeJS.Platform = process.platform,
): Promise<string | undefined> {
  if (platform === 'win32') return undefined;
  if (platform === 'linux') return procEntry(String(pid), false)?.started;
  return parsePs(await runPsLater(['-p', String(pid), ...psColumns]))[0]?.started;
}

/** Whether the pid of a listed process still belongs to it. Unknown without /proc: then yes. */
export function isCurrent(entry: ProcessEntry, platform = process.platform): boolean {
  if (platform !== 'linux') return true;
  const now = procEntry(String(entry.pid), false);
  return now !== undefined && isSameProcess(now, entry);
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
  const [state, ppid, pgid, session] = fields;
  const started = fields[19];
  if (nameEnd < 0 || !state || zombie.test(state) || !started) return undefined;
  return { pid, ppid: Number(ppid), pgid: Number(pgid), session: Number(session), started };
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

/** The tokens in the lines of `ps`, which end with an environment, by pid. */
export function parseTokens(text: string): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const line of text.split('\n')) {
    const tokens = tokensIn(line, ' ');
    if (tokens) found.set(Number.parseInt(line, 10), tokens);
  }
  return found;
}

function withTokens(entries: ProcessEntry[], environments: string): ProcessEntry[] {
  const tokens = parseTokens(environments);
  return entries.map((entry) => ({ ...entry, tokens: tokens.get(entry.pid) }));
}

function tokensIn(environment: string, separator: string): string | undefined {
  const start = environment.lastIndexOf(`${guardVariable}=`);
  if (start < 0) return undefined;
  const end = environment.indexOf(separator, start);
  return environment.slice(start + guardVariable.length + 1, end < 0 ? undefined : end);
}

function procEntry(pid: string, wantsTokens: boolean): ProcessEntry | undefined {
  const entry = parseProcStat(readProc(pid, 'stat'));
  if (entry && wantsTokens) entry.tokens = tokensIn(readProc(pid, 'environ'), '\0');
  return entry;
}

function processesFromProc(): ProcessEntry[] {
  return procPids().flatMap((pid) => procEntry(pid, false) ?? []);
}

function procPids(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/** Empty if the process has exited since it was listed, or belongs to another user. */
function readProc(pid: string, file: 'stat' | 'environ' | 'cmdline'): string {
  try {
    // Node reads UTF-8 the fastest. What is not UTF-8 is replaced, and matters to nobody here.
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function processesFromPs(): ProcessEntry[] {
  return parsePs(runPs(['-ax', ...psColumns]).stdout ?? '');
}

// `ps` shows the environment with -E on macOS and with -e on the BSDs.
const psEnvironmentFlags = ['-axwwE', '-axwwe'];
const psCommandColumns = ['-o', 'pid=', '-o', 'command='];

function environmentsFromPs(): string {
  for (const flags of psEnvironmentFlags) {
    const { status, stdout } = runPs([flags, ...psCommandColumns]);
    if (status === 0) return stdout;
  }
  return '';
}

const psOptions = () => ({
  encoding: 'utf8' as const,
  env: { PATH: process.env.PATH, LC_ALL: 'C' },
  maxBuffer: systemToolLimits.psMaxBuffer,
  timeout: systemToolLimits.psTimeoutMs,
});

function runPs(args: readonly string[]) {
  return spawnSync('ps', args, { ...psOptions(), stdio: ['ignore', 'pipe', 'ignore'] });
}

function runPsLater(args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile('ps', args, psOptions(), (error, stdout) => resolve(error ? '' : stdout));
  });
}
