import type { Traffic } from './actors/process/meteredPort.js';

/** What a session's process has done so far. */
export interface Health {
  pid: number | undefined;
  startedAt: Date | undefined;
  /** When a byte last came or went. */
  lastActivityAt: Date | undefined;
  frames: { in: number; out: number };
  bytes: { in: number; out: number };
  stderrLines: number;
  stderrBytes: number;
}

export function healthOf(traffic: Traffic): Health {
  const { pid, startedAt, lastActivityAt, stderrLines, stderrBytes } = traffic;
  return {
    pid,
    startedAt: dateOf(startedAt),
    lastActivityAt: dateOf(lastActivityAt),
    frames: { in: traffic.framesIn, out: traffic.linesOut },
    bytes: { in: traffic.bytesIn, out: traffic.bytesOut },
    stderrLines,
    stderrBytes,
  };
}

function dateOf(time: number | undefined): Date | undefined {
  return time === undefined ? undefined : new Date(time);
}
