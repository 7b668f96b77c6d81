import { spawn, spawnSync } from 'node:child_process';
import { win32 } from 'node:path';
import { systemToolLimits } from '../../defaults.js';
import { readVariable } from '../environment/environment.js';
import type { StopSignal } from './port.js';
import {
  cachePerTick,
  descendantsOf,
  isSameProcess,
  listProcesses,
  type ProcessEntry,
} from './processList.js';

/** A process and everything it started, as the target of signals. No method throws. */
export interface ProcessTree {
  signal(signal: StopSignal): void;
  /**
   * Call it once the root process has exited. Kills the descendants that survived our signals, and
   * the processes in `extraPids`. Returns how many of the killed ran in another process group.
   */
  killSurvivors(extraPids?: ReadonlySet<number>): number;
  /** This process is exiting. With `gently`, a guard that outlives us sends the final SIGKILL. */
  killNow(gently: boolean, processes: readonly ProcessEntry[]): void;
}

type Kill = (pid: number, signal: StopSignal) => void;

/** Lists live processes. `killSurvivors` must not reuse a list from before the signal. */
export interface ProcessLists {
  forSignal(): ProcessEntry[];
  forSurvivors(): ProcessEntry[];
}

const cachedLists: ProcessLists = {
  forSignal: cachePerTick(listProcesses),
  forSurvivors: cachePerTick(listProcesses),
};

/**
 * The tree of a process that leads its own process group. The CLI starts tools in further groups of
 * their own, and once the CLI has exited nothing shows who started them. So we remember them while
 * it is alive.
 */
export function posixProcessTree(
  leader: number,
  lists: ProcessLists = cachedLists,
  kill: Kill = (pid, signal) => process.kill(pid, signal),
): ProcessTree {
  const remembered = new Map<number, ProcessEntry>();

  const send = (pid: number, signal: StopSignal): boolean => {
    try {
      kill(pid, signal);
      return true;
    } catch {
      // ESRCH: it has exited. EPERM: not ours; on macOS also a group that has only zombies left.
      return false;
    }
  };
  const signalGroup = (signal: StopSignal) => send(-leader, signal) || send(leader, signal);

  /** The remembered processes that are still alive, and what they have started since. */
  const survivorsIn = (processes: readonly ProcessEntry[]): ProcessEntry[] => {
    const alive = processes.filter((entry) => {
      const before = remembered.get(entry.pid);
      return before !== undefined && isSameProcess(before, entry);
    });
    return [
      ...alive,
      ...descendantsOf(
        alive.map((entry) => entry.pid),
        processes,
      ),
    ];
  };

  const rememberFrom = (processes: readonly ProcessEntry[]) => {
    for (const entry of [...survivorsIn(processes), ...descendantsOf([leader], processes)]) {
      remembered.set(entry.pid, entry);
    }
  };

  const killAll = (entries: readonly ProcessEntry[]): number =>
    entries.filter((entry) => send(entry.pid, 'SIGKILL') && entry.pgid !== leader).length;

  return {
    signal(signal) {
      // On SIGINT the CLI stops its tools itself.
      if (signal !== 'SIGINT') rememberFrom(lists.forSignal());
      signalGroup(signal);
    },
    killSurvivors(extraPids = new Set()) {
      if (remembered.size + extraPids.size === 0) return 0;
      const processes = lists.forSurvivors();
      for (const entry of processes) {
        if (extraPids.has(entry.pid)) remembered.set(entry.pid, entry);
      }
      return killAll(survivorsIn(processes));
    },
    killNow(gently, processes) {
      rememberFrom(processes);
      killAll(survivorsIn(processes).filter((entry) => entry.pgid !== leader));
      signalGroup(gently ? 'SIGTERM' : 'SIGKILL');
    },
  };
}

export interface Taskkill {
  path: string;
  /** How long `killNow` may block the exit of this process. */
  timeoutMs: number;
  /** Used if `taskkill` cannot be run. Kills the process alone, without its tree. */
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
          .unref();
      } catch {
        taskkill.fallback(pid);
      }
    },
    killSurvivors: () => 0,
    killNow() {
      const { error } = spawnSync(taskkill.path, args, {
        stdio: 'ignore',
        windowsHide: true,
        timeout: taskkill.timeoutMs,
        killSignal: 'SIGKILL',
      });
      if (error) taskkill.fallback(pid);
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
