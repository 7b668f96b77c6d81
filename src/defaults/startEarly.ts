/** How long a CLI that is started early may take to answer the handshake, in milliseconds. */
export const earlyStartMs = 60_000;

/** How much of the time that its start-up hooks take does not count, in milliseconds. */
export const startHookAllowanceMs = 600_000;
