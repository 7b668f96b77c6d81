import { inspectVariable } from '../../actors/observing/inspection.js';
import { Hub } from '../../inspect/page/server/Hub.js';
import { servePage } from '../../inspect/page/server/servePage.js';
import { defineCommand } from '../Command.js';
import { cliFlags, cliOptions } from '../cliFlags.js';
import { exitCodes } from '../exitCodes.js';
import { UsageError } from '../UsageError.js';
import { playDemo } from './playDemo.js';
import { reporterTo } from './reporterTo.js';
import { startProgram } from './startProgram.js';
import { untilNobodyLooks } from './untilNobodyLooks.js';

export const inspectCommand = defineCommand({
  name: 'inspect',
  operands: '[-- command…]',
  summary: 'Shows sessions at work on a page of this machine',
  notes: [
    'Every program that is started with the printed variable is shown, be it one or many. A command after -- is started with it, and its exit code is the one of this program. Signals that end this program are passed on to it. The page stays as long as somebody looks at it, or until Ctrl-C with --stay.',
    'The page listens on 127.0.0.1, and only to those who have its whole address.',
  ],
  flags: {
    'show-content': {
      kind: 'switch',
      help: 'Shows prompts, messages and the inputs of tools; secrets stay hidden',
    },
    port: { kind: 'count', value: 'n', help: 'The port of the page, instead of any free one' },
    stay: { kind: 'switch', help: 'Stays after the command has ended, until Ctrl-C' },
    simulate: {
      ...cliFlags.simulate,
      help: 'Plays sessions of the built-in simulated CLI to the page: a scenario by name, or a file with one',
    },
  },
  async run({ values, operands }, host) {
    const [file, ...args] = operands;
    if (file !== undefined && values.simulate !== undefined) {
      const scenario =
        values.simulate === true ? ` If ${file} is the scenario, write --simulate=${file}.` : '';
      throw new UsageError(
        `--simulate plays sessions of its own. Leave it or the command out.${scenario}`,
      );
    }
    if (values.port !== undefined && values.port > 65_535) {
      throw new UsageError('--port needs a number of at most 65535.');
    }
    const hub = new Hub();
    const server = await servePage(hub, { port: values.port, keepsAlive: true }).catch(
      (error: NodeJS.ErrnoException) => {
        throw new UsageError(
          `The port ${values.port ?? ''} cannot be used (${error.code}). Give another, or none.`,
        );
      },
    );
    const interrupted = new Promise<'interrupted'>((resolve) => {
      host.onInterrupt(() => resolve('interrupted'));
    });
    const content = values['show-content'] ? '?content=shown' : '';
    const variables = { [inspectVariable]: server.url + content };
    host.stderr.line(`Inspect at ${server.url}`);
    try {
      if (file !== undefined) {
        const { code, isTold } = await startProgram(file, args, { ...host.env, ...variables });
        if (isTold || (!values.stay && hub.viewers === 0)) return code;
        const until = values.stay ? 'Ctrl-C' : 'the page is closed';
        host.stderr.line(`The command has ended with ${code}; its page stays until ${until}.`);
        await Promise.race([interrupted, values.stay ? never : untilNobodyLooks(hub)]);
        return code;
      }
      if (values.simulate !== undefined) {
        const simulate = values.simulate === true ? 'demo' : values.simulate;
        const options = await cliOptions({ simulate });
        const shown = values['show-content'] ? 'shown' : 'hidden';
        await playDemo({ ...options, inspect: reporterTo(hub, shown) }, interrupted);
      } else {
        host.stderr.line(`Start programs with ${inspectVariable}='${server.url}${content}'`);
        await interrupted;
      }
      return exitCodes.ok;
    } finally {
      await server.close();
    }
  },
});

const never = new Promise<never>(() => {});
