import type { Host } from '../Host.js';
import type { RunView } from './RunView.js';

/** The lines as the CLI wrote them, for programs. */
export function jsonView({ stdout, stderr }: Host): RunView {
  return {
    message: ({ envelope }) => stdout.line(envelope.rawJson),
    note: (line) => stderr.line(line),
    finish() {},
  };
}
