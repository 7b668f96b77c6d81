import type { Host } from '../Host.js';
import { UsageError } from '../UsageError.js';

/** The prompt from the command line, or from stdin for `-` and for a pipe without a prompt. */
export async function readPrompt(
  operands: readonly string[],
  stdin: Host['stdin'],
): Promise<string> {
  const [given, ...more] = operands;
  if (more.length > 0) {
    throw new UsageError(
      `The prompt is "${given}", and "${more.join(' ')}" is left over. Put quotes around a prompt of several words.`,
    );
  }
  if (given !== undefined && given !== '-') return given;
  if (given === undefined && stdin.isTTY) {
    throw new UsageError('There is no prompt. Give one, or pipe one in.');
  }
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stdin) {
    text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
  }
  const prompt = (text + decoder.decode()).trimEnd();
  if (prompt === '') {
    throw new UsageError('There is no prompt: stdin is empty. Give one, or pipe one in.');
  }
  return prompt;
}
