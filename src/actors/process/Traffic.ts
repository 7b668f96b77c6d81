import type { Exit } from '../../ffi/process/port.js';

/** Counts of what went to and from one process, and when, in the meter's time. */
export class Traffic {
  pid: number | undefined;
  startedAt: number | undefined;
  /** When a byte last came or was taken. */
  lastActivityAt: number | undefined;
  bytesIn = 0;
  /** Counted by whoever decodes them. */
  framesIn = 0;
  bytesOut = 0;
  linesOut = 0;
  stderrBytes = 0;
  /** One that has no end yet is counted. */
  stderrLines = 0;
  exit: Pick<Exit, 'code' | 'signal'> | undefined;
  runtimeMs: number | undefined;
}
