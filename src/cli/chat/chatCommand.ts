import { defineCommand } from '../command.js';
import { canAsk } from '../run/PermissionAsker.js';
import { withFlagName } from '../run/runCommand.js';
import { runFlags, runOptions } from '../run/runFlags.js';
import { UsageError } from '../UsageError.js';
import { Chat } from './Chat.js';

const { json: _, ...chatFlags } = runFlags;

export const chatCommand = defineCommand({
  name: 'chat',
  operands: '[prompt]',
  summary: 'Talk to Claude in the terminal, one message after the other',
  notes: [
    'Type a message and press Enter. The arrow keys bring earlier messages back.',
    'Ctrl-C interrupts the turn, and a second Ctrl-C ends the chat. Ctrl-D ends it too.',
  ],
  flags: chatFlags,
  async run({ values, operands }, host) {
    const [prompt, ...more] = operands;
    if (more.length > 0) {
      throw new UsageError(
        `Unexpected arguments after the prompt "${prompt}": ${more.join(' ')}. Put the whole prompt in quotes.`,
      );
    }
    if (!canAsk(host)) {
      throw new UsageError(
        'chat needs a terminal for input and output. In a script, use `run`, and `run --resume <session>` for the next message.',
      );
    }
    const { mode: _mode, ...options } = await runOptions(values);
    try {
      return await new Chat(options, values.verbose === true, host).run(prompt);
    } catch (error) {
      throw withFlagName(error);
    }
  },
});
