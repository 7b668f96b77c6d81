/** The defaults that options can change, and the limits behind them. Each number stands only here. */

import { longestTimeout } from './util/longestTimeout.js';

const kib = 1024;
const mib = 1024 * kib;

/** How long the charts wait, in milliseconds. Control requests go by their subtype. */
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

export type MachineTimeouts = typeof defaultTimeouts & Readonly<Record<string, number>>;

/** How long a session store may take for one call while a session is resumed, in milliseconds. */
export const storeTimeoutMs = 60_000;

/** How long the CLI may be silent, in milliseconds, before the watchdog reports it. */
export const defaultSilence = { start: 120_000, firstFrame: 120_000, midTurn: 120_000 };

/** How many of a thing there may be at once. */
export const defaultLimits = {
  queuedOperations: 16,
  pendingRequests: 64,
  hook: { running: 32, waiting: 256 },
  permission: { running: 256, waiting: 0 },
  mcp: { running: 64, waiting: 256 },
  decodeErrors: 5,
  drainWarnings: 10,
};

export type MachineLimits = typeof defaultLimits;

/** `end`: from EOF to SIGTERM. `terminate` and `kill`: from `stop()` to SIGTERM and SIGKILL. */
export const defaultShutdown = { end: 10_000, terminate: 1_000, kill: 5_000 };

/** When SIGTERM and SIGKILL are sent, counted from the start of the shutdown. */
export interface ShutdownTimings {
  terminate: number;
  kill: number;
}

/** `end`: input has ended and the CLI may write its transcript. `stop`: stopped, aborted or failed. */
export interface Shutdown {
  end: ShutdownTimings;
  stop: ShutdownTimings;
}

export function shutdownTimings({ end, terminate, kill } = defaultShutdown): Shutdown {
  return {
    end: { terminate: end, kill: Math.min(end + kill, longestTimeout) },
    stop: { terminate, kill },
  };
}

/** Bytes. */
export const defaultSizes = {
  /** The longest line the CLI may write. */
  line: 16 * mib,
  /** A line that grows beyond this is a warning. */
  largeLine: mib,
  /** How far a reader of messages may fall behind. */
  unread: 64 * mib,
  /** What is kept of a session's messages while nobody reads them. */
  keptMessages: 4 * mib,
  /** What is kept of stderr for errors. */
  stderrTail: 256 * kib,
};

/** How many messages are kept while nobody reads them. */
export const keptMessages = 1_000;
/** The messages of how many settled turns are kept for somebody who has not read them yet. */
export const keptTurns = 16;
/** How many messages of a prompt iterable may be unanswered before the next one is pulled. */
export const unansweredPromptMessages = 64;

/** Lays `given` over the defaults; a field that is `undefined` counts as not given. */
export function withDefaults<Settings extends object>(
  defaults: Settings,
  given: Partial<Settings> = {},
): Settings {
  const defined = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(defined) };
}
