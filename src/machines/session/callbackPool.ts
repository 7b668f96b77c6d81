import type { CallbackKind } from '../callbackChart.js';

export interface PooledCallback {
  readonly id: string;
  readonly kind: CallbackKind;
  /** False while it waits for another callback of its kind to finish. */
  readonly running: boolean;
}

/** The CLI's requests that are being answered, in the order of arrival. */
export type CallbackPool = readonly PooledCallback[];

/** How many callbacks of a kind may run at once, and how many may wait behind them. */
export type PoolLimits = Readonly<Record<CallbackKind, { running: number; waiting: number }>>;

function count(pool: CallbackPool, kind: CallbackKind, running: boolean): number {
  let found = 0;
  for (const callback of pool) {
    if (callback.kind === kind && callback.running === running) found += 1;
  }
  return found;
}

/** Decides whether a new request runs, waits or is refused. An id that is in use is refused. */
export function admit(
  pool: CallbackPool,
  id: string,
  kind: CallbackKind,
  limits: PoolLimits,
): { pool: CallbackPool; verdict: 'run' | 'wait' | 'overflow' | 'duplicate' } {
  if (hasCallback(pool, id)) return { pool, verdict: 'duplicate' };
  const running = count(pool, kind, true) < limits[kind].running;
  if (!running && count(pool, kind, false) >= limits[kind].waiting) {
    return { pool, verdict: 'overflow' };
  }
  return { pool: [...pool, { id, kind, running }], verdict: running ? 'run' : 'wait' };
}

/** Removes a request. If that lets a waiting one run, `next` is its id. */
export function release(pool: CallbackPool, id: string): { pool: CallbackPool; next?: string } {
  const removed = pool.find((callback) => callback.id === id);
  const rest = pool.filter((callback) => callback !== removed);
  if (!removed?.running) return { pool: rest };
  const next = rest.find((callback) => callback.kind === removed.kind && !callback.running);
  if (!next) return { pool: rest };
  const admitted = rest.map((callback) =>
    callback === next ? { ...callback, running: true } : callback,
  );
  return { pool: admitted, next: next.id };
}

export function hasCallback(pool: CallbackPool, id: string): boolean {
  return pool.some((callback) => callback.id === id);
}

export function hasPermissionRequest(pool: CallbackPool): boolean {
  return pool.some((callback) => callback.kind === 'permission');
}
