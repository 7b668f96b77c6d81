import { constants } from 'node:os';
import { type listProcesses, listProcessesWithTokens, type ProcessEntry } from './processList.js';

/** Node's `process`, as far as the reaper needs it. */
export type ReaperHost = Pick<
  NodeJS.Process,
  'pid' | 'platform' | 'kill' | 'exit' | 'listenerCount' | 'prependListener' | 'removeListener'
>;

type KillNow = (processes: readonly ProcessEntry[]) => void;

/**
 * Kills the registered child processes when this process exits or is terminated by a signal. What
 * is registered must be synchronous and must not throw. Returned functions unregister it.
 */
export interface Reaper {
  register(killNow: KillNow): () => void;
  /** Runs after all processes were killed. */
  registerCleanUp(cleanUp: () => void): () => void;
}

const terminationSignals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

export function createReaper(
  host: ReaperHost = process,
  list: typeof listProcesses = listProcessesWithTokens,
): Reaper {
  const kills = new Set<KillNow>();
  const cleanUps = new Set<() => void>();
  let isListening = false;

  // `exit` is also emitted after an uncaught exception.
  const killAll = () => {
    const processes = kills.size > 0 ? list(host.platform) : [];
    for (const killNow of kills) killNow(processes);
    for (const cleanUp of cleanUps) cleanUp();
  };

  const onSignal = (signal: NodeJS.Signals) => {
    if (programHandles(host, signal)) return;
    killAll();
    stopListening();
    // The kernel drops a signal that the first process of a container sends to itself.
    if (host.pid === 1) host.exit(128 + constants.signals[signal]);
    // Windows cannot send SIGHUP.
    else host.kill(host.pid, host.platform === 'win32' ? 'SIGTERM' : signal);
  };

  const listen = () => {
    if (isListening) return;
    isListening = true;
    countOwnListeners(host, 1);
    host.prependListener('exit', killAll);
    // First in line: a listener that the program added with `once` is gone after its turn.
    for (const signal of terminationSignals) host.prependListener(signal, onSignal);
  };

  const stopListening = () => {
    if (!isListening) return;
    isListening = false;
    countOwnListeners(host, -1);
    host.removeListener('exit', killAll);
    for (const signal of terminationSignals) host.removeListener(signal, onSignal);
  };

  // Node handles an arrived signal in the next turn of the event loop, and drops it if there is no
  // listener by then. So keep listening until that turn is over.
  const stopListeningSoon = () => {
    const stopIfIdle = () => kills.size + cleanUps.size === 0 && stopListening();
    setImmediate(() => setImmediate(stopIfIdle).unref()).unref();
  };

  const add = <Entry>(to: Set<Entry>, entry: Entry) => {
    to.add(entry);
    listen();
    return () => {
      to.delete(entry);
      if (kills.size + cleanUps.size === 0) stopListeningSoon();
    };
  };

  return {
    register: (killNow) => add(kills, killNow),
    registerCleanUp: (cleanUp) => add(cleanUps, cleanUp),
  };
}

const ownListenersKey = Symbol.for('claude-actors signal listeners');
const signalExit4Key = Symbol.for('signal-exit emitter');

interface ListenerCounts {
  [ownListenersKey]?: number;
  __signal_exit_emitter__?: { count?: unknown };
}

/** Stored on `process`, so that two copies of this library in one program can see each other. */
function countOwnListeners(host: ReaperHost & ListenerCounts, change: 1 | -1): void {
  host[ownListenersKey] = asCount(host[ownListenersKey]) + change;
}

/**
 * Whether the program itself handles a signal. Like this library, signal-exit stays out of the way
 * if anyone else listens. If each counted the other, nobody would terminate the program.
 */
function programHandles(host: ReaperHost & ListenerCounts, signal: NodeJS.Signals): boolean {
  const signalExit4 = (globalThis as { [signalExit4Key]?: { count?: unknown } })[signalExit4Key];
  const yieldingListeners =
    asCount(host[ownListenersKey]) +
    asCount(host.__signal_exit_emitter__?.count) +
    asCount(signalExit4?.count);
  return host.listenerCount(signal) > yieldingListeners;
}

function asCount(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

/** The reaper of this process. */
export const processReaper: Reaper = createReaper();
