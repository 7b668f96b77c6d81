import type { Message } from '../../codec/messages.js';
import type { Host } from '../host.js';
import { oneLine, stylesFor } from '../terminal.js';
import { MessageParts, type Part } from './MessageParts.js';
import type { RunView } from './runView.js';
import { Spinner } from './Spinner.js';
import { costLine, failureSentence, toolLine } from './summaryLines.js';

/**
 * For a terminal: the answer on stdout, and the tools, a spinner and the cost on stderr. Both appear
 * on the same screen.
 */
export function terminalView({ stdout, stderr, env }: Host): RunView {
  const styles = stylesFor(stderr, env);
  const spinner = new Spinner(stderr, styles);
  const parts = new MessageParts();
  let isMidLine = false;
  let label = 'Starting';

  const endLine = () => {
    if (isMidLine) stdout.write('\n');
    isMidLine = false;
  };
  const printNote = (line: string) => {
    spinner.hide();
    endLine();
    stderr.line(line);
  };
  const show = (part: Part) => {
    switch (part.kind) {
      case 'text': {
        spinner.hide();
        const text = stdout.write(part.text);
        if (text !== '') isMidLine = !text.endsWith('\n');
        return;
      }
      case 'textEnd':
        endLine();
        return;
      case 'tool': {
        const indent = part.bySubagent ? '  ' : '';
        const line = toolLine(part.name, part.input, stderr.columns - 3 - indent.length);
        printNote(styles.dim(`${indent}• ${line}`));
        label = `Running ${oneLine(part.name, 40)}`;
      }
    }
  };
  /** Only at the start of a line, because the spinner erases its line. */
  const showSpinner = () => {
    if (!isMidLine) spinner.show(label);
  };

  spinner.show(label);
  return {
    message({ message }) {
      label = labelOf(message) ?? label;
      for (const part of parts.read(message)) show(part);
      if (message.type === 'result') spinner.hide();
      else showSpinner();
    },
    note(line) {
      printNote(line);
      showSpinner();
    },
    finish({ result, interrupted }) {
      spinner.hide();
      endLine();
      const cost = result ? costLine(result) : '';
      const withCost = (word: string) => [word, cost].filter(Boolean).join(' · ');
      if (interrupted) stderr.line(styles.yellow(withCost('interrupted')));
      else if (result?.is_error) {
        stderr.line(styles.red(failureSentence(result)));
        stderr.line(styles.dim(cost));
      } else if (result) stderr.line(styles.dim(withCost('done')));
    },
  };
}

/** What the CLI is doing after a message. Undefined if the message does not change that. */
function labelOf(message: Message): string | undefined {
  if (message.type === 'assistant') return undefined;
  if (message.type !== 'system' || message.subtype !== 'api_retry') return 'Thinking';
  return `API error, retrying (${message.attempt} of ${message.max_retries})`;
}
