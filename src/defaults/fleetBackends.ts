/** How the connection that listens for changes in PostgreSQL is kept, in milliseconds. */
export const defaultListener = {
  /** How often a silent connection is asked whether it is still there. */
  checkMs: 2_000,
  /** How long the answer may take. */
  answerMs: 3_000,
  /** How long it may take to connect, to subscribe and to look up what has changed. */
  connectionMs: 15_000,
  /** The pause before another try to connect. */
  retryMs: 500,
  /** After a gap, changes are looked up that are this much older: their commit may have been slow. */
  overlapMs: 60_000,
};

/** How many notes wait at most for a connection to PostgreSQL. Further ones are dropped. */
export const maxWaitingNotes = 100_000;

/** How many rows `rows` returns at most. */
export const maxRowsAtOnce = 1_000;

/** How `bullmq()` works. Times are in milliseconds. */
export const defaultBullmq = {
  /** How long a lease lasts without being renewed. */
  leaseMs: 30_000,
  /** How a connection to Redis is kept alive, and how often a command is tried on a lost one. */
  redis: { keepAlive: 10_000, maxRetriesPerRequest: 5 },
  /** How long the first connection may take. Later, BullMQ connects again by itself. */
  connectMs: 10_000,
  /** How often workers look for leases that have expired. */
  expiryCheckMs: 2_000,
  /** The pause before a run that failed is repeated; it doubles each time, up to the maximum. */
  retryMs: 500,
  maxRetryMs: 30_000,
  /** The pause before a worker that lost its connection looks for work again. */
  reconnectMs: 1_000,
  /** How long closing a queue, or a worker without leases, may wait for the server. */
  closeMs: 5_000,
  /** A new lock is renewed before its first use if this part of it has passed. */
  staleAfter: 1 / 6,
  /** By how much the clocks of two workers may differ. On PostgreSQL, BullMQ compares them. */
  clockSkewMs: 1_000,
};
