import { reportHtml } from '../../inspect/recording/reportHtml.js';
import { defineCommand } from '../command.js';
import { exitCodes } from '../exitCodes.js';
import { UsageError } from '../UsageError.js';
import { readRecordings } from './readRecordings.js';

export const reportCommand = defineCommand({
  name: 'report',
  operands: '<file…>',
  summary: 'Write a recording as one HTML file, to attach to a bug report',
  notes: [
    'Writes the file to stdout: claude-actors report run.ndjson > run.html. It has all views of the inspector page, and needs neither a server nor a network.',
    'Prompts, messages and tool inputs are left out unless you pass --show-content. Secrets are always left out. Look at the file before you share it.',
  ],
  flags: {
    'show-content': {
      kind: 'switch',
      help: 'Include prompts, messages and tool inputs; secrets stay hidden',
    },
  },
  async run({ values, operands }, host) {
    if (operands.length === 0) {
      throw new UsageError('No recording. Pass the path of a file.');
    }
    if (host.stdout.isTerminal) {
      throw new UsageError(`Redirect the report to a file: ${example(operands[0] as string)}.`);
    }
    const content = values['show-content'] ? 'shown' : 'hidden';
    host.stdout.data(await reportHtml(await readRecordings(operands, content)));
    return exitCodes.ok;
  },
});

function example(file: string): string {
  return `claude-actors report ${file} > ${file.replace(/\.\w+$/, '')}.html`;
}
