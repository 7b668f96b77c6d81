import type { Host } from '../Host.js';
import { printable } from '../printable.js';
import { tellError } from '../tellError.js';
import { failureOf } from './closingLine.js';
import { MessageParts } from './MessageParts.js';
import type { RunView } from './RunView.js';

/** The text and nothing else, for pipes and files. */
export function plainView(host: Host): RunView {
  const { stdout, stderr } = host;
  const parts = new MessageParts();
  let midLine = false;
  const endLine = () => {
    if (midLine) stdout.write('\n');
    midLine = false;
  };
  return {
    message({ message }) {
      for (const part of parts.read(message)) {
        if (part.kind === 'textEnd') endLine();
        if (part.kind !== 'text') continue;
        stdout.write(stdout.isTerminal ? printable(part.text) : part.text);
        midLine = !part.text.endsWith('\n');
      }
    },
    note: (line) => stderr.line(line),
    finish({ result, interrupted }) {
      endLine();
      if (result?.is_error && !interrupted) tellError(failureOf(result), host);
    },
  };
}
