/**
 * A time in milliseconds for all names, or a time per name. `default` sets the time for the names
 * you do not list.
 *
 * @example { default: 10_000, interrupt: 2000 }
 */
export type ByName = number | Readonly<Record<string, number>>;

/**
 * How long each step may take, in milliseconds. A timeout that comes late, because your program was
 * blocked or suspended, lets the answer be read first.
 */
export interface Timeouts {
  /**
   * Until the CLI answers the handshake that starts a session. It starts MCP servers meanwhile.
   *
   * @default 30000; none in `query()`
   */
  initialize?: number;
  /**
   * Until the CLI answers a control operation. You can set a time per operation, by the name of the
   * method or of the control request: `{ interrupt: 2000, mcp_status: 5000 }`.
   *
   * @default 30000, and 5000 for `interrupt`, `setModel` and `setPermissionMode`; none in `query()`
   */
  control?: ByName;
  /**
   * Until a hook returns. You can set a time per event: `{ PreToolUse: 10_000 }`. The `timeout` of a
   * hook matcher wins; it is in seconds.
   *
   * @default 600000, the CLI's own
   */
  hook?: ByName;
  /**
   * Until `canUseTool` returns. After that the tool is denied.
   *
   * @default none, because people may answer
   */
  permission?: number;
  /**
   * Until an MCP server in this program answers a message.
   *
   * @default none
   */
  mcp?: number;
  /**
   * Until the CLI accepts a line on stdin.
   *
   * @default 5000; none in `query()`
   */
  write?: number;
  /**
   * Until `claude --version` answers.
   *
   * @default 5000
   */
  versionProbe?: number;
  /** How long the CLI may take to exit before it is sent SIGTERM and SIGKILL. */
  shutdown?: {
    /**
     * From the end of its input to SIGTERM, after `end()` or a finished run.
     *
     * @default 10000
     */
    end?: number;
    /**
     * From `stop()` to SIGTERM.
     *
     * @default 1000
     */
    terminate?: number;
    /**
     * From `stop()` to SIGKILL; after the end of its input, from SIGTERM to SIGKILL.
     *
     * @default 5000
     */
    kill?: number;
  };
}

/** How many callbacks of one kind may run and wait. */
export interface CallbackLimit {
  /** How many may run at the same time. */
  atOnce?: number;
  /** How many may wait. Any more fail at once, with the warning `CallbackOverflow`. */
  waiting?: number;
}

/** How much may be kept in memory, and how many requests and callbacks may wait. */
export interface Limits {
  /**
   * The longest line of output that is accepted from the CLI, in bytes. Longer lines are skipped
   * with the warning `LineDropped`.
   *
   * @default 256 MiB
   */
  lineBytes?: number;
  /**
   * How far a reader of messages or events may fall behind, in bytes.
   *
   * @default 64 MiB; 1 GiB in `query()`, except in one-shot mode
   */
  unreadBytes?: number;
  /**
   * How many control operations may wait for the session to start.
   *
   * @default 16; no limit in `query()`
   */
  queuedOperations?: number;
  /**
   * How many control operations may be unanswered at the same time.
   *
   * @default 64; no limit in `query()`
   */
  pendingRequests?: number;
  /** How many callbacks may run and wait, by kind. */
  callbacks?: {
    /**
     * For hooks.
     *
     * @default { atOnce: 32, waiting: 256 }
     */
    hook?: CallbackLimit;
    /**
     * For `canUseTool`, `onElicitation` and `onUserDialog`.
     *
     * @default { atOnce: 256, waiting: 0 }
     */
    permission?: CallbackLimit;
    /**
     * For messages to MCP servers in this program.
     *
     * @default { atOnce: 64, waiting: 256 }
     */
    mcp?: CallbackLimit;
  };
  /**
   * How much of the end of stderr is kept to be quoted in errors, in bytes.
   *
   * @default 256 KiB
   */
  stderrBytes?: number;
  /**
   * How many lines a second the callback `stderr` gets. Above that it gets every tenth line, with the
   * warning `StderrSampled`.
   *
   * @default none: it gets every line
   */
  stderrLinesPerSecond?: number;
}

/**
 * After how much silence the CLI counts as stalled, in milliseconds, and what to do then.
 * Silence counts only if nothing explains it: no running tool, task, callback or open permission
 * request.
 */
export interface Stall {
  /**
   * Silence while the CLI starts.
   *
   * @default 120000
   */
  start?: number;
  /**
   * Silence after a message was sent, before the CLI reacts.
   *
   * @default 120000
   */
  firstFrame?: number;
  /**
   * Silence in the middle of a turn.
   *
   * @default 120000
   */
  midTurn?: number;
  /**
   * Emit the warning `Stalled`, also interrupt the turn, or also stop the session or query, which
   * then fails with `StallTimeout`.
   *
   * @default 'warn'
   */
  action?: 'warn' | 'interrupt' | 'stop';
}
