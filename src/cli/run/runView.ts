import type { ResultMessage } from '../../codec/results.js';
import type { StreamItem } from '../../streams/streamItem.js';
import type { Host } from '../host.js';
import { printError } from '../terminal.js';
import { MessageParts } from './MessageParts.js';
import { refusalAdvice, refusalSentence, refusalsOf } from './refusals.js';
import { failureSentence } from './summaryLines.js';

export type MessageItem = Extract<StreamItem, { kind: 'message' }>;

export interface RunEnd {
  result: ResultMessage | undefined;
  interrupted: boolean;
}

/** Shows a run to the user. */
export interface RunView {
  message(item: Pick<MessageItem, 'message'> & Partial<MessageItem>): void;
  /** Prints a line about the run itself, which is not part of the answer. */
  note(line: string): void;
  finish(end: RunEnd): void;
  /** Makes room for a question. Lines wait until the returned function is called. */
  pause(): () => void;
}

/** A view that survives messages it cannot show. A newer CLI may have changed their fields. */
export function tolerantView(view: RunView): RunView {
  return {
    ...view,
    message(item) {
      try {
        view.message(item);
      } catch {
        view.note(`A message of type "${item.message.type}" could not be shown.`);
      }
    },
    finish(end) {
      try {
        view.finish(end);
      } catch {
        view.note('The end of the run could not be shown.');
      }
    },
  };
}

/** For views that never show a question. */
const noPause = () => () => {};

/** For programs: prints the lines exactly as the CLI wrote them. */
export function jsonView({ stdout, stderr }: Host): RunView {
  return {
    message: ({ envelope }) => void (envelope && stdout.data(`${envelope.rawJson}\n`)),
    note: (line) => stderr.line(line),
    finish() {},
    pause: noPause,
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
      if (interrupted) return;
      if (result?.is_error) printError(failureSentence(result), host);
      const refusals = refusalsOf(result);
      if (refusals.length > 0) printError(`${refusalSentence(refusals)} ${refusalAdvice}`, host);
    },
    pause: noPause,
  };
}
