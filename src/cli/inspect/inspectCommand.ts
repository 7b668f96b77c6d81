import { inspectVariable } from '../../actors/observing/inspection.js';
import { pageReloadMs } from '../../defaults.js';
import { Hub } from '../../inspect/page/server/Hub.js';
import { cliFlags, cliOptions } from '../cliFlags.js';
import { defineCommand } from '../command.js';
import { exitCodes } from '../exitCodes.js';
import { readRecordings } from '../report/readRecordings.js';
import { UsageError } from '../UsageError.js';
import { runProgram } from './runProgram.js';
import { serveCommandPage } from './serveCommandPage.js';
import { inspectInto, runSimulatedSessions } from './simulatedSessions.js';

export const inspectCommand = defineCommand({
  name: 'inspect',
  operands: '[file… | -- command…]',
  summary: 'Watch sessions on a local web page, or open recordings',
  notes: [
    'The page shows every program that you start with the printed environment variable. A command after -- is started with it: termination signals are forwarded to the command, and its exit code becomes the exit code of inspect. The page stays open while a browser shows it, or with --stay until Ctrl-C.',
    'Files that end in .ndjson or .jsonl are recordings. The page shows them with all their content, as if they were running. You can also drop recordings onto an open page.',
    'The page listens on 127.0.0.1 only, and its address contains a secret.',
  ],
  flags: {
    'show-content': {
      kind: 'switch',
      help: 'Show prompts, messages and tool inputs of programs; secrets stay hidden',
    },
    port: { kind: 'count', value: 'n', help: 'Port of the page (default: any free port)' },
    stay: { kind: 'switch', help: 'Stay open after the command has exited, until Ctrl-C' },
    simulate: {
      ...cliFlags.simulate,
      help: 'Show sessions of the built-in simulated CLI, with their content, with a scenario: a name or a file',
    },
  },
  async run({ values, operands }, host) {
    const [file, ...args] = operands;
    if (file !== undefined && values.simulate !== undefined) {
      const scenario =
        values.simulate === true ? ` If "${file}" is the scenario, write --simulate=${file}.` : '';
      throw new UsageError(
        `--simulate cannot be used with a command. Remove one of them.${scenario}`,
      );
    }
    const hub = new Hub();
    const recordings = file !== undefined && isRecording(file) ? operands : [];
    for (const report of await readRecordings(recordings, 'shown')) hub.receiveRecording(report);
    const server = await serveCommandPage(hub, { port: values.port });
    const interrupted = new Promise<'interrupted'>((resolve) => {
      host.onInterrupt(() => resolve('interrupted'));
    });
    const query = values['show-content'] ? '?content=shown' : '';
    const variables = { [inspectVariable]: server.url + query };
    host.stderr.line(`Inspect at ${server.url}`);
    try {
      if (recordings.length > 0) {
        host.stderr.line('The page stays open until you press Ctrl-C.');
        await interrupted;
        return exitCodes.ok;
      }
      if (file !== undefined) {
        const { code, wasSignalled } = await runProgram(file, args, { ...host.env, ...variables });
        if (wasSignalled || (!values.stay && hub.viewers === 0)) return code;
        const until = values.stay ? 'you press Ctrl-C' : 'you close it';
        host.stderr.line(`The command exited with ${code}. The page stays open until ${until}.`);
        await Promise.race([interrupted, values.stay ? never : allViewersGone(hub)]);
        return code;
      }
      if (values.simulate !== undefined) {
        const simulate = values.simulate === true ? 'demo' : values.simulate;
        const options = await cliOptions({ simulate });
        // A scenario is made up, so there is nothing to hide.
        await runSimulatedSessions({ ...options, inspect: inspectInto(hub, 'shown') }, interrupted);
      } else {
        host.stderr.line(`Start your programs with ${inspectVariable}='${server.url}${query}'`);
        await interrupted;
      }
      return exitCodes.ok;
    } finally {
      await server.close();
    }
  },
});

/** No command has such a name. */
function isRecording(path: string): boolean {
  return /\.(?:ndjson|jsonl)$/i.test(path);
}

const never = new Promise<never>(() => {});

/** Resolves once no page has been open for a while. */
function allViewersGone(hub: Hub): Promise<void> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const unsubscribe = hub.watchViewers((viewers) => {
      clearTimeout(timer);
      if (viewers > 0) return;
      timer = setTimeout(() => {
        unsubscribe();
        resolve();
      }, pageReloadMs);
    });
  });
}
