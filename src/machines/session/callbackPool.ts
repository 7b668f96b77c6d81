import type { CallbackKind } from '../callbackChart.js';

export interface Place {
  readonly id: string;
  readonly kind: CallbackKind;
  readonly running: boolean;
}

/** The CLI's requests that are being answered, in the order of arrival. */
export type CallbackPool = readonly Place[];

/** How many of a kind may run at once, and how many may wait behind them. */
export type PoolLimits = Readonly<Record<CallbackKind, { running: number; waiting: number }>>;

function count(pool: CallbackPool, kind: CallbackKind, running: boolean): number {
  return pool.filter((place) => place.kind === kind && place.running === running).length;
}

/** What becomes of a new request; an id that is being answered already is refused. */
export function admit(
  pool: CallbackPool,
  id: string,
  kind: CallbackKind,
  limits: PoolLimits,
): { pool: CallbackPool; verdict: 'run' | 'wait' | 'overflow' | 'duplicate' } {
  if (holds(pool, id)) return { pool, verdict: 'duplicate' };
  const running = count(pool, kind, true) < limits[kind].running;
  if (!running && count(pool, kind, false) >= limits[kind].waiting) {
    return { pool, verdict: 'overflow' };
  }
  return { pool: [...pool, { id, kind, running }], verdict: running ? 'run' : 'wait' };
}

/** Takes a request out and says which one, if any, gets its place. */
export function leave(pool: CallbackPool, id: string): { pool: CallbackPool; next?: string } {
  const gone = pool.find((place) => place.id === id);
  const rest = pool.filter((place) => place !== gone);
  if (!gone?.running) return { pool: rest };
  const next = rest.find((place) => place.kind === gone.kind && !place.running);
  if (!next) return { pool: rest };
  const moved = rest.map((place) => (place === next ? { ...place, running: true } : place));
  return { pool: moved, next: next.id };
}

export function holds(pool: CallbackPool, id: string): boolean {
  return pool.some((place) => place.id === id);
}

export function hasPermission(pool: CallbackPool): boolean {
  return pool.some((place) => place.kind === 'permission');
}
