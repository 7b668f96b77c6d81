import type { LineSplitter } from '../../src/codec/LineSplitter.js';
import type { Line } from '../../src/codec/lines.js';

export type WholeLine = Exclude<Line, string>;

/** The lines that a chunk completes, or that the end of the input does, in their long form. */
export function pushLines(splitter: LineSplitter, chunk: Uint8Array | 'end'): WholeLine[] {
  const lines = chunk === 'end' ? splitter.end() : splitter.push(chunk);
  return lines.map((line) =>
    typeof line === 'string' ? { kind: 'text', text: line, ending: '\n' } : line,
  );
}
