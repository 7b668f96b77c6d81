import { defineCommand } from '../command.js';
import { exitCodes } from '../exitCodes.js';
import { UsageError } from '../UsageError.js';
import { runDemo } from './runDemo.js';

export const demoCommand = defineCommand({
  name: 'demo',
  operands: '',
  summary: 'Show a simulated session: no key, no CLI, no network',
  notes: [
    'A hook blocks a command, a permission callback allows a file, and an MCP tool adds two numbers.',
    'The code is in src/cli/demo of the repository, if you want to see how it is written.',
  ],
  flags: {},
  async run({ operands }, host) {
    if (operands.length > 0) {
      throw new UsageError(`demo takes no arguments. Remove "${operands[0]}".`);
    }
    return (await runDemo(host)) ? exitCodes.ok : exitCodes.failed;
  },
});
