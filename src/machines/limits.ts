/** Milliseconds; the defaults of every wait in the charts. */
export const defaultTimeouts = {
  initialize: 30_000,
  control: 30_000,
  interrupt: 5_000,
  set_model: 5_000,
  set_permission_mode: 5_000,
  hook: 60_000,
  write: 5_000,
  versionProbe: 5_000,
  permissionReminder: 120_000,
  runOverConfirmation: 5_000,
  drain: 100,
  outputAfterExit: 500,
};

export const defaultLimits = {
  queuedOperations: 16,
  pendingRequests: 64,
  hook: { running: 32, waiting: 256 },
  permission: { running: 256, waiting: 0 },
  mcp: { running: 64, waiting: 256 },
  decodeErrors: 5,
  drainWarnings: 10,
};

/** When each rung of a shutdown ladder is reached, counted from its start. */
export interface Ladder {
  terminate: number;
  kill: number;
}

/** Input ended, or a query finished: the CLI is given time to write its transcript. */
export const endLadder: Ladder = { terminate: 10_000, kill: 15_000 };
/** `stop()`, an abort or a terminal error. */
export const stopLadder: Ladder = { terminate: 1_000, kill: 5_000 };

/** A timer of Node's that is longer fires at once. */
export const longestDelay = 2_147_483_647;

/** What is given, and the defaults for the rest; `undefined` says nothing. */
export function withDefaults<Settings extends object>(
  defaults: Settings,
  given: Partial<Settings> = {},
): Settings {
  const said = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(said) };
}

export type Timeouts = typeof defaultTimeouts & Readonly<Record<string, number>>;
export type Limits = typeof defaultLimits;
