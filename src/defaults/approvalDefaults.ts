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
