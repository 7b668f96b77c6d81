import type { Outgoing } from './cliEvents.js';
import type { WaitingLine } from './processTypes.js';

/** What a pipe holds on most systems: it takes so much at once, or is blocked. */
const pipeSize = 64 * 1024;

/**
 * The first of the lines that wait, and those behind it that find room in the pipe with it. The answers
 * of many hooks come at once, and a write each costs more than the hook.
 */
export function oneWrite(waiting: Iterable<WaitingLine>): readonly Outgoing[] {
  const lines: Outgoing[] = [];
  let size = 0;
  for (const { line } of waiting) {
    size += sizeOf(line);
    if (lines.length > 0 && size > pipeSize) break;
    lines.push(line);
  }
  return lines;
}

/** Some more than its text, which is not made yet. */
function sizeOf(line: Outgoing): number {
  const frame = 200;
  switch (line.kind) {
    case 'message':
      return line.line.length;
    case 'error':
      return line.error.length + frame;
    default:
      return line.body.length + frame;
  }
}
