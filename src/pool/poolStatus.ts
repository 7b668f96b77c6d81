import { liveCount, type PoolLedger } from '../machines/pool/poolLedger.js';

/** How a pool is doing. */
export interface PoolStatus {
  /** How many processes live, spares included. */
  live: number;
  /** How many conversations are being answered, or have just been given a process. */
  working: number;
  /** How many conversations have a process and nothing to do. */
  idle: number;
  /** How many conversations wait for a process. */
  queued: number;
  /** How many spares wait for a new conversation. */
  spares: number;
}

/** What `drain()` could not finish. */
export interface DrainReport {
  /**
   * The keys of the conversations that were stopped before they were idle. Tenants have keys of their
   * own, so a key can appear once for each tenant.
   */
  stopped: readonly string[];
}

export function statusOf(ledger: PoolLedger): PoolStatus {
  const slots = [...ledger.slots.values()];
  const count = (...phases: string[]) => slots.filter((one) => phases.includes(one.phase)).length;
  return {
    live: liveCount(ledger),
    working: count('starting', 'working'),
    idle: count('idle'),
    queued: count('resolving', 'queued'),
    spares: [...ledger.spares.values()].filter(({ phase }) => phase === 'ready').length,
  };
}
