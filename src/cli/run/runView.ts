import type { ResultMessage } from '../../codec/results.js';
import type { StreamItem } from '../../streamItem.js';
import type { Host } from '../host.js';
import { printError } from '../terminal.js';
import { MessageParts } from './MessageParts.js';
import { failureSentence } from './summaryLines.js';

export type MessageItem = Extract<StreamItem, { kind: 'message' }>;

export interface RunEnd {
  result: ResultMessage | undefined;
  interrupted: boolean;
}

/** Shows a run to the user. */
export interface RunView {
  message(item: MessageItem): void;
  /** Prints a line about the run itself, which is not part of the answer. */
  note(line: string): void;
  finish(end: RunEnd): void;
}

/** For programs: prints the lines exactly as the CLI wrote them. */
export function jsonView({ stdout, stderr }: Host): RunView {
  return {
    message: ({ envelope }) => stdout.data(`${envelope.rawJson}\n`),
    note: (line) => stderr.line(line),
    finish() {},
  };
}

/** For pipes and files: prints the answer and nothing else. */
export function plainView(host: Host): RunView {
  const { stdout, stderr } = host;
  const parts = new MessageParts();
  let isMidLine = false;
  const endLine = () => {
    if (isMidLine) stdout.write('\n');
    isMidLine = false;
  };
  return {
    message({ message }) {
      for (const part of parts.read(message)) {
        if (part.kind === 'textEnd') endLine();
        if (part.kind !== 'text') continue;
        stdout.data(part.text);
        isMidLine = !part.text.endsWith('\n');
      }
    },
    note: (line) => stderr.line(line),
    finish({ result, interrupted }) {
      endLine();
      if (result?.is_error && !interrupted) printError(failureSentence(result), host);
    },
  };
}
