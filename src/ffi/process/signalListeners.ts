/** Node's `process`, as far as the reaper needs it. */
export type Host = Pick<
  NodeJS.Process,
  'pid' | 'platform' | 'kill' | 'listenerCount' | 'prependListener' | 'removeListener'
>;

export const endingSignals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const ownListeners = Symbol.for('claude-actors signal listeners');
const signalExit4 = Symbol.for('signal-exit emitter');

interface CountingHost {
  [ownListeners]?: number;
  __signal_exit_emitter__?: { count?: unknown };
}

const asCount = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** Kept in the open, so that two copies of this library in one program know of each other. */
export function countOwnListeners(host: Host & CountingHost, change: 1 | -1): void {
  host[ownListeners] = asCount(host[ownListeners]) + change;
}

/**
 * Whether the program itself listens for a signal. The library signal-exit, as this one, leaves a
 * signal alone when anyone else listens; if both counted each other, nobody would end the program.
 */
export function programListens(host: Host & CountingHost, signal: NodeJS.Signals): boolean {
  const emitter4 = (globalThis as { [signalExit4]?: { count?: unknown } })[signalExit4];
  const yielding =
    asCount(host[ownListeners]) +
    asCount(host.__signal_exit_emitter__?.count) +
    asCount(emitter4?.count);
  return host.listenerCount(signal) > yielding;
}
