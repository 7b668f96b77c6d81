import { spawn, spawnSync } from 'node:child_process';
import { win32 } from 'node:path';
import { sweepLimits, systemToolLimits } from '../../defaults.js';
import { readVariable } from '../environment/environment.js';
import type { Leftover, StopSignal } from './port.js';
import {
  cachePerTick,
  commandLine,
  descendantsOf,
  isCurrent,
  isSameProcess,
  listProcesses,
  type ProcessEntry,
  scanProcesses,
  shareScans,
} from './processList.js';

/** A process and everything it started, as the target of signals. No method throws or rejects. */
export interface ProcessTree {
  signal(signal: StopSignal): void;
  /**
   * Call it once the root process has exited. Signals everything it has left running, and resolves
   * with what that was. With SIGKILL, it repeats this until nothing is left.
   */
  sweep(signal: StopSignal): Promise<Leftover[]>;
  /**
   * This process is exiting. With `gently`, a guard that outlives us looks for what carries the
   * token, and sends the final SIGKILL.
   */
  killNow(gently: boolean, processes: readonly ProcessEntry[]): void;
}

/** The system, as a tree sees it. */
export interface ProcessHost {
  pid: number;
  list(): ProcessEntry[];
  /** With the tokens of the processes. Never begins before the call. */
  scan(): Promise<ProcessEntry[]>;
  kill(pid: number, signal: StopSignal): void;
  commandLine(pid: number): string;
  isCurrent(entry: ProcessEntry): boolean;
}

const thisHost: ProcessHost = {
  pid: process.pid,
  list: cachePerTick(listProcesses),
  scan: shareScans(scanProcesses),
  kill: (pid, signal) => process.kill(pid, signal),
  commandLine,
  isCurrent,
};

/**
 * The tree of a process that leads its own process group and session. The CLI starts tools in
 * further groups and sessions, and once it has exited, only the token in their environment shows who
 * started them. For tools that drop their environment, we remember its descendants while it lives.
 */
export function posixProcessTree(
  leader: number,
  token: string,
  host: ProcessHost = thisHost,
): ProcessTree {
  const remembered = new Map<number, ProcessEntry>();

  const send = (pid: number, signal: StopSignal): boolean => {
    try {
      host.kill(pid, signal);
      return true;
    } catch {
      // ESRCH: it has exited. EPERM: not ours; on macOS also a group that has only zombies left.
      return false;
    }
  };
  const signalGroup = (signal: StopSignal) => send(-leader, signal) || send(leader, signal);

  const isRemembered = (entry: ProcessEntry): boolean => {
    const before = remembered.get(entry.pid);
    return before !== undefined && isSameProcess(before, entry);
  };
  /** What belongs to the tree by itself, and what that has started since. */
  const membersIn = (
    processes: readonly ProcessEntry[],
    belongs: (entry: ProcessEntry) => boolean,
  ) => {
    const own = processes.filter((entry) => entry.pid !== leader && belongs(entry));
    const pids = own.map((entry) => entry.pid);
    const members = [...own, ...descendantsOf(pids, processes)];
    return members.filter((entry) => entry.pid !== host.pid);
  };
  const hasToken = ({ tokens }: ProcessEntry) => tokens?.includes(token) === true;

  const rememberFrom = (processes: readonly ProcessEntry[]) => {
    const known = membersIn(processes, isRemembered);
    for (const entry of [...known, ...descendantsOf([leader], processes)]) {
      remembered.set(entry.pid, entry);
    }
  };

  const leftoversIn = (processes: readonly ProcessEntry[]): ProcessEntry[] => {
    // A pid is not reused while a group or session has its number.
    const isReused = processes.some(({ pid }) => pid === leader);
    const isInGroup = ({ pgid, session }: ProcessEntry) =>
      !isReused && (pgid === leader || session === leader);
    return membersIn(
      processes,
      (entry) => hasToken(entry) || isRemembered(entry) || isInGroup(entry),
    );
  };

  return {
    signal(signal) {
      // On SIGINT the CLI stops its tools itself.
      if (signal !== 'SIGINT') rememberFrom(host.list());
      signalGroup(signal);
    },
    async sweep(signal) {
      const found = new Map<string, Leftover>();
      const passes = signal === 'SIGKILL' ? sweepLimits.maxPasses : 1;
      for (let pass = 0; pass < passes; pass++) {
        const left = leftoversIn(await host.scan().catch(() => []));
        const current = left.filter((entry) => host.isCurrent(entry));
        // A list of processes takes time, so none is asked for its name after the signal.
        const named = current.map((entry) => ({ entry, command: host.commandLine(entry.pid) }));
        const signalled = named.filter(({ entry }) => send(entry.pid, signal));
        if (signalled.length === 0) break;
        for (const { entry, command } of signalled) {
          remembered.set(entry.pid, entry);
          const key = `${entry.pid} ${entry.started}`;
          // One that is just ending has no command line any more.
          if (!found.has(key)) found.set(key, { pid: entry.pid, command });
        }
      }
      return [...found.values()];
    },
    killNow(gently, processes) {
      rememberFrom(processes);
      const tools = membersIn(
        processes,
        (entry) => isRemembered(entry) || (!gently && hasToken(entry)),
      );
      for (const { pid, pgid } of tools) if (pgid !== leader) send(pid, 'SIGKILL');
      signalGroup(gently ? 'SIGTERM' : 'SIGKILL');
    },
  };
}

