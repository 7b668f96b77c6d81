const mib = 1024 * 1024;

/** The defaults of a fleet. Times are in milliseconds. */
export const defaultFleet = {
  /** How many processes a worker runs at once. */
  max: 8,
  /** How long a lease lasts without being renewed. */
  leaseMs: 30_000,
  /** How often a lease is renewed within its time. */
  renewals: 3,
  /** How long before the end of its lease a CLI is killed, so that it is gone when another starts. */
  killBeforeMs: 2_000,
  /** How long a run that failed waits for the next one. */
  retryMs: 1_000,
  /** How often a fleet looks for messages that nobody was woken for, in leases. */
  sweepLeases: 2,
  /** How many workers in a row may die over a conversation, and within which time. */
  restarts: { max: 3, withinMs: 600_000 },
  /** How many new conversations in a row need other options before new spares get those. */
  missesBeforeNewSpares: 2,
  /** How long `drain()` lets turns finish. */
  drainMs: 30_000,
  /** How many rows a reader fetches at once. */
  rowsAtOnce: 200,
};

/** Where a fleet keeps its data. */
export const defaultFleetFolder = '.claude-fleet';

/** The size at which a file that passes tokens between processes is started again, in bytes. */
export const noteFileBytes = 4 * mib;
