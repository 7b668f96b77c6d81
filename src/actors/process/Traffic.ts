import type { Exit } from '../../ffi/process/port.js';

/** What went to and from one process, and when, by the meter's clock. */
export class Traffic {
  pid: number | undefined;
  startedAt: number | undefined;
  /** When bytes last came from the process, or were accepted by it. */
  lastActivityAt: number | undefined;
  bytesIn = 0;
  /** Counted by the reader, not by the meter. */
  framesIn = 0;
  bytesOut = 0;
  linesOut = 0;
  stderrBytes = 0;
  /** Includes a last line that has no newline yet. */
  stderrLines = 0;
  exit: Pick<Exit, 'code' | 'signal'> | undefined;
  runtimeMs: number | undefined;
}
