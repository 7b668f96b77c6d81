import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { discardTypedMs, lineHistorySize } from '../defaults/terminalDefaults.js';

export interface LineRequest {
  prompt: string;
  /** What is on the line already. */
  text?: string;
  /** Earlier lines, the newest first: the arrow keys bring them back. New lines are added to it. */
  history?: string[];
  /** Ignores what was typed before the prompt appeared. For answers that grant something. */
  discardTyped?: boolean;
  /** Takes the prompt back. */
  signal?: AbortSignal;
}

export type LineAnswer =
  | { kind: 'line'; text: string }
  /** Ctrl-D, or the terminal has gone away. */
  | { kind: 'end' }
  /** Ctrl-C. The text is what was on the line. */
  | { kind: 'interrupt'; text: string }
  /** The signal was aborted. The text is what was on the line. */
  | { kind: 'aborted'; text: string };

export type TerminalInput = Readable & { setRawMode?(raw: boolean): unknown };

/**
 * Reads a line from a terminal. Only meanwhile are keys read one by one; before and after that,
 * Ctrl-C is a signal as usual. Several pasted lines are one text.
 */
export async function readLine(
  { prompt, text = '', history = [], discardTyped = false, signal }: LineRequest,
  input: TerminalInput,
  output: Writable,
): Promise<LineAnswer> {
  if (discardTyped) await discard(input);
  if (signal?.aborted) return { kind: 'aborted', text };
  const editor = createInterface({
    input,
    output,
    prompt,
    terminal: true,
    history: [...history],
    historySize: lineHistorySize,
  });
  try {
    return await new Promise<LineAnswer>((resolve) => {
      const lines: string[] = [];
      editor.on('line', (line) => {
        lines.push(line);
        // The rest of a paste is in the same chunk. If it does not end with a newline, it is still
        // being edited.
        setImmediate(() => {
          if (editor.line === '') resolve({ kind: 'line', text: lines.join('\n') });
        });
      });
      editor.on('close', () => resolve({ kind: 'end' }));
      editor.on('SIGINT', () => resolve({ kind: 'interrupt', text: editor.line }));
      signal?.addEventListener('abort', () => resolve({ kind: 'aborted', text: editor.line }), {
        once: true,
      });
      editor.prompt();
      if (text !== '') editor.write(text);
    }).then((answer) => {
      if (answer.kind !== 'line') output.write('\n');
      else if (answer.text.trim() !== '') history.unshift(answer.text.replaceAll('\n', ' '));
      return answer;
    });
  } finally {
    editor.close();
  }
}

/** Reads away what was typed so far. */
async function discard(input: TerminalInput): Promise<void> {
  const ignore = () => {};
  input.setRawMode?.(true);
  input.on('data', ignore).resume();
  await sleep(discardTypedMs);
  input.off('data', ignore).pause();
  input.setRawMode?.(false);
}