export interface Taskkill {
  path: string;
  /** How long `killNow` may block the exit of this process. */
  timeoutMs: number;
  /** Used if `taskkill` cannot be run or fails. Kills the process alone, without its tree. */
  fallback(pid: number): void;
}

const { taskkillTimeoutMs } = systemToolLimits;

/**
 * Windows has no process groups, and a process keeps its parent's pid after the parent has exited.
 * So we leave walking the tree to `taskkill`.
 */
export function windowsProcessTree(
  pid: number,
  taskkill: Taskkill = systemTaskkill(),
): ProcessTree {
  const args = taskkillArguments(pid);
  return {
    signal(signal) {
      // Windows cannot send SIGINT to another process: a console event would hit us as well.
      if (signal === 'SIGINT') return;
      try {
        spawn(taskkill.path, args, { stdio: 'ignore', windowsHide: true })
          .once('error', () => taskkill.fallback(pid))
          .once('exit', (code) => {
            if (code !== 0) taskkill.fallback(pid);
          })
          .unref();
      } catch {
        taskkill.fallback(pid);
      }
    },
    // A process keeps its parent's pid, but nothing shows whether that parent was ours.
    sweep: () => Promise.resolve([]),
    killNow() {
      const { error, status } = spawnSync(taskkill.path, args, {
        stdio: 'ignore',
        windowsHide: true,
        timeout: taskkill.timeoutMs,
        killSignal: 'SIGKILL',
      });
      if (error || status !== 0) taskkill.fallback(pid);
    },
  };
}

/** The full path, because Windows looks for a bare name in the working directory first. */
export function taskkillPath(env: NodeJS.ProcessEnv): string {
  const root = readVariable(env, 'SystemRoot', 'win32') ?? '';
  const absolute = /^[a-z]:[\\/]/i.test(root) ? root : 'C:\\Windows';
  return win32.join(absolute, 'System32', 'taskkill.exe');
}

/** Kills the process and its tree. Without /F, only programs with a window react. */
export function taskkillArguments(pid: number): string[] {
  return ['/pid', String(pid), '/T', '/F'];
}

function systemTaskkill(): Taskkill {
  return {
    path: taskkillPath(process.env),
    timeoutMs: taskkillTimeoutMs,
    fallback(pid) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has already exited.
      }
    },
  };
}
