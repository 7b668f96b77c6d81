import type { SessionStream } from '../../actors/messages/sessionStream.js';
import type { ResultMessage } from '../../codec/results.js';
import type { Options } from '../../options/types.js';
import { type Query, query } from '../../Query.js';
import { exitCodes } from '../exitCodes.js';
import type { Host } from '../Host.js';
import { canMoveCursor } from '../styles.js';
import { ctrlC } from './ctrlC.js';
import { jsonView } from './jsonView.js';
import { plainView } from './plainView.js';
import type { RunView } from './RunView.js';
import { terminalView } from './terminalView.js';

export interface RunSettings {
  json?: boolean | undefined;
  verbose?: boolean | undefined;
}

/** Runs a prompt to its end and shows it; resolves with the exit code when the process is gone. */
export async function runQuery(
  prompt: string,
  options: Options,
  { json, verbose }: RunSettings,
  host: Host,
): Promise<number> {
  const told = verbose ? { stderr: (text: string) => view.note(`stderr: ${text.trimEnd()}`) } : {};
  const run = query(prompt, { ...told, ...options });
  const view = json ? jsonView(host) : isScreen(host) ? terminalView(host) : plainView(host);
  if (verbose) tellStates(run, view);
  const interrupts = listenForCtrlC(run, view, host);
  host.stdout.closed.then(() => run.close());
  let result: ResultMessage | undefined;
  try {
    for await (const item of run.items()) {
      if (item.kind === 'message') {
        if (item.message.type === 'result') result = item.message;
        view.message(item);
      } else if (verbose) {
        const { code, message } = item.kind === 'warning' ? item.warning : item.error;
        view.note(`${item.kind}: ${code}: ${message}`);
      }
      await host.stdout.drained();
    }
  } catch (error) {
    view.finish({ result: undefined, interrupted: interrupts.pressed });
    if (interrupts.pressed) return exitCodes.interrupted;
    throw error;
  } finally {
    await run.close();
    interrupts.stop();
  }
  view.finish({ result, interrupted: interrupts.pressed });
  if (interrupts.pressed) return exitCodes.interrupted;
  if (!result && !host.stdout.isClosed) {
    view.note('The CLI ended without a result. Try again with --verbose to see what it says.');
  }
  return result && !result.is_error && !host.stdout.isClosed ? exitCodes.ok : exitCodes.failed;
}

/** In a pipe, even half of one, there is nobody to spin for. */
function isScreen({ stdout, stderr, env }: Host): boolean {
  return canMoveCursor(stdout, env) && canMoveCursor(stderr, env);
}

function tellStates(run: Query, view: RunView): void {
  const { actor } = run as { actor: SessionStream['actor'] };
  view.note('state: starting');
  actor.on('stateChanged', ({ state }) => view.note(`state: ${state}`));
}

function listenForCtrlC(run: Query, view: RunView, host: Host): ReturnType<typeof ctrlC> {
  let started = false;
  run.initialization.then(
    () => {
      started = true;
    },
    () => {},
  );
  const stop = () => {
    view.note('Stopping. Ctrl-C again ends everything at once.');
    run.close();
  };
  const interrupt = () => {
    if (!started) return stop();
    view.note('Interrupting. Ctrl-C again stops the CLI.');
    // Where it cannot be interrupted, the second Ctrl-C still stops it.
    run.interrupt().catch(() => {});
  };
  return ctrlC(host, [interrupt, stop]);
}
