import { ClaudeActorsError } from '../../errors.js';
import { defineCommand } from '../Command.js';
import { UsageError } from '../UsageError.js';
import { readPrompt } from './readPrompt.js';
import { runFlags, runOptions } from './runFlags.js';
import { runQuery } from './runQuery.js';

export const runCommand = defineCommand({
  name: 'run',
  operands: '[prompt]',
  summary: 'Runs a prompt and streams the answer',
  notes: [
    'Without a prompt, or with `-`, the prompt is read from stdin.',
    'Ctrl-C interrupts the run, a second one stops the CLI, a third one ends everything at once.',
    'Exits with 0 only for a result that is no error: 1 error or no result, 2 bad usage, 3 the CLI could not be started, 130 interrupted.',
  ],
  flags: runFlags,
  async run({ values, operands }, host) {
    const options = await runOptions(values);
    const prompt = await readPrompt(operands, host.stdin);
    const { json, verbose } = values;
    return runQuery(prompt, options, { json, verbose }, host).catch((error: unknown) => {
      throw inFlags(error);
    });
  },
});

/** An error about an option, told to somebody who knows it as a flag. */
function inFlags(error: unknown): unknown {
  if (!(error instanceof ClaudeActorsError) || error.code !== 'InvalidOption') return error;
  const { option = '' } = error.details;
  const flag = option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  if (!Object.hasOwn(runFlags, flag)) return error;
  return new UsageError(`--${flag}: ${error.message}`);
}
