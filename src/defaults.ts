/**
 * Every timeout, limit and size: the defaults that options can change, and fixed ones. Each number
 * is defined only here.
 */

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
  hook: 600_000,
  write: 5_000,
  versionProbe: 5_000,
  permissionReminder: 120_000,
  runOverConfirmation: 5_000,
  drain: 100,
  outputAfterExit: 500,
  leftoverGrace: 250,
};

export type MachineTimeouts = typeof defaultTimeouts & Readonly<Record<string, number>>;

/** At its own timeout the CLI decides what a hook's silence means. If we decide, ours comes first. */
export const hookGraceMs = 5_000;

/** An alarm that goes off late gives the CLI another chance. See `patientClock`. */
export const lateAlarm = {
  /** What counts as late, in milliseconds: a busy machine delays timers a little. */
  toleranceMs: 20,
  /** How long the alarm waits again at least, in milliseconds, unless it was set for less. */
  againMs: 1_000,
  /** How often, so that a program that is always busy gets its timeouts too. */
  chances: 5,
};

/** How long a session store may take for one call, in milliseconds. */
export const storeTimeoutMs = 60_000;
/** How long to wait before each retry of a failed append. */
export const storeRetryDelaysMs = [200, 800];
/** A batch that grows beyond one of these is written before the next `flush`. */
export const storeBatch = { entries: 500, characters: mib };
/**
 * Each call to a store may take a minute and be retried twice. A broken store must not delay
 * `stop()` for longer than the CLI itself may.
 */
export const lastFlushMs = 5_000;
/** How long macOS may take to read the login from the keychain. */
export const keychainTimeoutMs = 5_000;

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
  line: 256 * mib,
  /** A line that grows beyond this is a warning. */
  largeLine: mib,
  /** How far a reader of messages may fall behind. */
  unread: 64 * mib,
  /** How far the reader of a query may fall behind: only against running out of memory. */
  unreadInQuery: 1024 * mib,
  /** What is kept of a session's messages while nobody reads them. */
  keptMessages: 4 * mib,
  /** What is kept of stderr for errors. */
  stderrTail: 256 * kib,
  /** What is kept for errors of the text on stdout that is not a message. */
  stdoutTail: 4 * kib,
};

/** How far a recording may fall behind, in characters, and how long it works at a time. */
export const recordingLimits = {
  /** From here on, the CLI waits for the recording. */
  behind: 16 * mib,
  /** From here on, the recording is given up. */
  waiting: 64 * mib,
  /** How long it works on long texts before others get their turn, in milliseconds. */
  workMs: 5,
};

/** How many messages are kept while nobody reads them. */
export const keptMessages = 1_000;
/** The messages of how many settled turns are kept for somebody who has not read them yet. */
export const keptTurns = 16;
/** How many messages of a prompt iterable may be unanswered before the next one is pulled. */
export const unansweredPromptMessages = 64;

/** How output is cut into lines. */
export const lineBuffers = {
  /** How much of a line over the limit is reported. */
  headBytes: 256,
  /** Longer than one chunk of a pipe. */
  longLineBytes: 64 * kib,
  /** A view of fewer bytes than this costs more memory than the bytes, so they are copied. */
  copyBelowBytes: 4 * kib,
  largestBlockBytes: 64 * kib,
};

/** How many characters of a bad line an error quotes, and how many bytes if it is not UTF-8. */
export const excerptLength = 200;
/** How many characters of the last output an error quotes. Its details have more. */
export const quotedOutputLength = 1_000;
/** Up to this length, a session passes a JSON schema on the command line. Windows takes 32,767 in all. */
export const shortSchemaLength = 16_384;

export const stdinSizes = {
  /** What a pipe holds on most systems. */
  pipeBytes: 64 * kib,
  /** Roughly what the envelope of a control frame adds to its body. */
  envelopeBytes: 200,
};

