const mib = 1024 * 1024;

/** How much of the end of a transcript is read after a process has died, in bytes. */
export const transcriptTail = {
  /** Usually enough for a turn. If it is not, four times as much is read. */
  firstBytes: mib,
  /** No turn writes more. What is older is not looked for. */
  maxBytes: 256 * mib,
};

/** What `toEventStream` keeps of a session for clients that reconnect or are slow. */
export const eventStreamDefaults = {
  keptItems: 10_000,
  /** In characters of JSON. */
  keptBytes: 16 * mib,
  /**
   * How often a silent stream gets a comment, in milliseconds. Many proxies close a connection that
   * was silent for 30 s.
   */
  heartbeatMs: 15_000,
};
