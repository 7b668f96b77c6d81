/** The defaults of `Approvals`. Times are in milliseconds. */
export const approvalDefaults = {
  /** How long a running process holds a call that cannot be deferred. */
  holdMs: 600_000,
  /** How long an approval that was used or withdrawn is kept, so that a late answer is understood. */
  keepSettledMs: 86_400_000,
  /** How often old ones are looked for. */
  forgetEveryMs: 3_600_000,
};
