import { listProcesses, type ProcessEntry } from './processTree.js';
import { countOwnListeners, endingSignals, type Host, programListens } from './signalListeners.js';

type EndNow = (processes: readonly ProcessEntry[]) => void;

/** Ends the registered processes when this one ends in a way that it can notice. */
export interface Reaper {
  /** `endNow` must be synchronous and must not throw; the function returned takes it off again. */
  register(endNow: EndNow): () => void;
}

export function createReaper(host: Host = process, list = listProcesses): Reaper {
  const living = new Set<EndNow>();
  let listening = false;

  // Also reached after an uncaught exception.
  const endAll = () => {
    const processes = list(host.platform);
    for (const endNow of living) endNow(processes);
  };

  const onSignal = (signal: NodeJS.Signals) => {
    if (programListens(host, signal)) return;
    endAll();
    stopListening();
    // Windows knows no SIGHUP to send.
    host.kill(host.pid, host.platform === 'win32' ? 'SIGTERM' : signal);
  };

  const listen = () => {
    if (listening) return;
    listening = true;
    countOwnListeners(host, 1);
    host.prependListener('exit', endAll);
    // First in line: a listener of the program's made with `once` is gone after its turn.
    for (const signal of endingSignals) host.prependListener(signal, onSignal);
  };

  const stopListening = () => {
    if (!listening) return;
    listening = false;
    countOwnListeners(host, -1);
    host.removeListener('exit', endAll);
    for (const signal of endingSignals) host.removeListener(signal, onSignal);
  };

  return {
    register(endNow) {
      living.add(endNow);
      listen();
      return () => {
        living.delete(endNow);
        if (living.size === 0) stopListening();
      };
    },
  };
}

/** The one reaper of this process. */
export const processReaper: Reaper = createReaper();
