/** The defaults of a `SessionPool`. Times are in milliseconds. */
export const defaultPool = {
  /** A CLI takes about 160 to 200 MB. */
  max: 8,
  /** Spares take memory whether somebody comes or not. */
  warm: 0,
  /** Longer than most people take to answer. */
  idleMs: 300_000,
  /** How often the memory of a CLI is measured. */
  memoryCheckMs: 10_000,
  /** How long to wait after a spare failed to start. */
  spareRetryMs: 5_000,
  /** How long a resumed CLI may take to come back to a deferred call. It does so as it starts. */
  continueMs: 10_000,
  /** How long `drain()` lets turns finish. */
  drainMs: 30_000,
};

/** What is kept of a conversation's messages while nobody reads them. A pool has many of them. */
export const pooledLog = {
  keptItems: 100,
  keptBytes: 256 * 1024,
};

/** The defaults of `Approvals`. Times are in milliseconds. */
export const approvalDefaults = {
  /** How long a running process holds a call that cannot be deferred. */
  holdMs: 600_000,
  /** How long an approval that was used or withdrawn is kept, so that a late answer is understood. */
  keepSettledMs: 86_400_000,
  /** How often old ones are looked for. */
  forgetEveryMs: 3_600_000,
};

/**
 * The first CLI that is known to ask the hooks about a deferred call at every resume. 2.1.197 may run
 * it before it knows the hooks, so that a tool that needs no permission runs without an answer.
 */
export const deferSince = '2.1.325';
