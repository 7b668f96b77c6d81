import type { Message } from '../../codec/messages.js';
import type { Host } from '../host.js';
import { oneLine, stylesFor } from '../terminal.js';
import { MessageParts, type Part } from './MessageParts.js';
import type { RunMeter } from './RunMeter.js';
import { refusalAdvice, refusalSentence, refusalsOf } from './refusals.js';
import type { RunView } from './runView.js';
import { Spinner } from './Spinner.js';
import { costLine, failureSentence, toolLine } from './summaryLines.js';

export interface TerminalViewSettings {
  meter: RunMeter;
  /** Whether the user is asked for permission. */
  asks: boolean;
  /** What the CLI is doing first. */
  label?: string;
}

/**
 * For a terminal: the answer on stdout, and the tools, the live line and the cost on stderr. Both
 * appear on the same screen.
 */
export function terminalView(
  { stdout, stderr, env }: Host,
  { meter, asks, label: firstLabel = 'Starting' }: TerminalViewSettings,
): RunView {
  const styles = stylesFor(stderr, env);
  const spinner = new Spinner(stderr, styles, () => meter.text);
  const parts = new MessageParts();
  let isMidLine = false;
  let label = firstLabel;
  /** Notes that came while the screen belonged to a question. */
  let held: string[] | undefined;

  const endLine = () => {
    if (isMidLine) stdout.write('\n');
    isMidLine = false;
  };
  const printNote = (line: string) => {
    if (held) {
      held.push(line);
      return;
    }
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
    if (!isMidLine && !held) spinner.show(label);
  };

  spinner.show(label);
  return {
    message({ message }) {
      label = labelOf(message) ?? label;
      meter.read(message);
      for (const part of parts.read(message)) show(part);
      if (message.type === 'system' && message.subtype === 'permission_denied') {
        const why = oneLine(message.message, stderr.columns - message.tool_name.length - 14);
        printNote(styles.yellow(`✗ ${oneLine(message.tool_name, 40)} refused: ${why}`));
      }
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
      const cost = result ? costLine(result, meter.costBefore) : '';
      const refusals = refusalsOf(result);
      if (refusals.length > 0) {
        const advice = asks ? '' : ` ${refusalAdvice}`;
        stderr.line(styles.yellow(`✗ ${refusalSentence(refusals)}${advice}`));
      }
      const withCost = (word: string) => [word, cost].filter(Boolean).join(' · ');
      if (interrupted) stderr.line(styles.yellow(withCost('interrupted')));
      else if (result?.is_error) {
        stderr.line(styles.red(failureSentence(result)));
        stderr.line(styles.dim(cost));
      } else if (result) stderr.line(styles.dim(withCost('done')));
    },
    pause() {
      spinner.hide();
      endLine();
      const notes: string[] = [];
      held = notes;
      return () => {
        held = undefined;
        for (const line of notes) printNote(line);
        showSpinner();
      };
    },
  };
}

/** What the CLI is doing after a message. Undefined if the message does not change that. */
function labelOf(message: Message): string | undefined {
  switch (message.type) {
    case 'assistant':
      return undefined;
    case 'stream_event':
      // The rest of the stream comes after the message that it ends.
      return message.event.type === 'message_start' ? 'Thinking' : undefined;
    case 'system':
      if (message.subtype === 'init') return 'Thinking';
      if (message.subtype !== 'api_retry') return undefined;
      return `API error, retrying (${message.attempt} of ${message.max_retries})`;
    default:
      return 'Thinking';
  }
}
