import process from 'node:process';
import type { SessionStream } from '../../actors/messages/SessionStream.js';
import type { ResultMessage } from '../../codec/results.js';
import type { Options } from '../../options/types.js';
import { type Query, query } from '../../Query.js';
import { redact } from '../../secrets/redact.js';
import { exitCodes } from '../exitCodes.js';
import type { Host } from '../host.js';
import { canMoveCursor } from '../terminal.js';
import { type CtrlC, onCtrlC } from './ctrlC.js';
import { canAsk, PermissionAsker } from './PermissionAsker.js';
import { RunMeter } from './RunMeter.js';
import { refusalsOf } from './refusals.js';
import { jsonView, plainView, type RunView, tolerantView } from './runView.js';
import { terminalView } from './terminalView.js';

export interface RunSettings {
  json?: boolean | undefined;
  verbose?: boolean | undefined;
}

/** Runs a prompt and shows the answer. Resolves with the exit code once the CLI has exited. */
export async function runQuery(
  prompt: string,
  options: Options,
  { json, verbose }: RunSettings,
  host: Host,
): Promise<number> {
  const onStderr = (text: string) => {
    // A long line comes in pieces.
    const shown = redact(text.trimEnd(), { cutStart: true, cutEnd: true });
    view.note(`stderr: ${shown}`);
  };
  const asker: PermissionAsker | undefined =
    !json && canAsk(host)
      ? new PermissionAsker({
          host,
          cwd: options.cwd ?? process.cwd(),
          pause: () => view.pause(),
          onInterrupt: () => interrupts.press(),
        })
      : undefined;
  const run: Query = query(prompt, {
    ...(verbose && { stderr: onStderr }),
    ...options,
    ...(asker && { canUseTool: asker.canUseTool }),
  });
  const meter = new RunMeter(() => run.request('get_session_cost'));
  const onScreen = (): RunView => terminalView(host, { meter, asks: asker !== undefined });
  const view = tolerantView(
    json ? jsonView(host) : isTerminal(host) ? onScreen() : plainView(host),
  );
  if (verbose) noteStates(run, view);
  const interrupts: CtrlC = handleCtrlC(run, view, host);
  host.stdout.closed.then(() => run.close());
  let result: ResultMessage | undefined;
  try {
    for await (const item of run.items()) {
      await asker?.answered;
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
    view.note('The CLI exited without a result. Run again with --verbose to see its output.');
  }
  if (!result || result.is_error || host.stdout.isClosed) return exitCodes.failed;
  return refusalsOf(result).length > 0 ? exitCodes.refused : exitCodes.ok;
}

/** A spinner needs both: if either is a pipe or a file, the other may not show it. */
function isTerminal({ stdout, stderr, env }: Host): boolean {
  return canMoveCursor(stdout, env) && canMoveCursor(stderr, env);
}

function noteStates(run: Query, view: RunView): void {
  const { actor } = run as { actor: SessionStream['actor'] };
  view.note('state: starting');
  actor.on('stateChanged', ({ state }) => view.note(`state: ${state}`));
}

function handleCtrlC(run: Query, view: RunView, host: Host): CtrlC {
  let started = false;
  run.initialization.then(
    () => {
      started = true;
    },
    () => {},
  );
  const stop = () => {
    view.note('Stopping. Press Ctrl-C again to kill everything at once.');
    run.close();
  };
  const interrupt = () => {
    if (!started) return stop();
    view.note('Interrupting. Press Ctrl-C again to stop the CLI.');
    // If the CLI cannot be interrupted, the second Ctrl-C still stops it.
    run.interrupt().catch(() => {});
  };
  return onCtrlC(host, [interrupt, stop]);
}
