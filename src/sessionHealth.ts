import type { Traffic } from './actors/process/Traffic.js';
import type { SessionContext } from './machines/session/sessionTypes.js';

/** What the process of a session has done so far. */
export interface Health {
  /** The process id; undefined before the start. */
  pid: number | undefined;
  /** When the process was started. */
  startedAt: Date | undefined;
  /** When the last byte was received or sent. */
  lastActivityAt: Date | undefined;
  /** How many milliseconds ago that was. */
  silentMs: number | undefined;
  /** How many lines were received and sent. */
  frames: { in: number; out: number };
  /** How many bytes were received and sent. */
  bytes: { in: number; out: number };
  /** How many lines the CLI wrote to stderr. */
  stderrLines: number;
  /** How many bytes the CLI wrote to stderr. */
  stderrBytes: number;
}

/** What a session is waiting for. */
export interface Pending {
  /** Control requests that the CLI has not answered yet. */
  requests: readonly { id: string; subtype: string }[];
  /**
   * Hooks, permission callbacks and MCP calls that have not returned yet. Those that are not
   * `running` wait for a free slot.
   */
  callbacks: readonly { id: string; kind: 'hook' | 'permission' | 'mcp'; running: boolean }[];
  /** Requests that were made before the session was running. */
  queuedOperations: number;
  /** Messages without a result, by uuid. */
  turns: readonly string[];
}

export function healthOf(traffic: Traffic): Health {
  const { pid, startedAt, lastActivityAt, stderrLines, stderrBytes } = traffic;
  return {
    pid,
    startedAt: dateOf(startedAt),
    lastActivityAt: dateOf(lastActivityAt),
    silentMs: lastActivityAt === undefined ? undefined : Date.now() - lastActivityAt,
    frames: { in: traffic.framesIn, out: traffic.linesOut },
    bytes: { in: traffic.bytesIn, out: traffic.bytesOut },
    stderrLines,
    stderrBytes,
  };
}

function dateOf(time: number | undefined): Date | undefined {
  return time === undefined ? undefined : new Date(time);
}

/** What a session is waiting for, as its machine and its open turns say. */
export function pendingOf(
  { requests, callbacks, queue }: SessionContext,
  turns: readonly string[],
): Pending {
  return {
    requests: Object.entries(requests.pending).map(([id, { subtype }]) => ({ id, subtype })),
    callbacks: callbacks.map(({ id, kind, running }) => ({ id, kind, running })),
    queuedOperations: queue.length,
    turns,
  };
}
