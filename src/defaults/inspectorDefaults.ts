/** How much of an actor's context is reported to the inspector page. */
export const contextLimits = {
  maxFields: 60,
  /** The length of one field as JSON. */
  maxLength: 4_000,
  /** The length of one text in a field. */
  maxTextLength: 300,
  /** How many values are read of one field. */
  maxParts: 200,
  maxDepth: 4,
};

/** The longest recording that can be dropped onto a page, in bytes. */
export const droppedFileBytes = 48 * 1024 * 1024;

/** How much of an event, a frame or a process the inspector page shows. */
export const rowLimits = {
  maxTextLength: 4_000,
  maxSummaryLength: 120,
  maxMetadataLength: 200,
  maxActions: 50,
  maxActionLength: 100,
  /** Of a longer frame, only the beginnings of its texts are kept, or nothing if it is still too long. */
  maxFrameLength: 256 * 1024,
  maxStderrBytes: 2_000,
  maxArgumentLength: 1_000,
  maxExitedProcesses: 64,
};

/** How an open page gets what is new. */
export const pageStreamDefaults = {
  /** How long to collect rows before they are sent. */
  pauseMs: 80,
  maxBatchRows: 2_000,
};

/** The largest chart that a page draws: far larger than any that a person can read. */
export const chartLimits = {
  maxDepth: 30,
  maxStates: 2_000,
  maxTransitions: 20_000,
};

/** How much of a fleet the inspector page shows. */
export const fleetViewLimits = {
  /** How often a fleet is read while a page is open. */
  readEveryMs: 1_000,
  conversations: 300,
  approvals: 100,
  /** A longer input of a tool is cut, and cannot be allowed from the page. */
  inputLength: 20_000,
  /** The reason of a refusal. */
  reasonLength: 2_000,
  answerBytes: 64 * 1024,
};
