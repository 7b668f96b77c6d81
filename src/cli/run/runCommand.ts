import { ClaudeActorsError } from '../../errors.js';
import { defineCommand } from '../command.js';
import type { Host } from '../host.js';
import { UsageError } from '../UsageError.js';
import { runFlags, runOptions } from './runFlags.js';
import { runQuery } from './runQuery.js';

export const runCommand = defineCommand({
  name: 'run',
  operands: '[prompt]',
  summary: 'Run a prompt and stream the answer',
  notes: [
    'Without a prompt, or with `-`, it reads the prompt from stdin.',
    'Ctrl-C interrupts the run. A second Ctrl-C stops the CLI, a third one kills everything at once.',
    'On a terminal, it asks you before Claude uses a tool that needs permission. Otherwise such a tool is refused.',
    'Exit codes: 0 success, 1 error or no result, 2 wrong usage, 3 the CLI could not be started, 4 a tool call was refused, 130 interrupted.',
  ],
  flags: runFlags,
  async run({ values, operands }, host) {
    const options = await runOptions(values);
    const prompt = await readPrompt(operands, host.stdin);
    const { json, verbose } = values;
    return runQuery(prompt, options, { json, verbose }, host).catch((error: unknown) => {
      throw withFlagName(error);
    });
  },
});

/** The prompt from the command line, or from stdin for `-` and for a pipe without a prompt. */
async function readPrompt(operands: readonly string[], stdin: Host['stdin']): Promise<string> {
  const [given, ...more] = operands;
  if (more.length > 0) {
    throw new UsageError(
      `Unexpected arguments after the prompt "${given}": ${more.join(' ')}. Put the whole prompt in quotes.`,
    );
  }
  if (given !== undefined && given !== '-') return given;
  if (given === undefined && stdin.isTTY) {
    throw new UsageError('No prompt. Pass one as an argument, or pipe one in.');
  }
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stdin) {
    text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
  }
  const prompt = (text + decoder.decode()).trimEnd();
  if (prompt === '') {
    throw new UsageError('No prompt: stdin is empty. Pass one as an argument, or pipe one in.');
  }
  return prompt;
}

/** Turns an error about an option into one about the flag that the user wrote. */
export function withFlagName(error: unknown): unknown {
  if (!(error instanceof ClaudeActorsError) || error.code !== 'InvalidOption') return error;
  const { option = '' } = error.details;
  const flag = option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  if (!Object.hasOwn(runFlags, flag)) return error;
  return new UsageError(`--${flag}: ${error.message}`);
}
