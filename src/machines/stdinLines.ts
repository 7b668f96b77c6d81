import { stdinSizes } from '../defaults.js';
import { ClaudeActorsError } from '../errors.js';
import type { Outgoing } from './cliEvents.js';
import type { ProcessReport, WaitingLine } from './processTypes.js';

/** Lines on their way to stdin: how many go out together, and what is reported if one cannot. */

const { pipeBytes, envelopeBytes } = stdinSizes;

/**
 * The waiting lines that fit into the pipe together, and at least one. The write timeout applies to
 * a batch, so a long queue does not have to leave within one timeout.
 */
export function nextBatch(waiting: Iterable<WaitingLine>): readonly WaitingLine[] {
  const batch: WaitingLine[] = [];
  let bytes = 0;
  for (const item of waiting) {
    bytes += sizeOf(item.line);
    if (batch.length > 0 && bytes > pipeBytes) break;
    batch.push(item);
  }
  return batch;
}

function sizeOf(line: Outgoing): number {
  switch (line.kind) {
    case 'message':
      return line.line.length;
    case 'error':
      return line.error.length + envelopeBytes;
    default:
      return line.body.length + envelopeBytes;
  }
}

/** Reports that a line was not written. Without an error, because stdin is closing. */
export function writeFailedReport(tag: string, error = stdinClosing()): ProcessReport {
  return { type: 'process.writeFailed', tag, error };
}

function stdinClosing(): ClaudeActorsError {
  const message =
    'Claude Code no longer reads its input, because it is shutting down. Start a new session.';
  return new ClaudeActorsError('WriteFailed', message);
}