/** When the lines of stderr are too many or too slow for the callback `stderr`. */
export const stderrLimits = {
  sampleEvery: 10,
  slowAfterMs: 1_000,
  floodBytes: 10 * mib,
  /** A longer line is handed over in pieces, so that it need not be kept in memory. */
  maxPiece: 64 * kib,
};

/** Messages that an MCP server in your program sends to the CLI. */
export const mcpOutboxLimits = {
  /** Low, so that many chatty servers do not use up the pending requests of their session. */
  maxUnacknowledged: 4,
  maxQueued: 1_024,
};

/** How often the guard is started again if it dies. */
export const guardRestarts = 3;

/** How what a CLI left running is looked for. */
export const sweepLimits = {
  /** How many processes are read without a pause: one or two milliseconds of work. */
  sliceLength: 50,
  /** How often it looks again. A process can start others faster than they are killed. */
  maxPasses: 10,
  /** How much of a command line a warning quotes. */
  commandLength: 200,
};

/** What `ps` and `taskkill` may take. */
export const systemToolLimits = {
  psTimeoutMs: 2_000,
  psMaxBuffer: 64 * mib,
  taskkillTimeoutMs: 2_000,
};

export const discoveryLimits = { manifestBytes: 256 * kib, maxCachedHeads: 32 };
export const versionLimits = { maxCached: 64, maxOutputBytes: 16 * kib, maxQuotedCharacters: 500 };

/** What is kept for inspectors until there is time for it. */
export const inspectionQueue = {
  maxSignals: 20_000,
  maxBytes: 16 * mib,
  /** An inspector works for at most `workMs` at a time, and then pauses for `pauseMs`. */
  workMs: 8,
  pauseMs: 40,
  batchLength: 64,
};

/** How rows are sent to a page in another process. */
export const rowUpload = {
  maxRows: 20_000,
  maxBytes: 16 * mib,
  maxBatchRows: 2_000,
  maxFailures: 3,
  timeoutMs: 2_000,
  finalTimeoutMs: 500,
};

/** What the inspector page accepts and keeps. */
export const pageLimits = {
  /** Connections that have not shown the token. A new one takes the place of the oldest. */
  strangers: 32,
  connections: 256,
  /** How long a connection may take to send the head of a request, and a whole request. */
  headTimeoutMs: 5_000,
  requestTimeoutMs: 30_000,
  timeoutCheckMs: 1_000,
  /** The longest report. */
  reportBytes: 32 * mib,
  /** Reports that are being received, all together. */
  receivedBytes: 64 * mib,
  /** The largest row, the longest name of a program. */
  rowBytes: mib,
  nameLength: 1_000,
  programs: 200,
  systems: 200,
  /** Of one program. */
  charts: 200,
  chartBytes: 4 * mib,
  /** The charts of all programs, and the rows of all systems. */
  allChartBytes: 32 * mib,
  allRowBytes: 256 * mib,
};

/** The connection to Stately's inspector. */
export const statelyLimits = {
  /** How many events are kept while no inspector is connected. */
  maxWaiting: 500,
  /** How much is buffered for an inspector that reads slowly or not at all. */
  maxBufferedBytes: 8 * mib,
  /** How deep contexts and events are serialized. */
  maxDepth: 12,
  retryMs: 3_000,
  handshakeTimeoutMs: 2_000,
  closeTimeoutMs: 1_000,
};

/** How long `claude-actors inspect` waits for a page that disappears: it may be reloading. */
export const pageReloadMs = 3_000;
/** How long `claude-actors doctor` waits for the version of the CLI. */
export const doctorProbeTimeoutMs = 10_000;

/** How the testing kit plays a path to an application. */
export const pathTimeouts = {
  /** Real time after which something that has not settled counts as hung. */
  patienceMs: 2_000,
  /** How long to wait for a sign that the application has noticed something. Real time. */
  reactionMs: 100,
  /** Simulated time, longer than any timeout of the library. */
  maxClockMs: 20 * 60_000,
};
