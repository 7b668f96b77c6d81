import type { Message } from '../../codec/messages.js';
import type { Host } from '../Host.js';
import { oneLine, printable } from '../printable.js';
import { stylesFor } from '../styles.js';
import { costLine, failureOf } from './closingLine.js';
import { MessageParts, type Part } from './MessageParts.js';
import type { RunView } from './RunView.js';
import { Spinner } from './Spinner.js';
import { toolLine } from './toolLine.js';

/** The text on stdout; tools, a spinner and what it took on stderr: both are the same screen. */
export function terminalView({ stdout, stderr, env }: Host): RunView {
  const styles = stylesFor(stderr, env);
  const spinner = new Spinner(stderr, styles);
  const parts = new MessageParts();
  let midLine = false;
  let label = 'Starting';

  const endLine = () => {
    if (midLine) stdout.write('\n');
    midLine = false;
  };
  const aside = (line: string) => {
    spinner.hide();
    endLine();
    stderr.line(line);
  };
  const show = (part: Part) => {
    switch (part.kind) {
      case 'text': {
        spinner.hide();
        const text = printable(part.text);
        stdout.write(text);
        if (text !== '') midLine = !text.endsWith('\n');
        return;
      }
      case 'textEnd':
        endLine();
        return;
      case 'tool': {
        const indent = part.bySubagent ? '  ' : '';
        const line = toolLine(part.name, part.input, stderr.columns - 3 - indent.length);
        aside(styles.dim(`${indent}• ${line}`));
        label = `Running ${oneLine(part.name, 40)}`;
      }
    }
  };
  /** Only where a line is free: it would erase a line that is being written. */
  const wait = () => {
    if (!midLine) spinner.show(label);
  };

  spinner.show(label);
  return {
    message({ message }) {
      label = labelOf(message) ?? label;
      for (const part of parts.read(message)) show(part);
      if (message.type === 'result') spinner.hide();
      else wait();
    },
    note(line) {
      aside(line);
      wait();
    },
    finish({ result, interrupted }) {
      spinner.hide();
      endLine();
      const cost = result ? costLine(result) : '';
      const about = (word: string) => [word, cost].filter(Boolean).join(' · ');
      if (interrupted) stderr.line(styles.yellow(about('interrupted')));
      else if (result?.is_error) {
        stderr.line(styles.red(printable(failureOf(result))));
        stderr.line(styles.dim(cost));
      } else if (result) stderr.line(styles.dim(about('done')));
    },
  };
}

/** What the CLI is busy with after a message; undefined where it tells nothing new. */
function labelOf(message: Message): string | undefined {
  if (message.type === 'assistant') return undefined;
  if (message.type !== 'system' || message.subtype !== 'api_retry') return 'Thinking';
  return `The API fails; trying again (${message.attempt} of ${message.max_retries})`;
}
