import type { Family } from './Family.js';
import type { StopSignal } from './Port.js';
import {
  descendantsOf,
  isSame,
  listProcesses,
  oncePerTurn,
  type ProcessEntry,
} from './processTree.js';

type Kill = (pid: number, signal: StopSignal) => void;

/** Who lives. A sweep must not see a listing from before the signal. */
export interface Listings {
  atSignal(): ProcessEntry[];
  atSweep(): ProcessEntry[];
}

const shared: Listings = {
  atSignal: oncePerTurn(listProcesses),
  atSweep: oncePerTurn(listProcesses),
};

/**
 * The family of a process that leads a group of its own. The CLI gives its tools groups of their
 * own again, and once it is gone nothing shows whose they were: so they are noted while it lives.
 */
export function posixFamily(
  leader: number,
  list: Listings = shared,
  kill: Kill = (pid, signal) => process.kill(pid, signal),
): Family {
  const noted = new Map<number, ProcessEntry>();

  const send = (pid: number, signal: StopSignal): boolean => {
    try {
      kill(pid, signal);
      return true;
    } catch {
      return false; // ESRCH: it is gone. EPERM: not ours; on macOS also a group of zombies only.
    }
  };
  const signalGroup = (signal: StopSignal) => send(-leader, signal) || send(leader, signal);

  /** The noted that still live, with what they have started since. */
  const survivors = (processes: readonly ProcessEntry[]): ProcessEntry[] => {
    const alive = processes.filter((entry) => {
      const before = noted.get(entry.pid);
      return before !== undefined && isSame(before, entry);
    });
    return [
      ...alive,
      ...descendantsOf(
        alive.map((entry) => entry.pid),
        processes,
      ),
    ];
  };

  const note = (processes: readonly ProcessEntry[]) => {
    for (const entry of [...survivors(processes), ...descendantsOf([leader], processes)]) {
      noted.set(entry.pid, entry);
    }
  };

  const killAll = (entries: readonly ProcessEntry[]): number =>
    entries.filter((entry) => send(entry.pid, 'SIGKILL') && entry.pgid !== leader).length;

  return {
    signal(signal) {
      // On SIGINT the CLI ends its tools by itself.
      if (signal !== 'SIGINT') note(list.atSignal());
      signalGroup(signal);
    },
    sweep(marked = new Set()) {
      if (noted.size + marked.size === 0) return 0;
      const processes = list.atSweep();
      for (const entry of processes) if (marked.has(entry.pid)) noted.set(entry.pid, entry);
      return killAll(survivors(processes));
    },
    endNow(gently, processes) {
      note(processes);
      killAll(survivors(processes).filter((entry) => entry.pgid !== leader));
      signalGroup(gently ? 'SIGTERM' : 'SIGKILL');
    },
  };
}
