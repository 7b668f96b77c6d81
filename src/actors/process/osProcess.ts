import { type Actor, type AnyActorLogic, type AnyActorRef, fromCallback } from 'xstate';
import { sweepLimits } from '../../defaults.js';
import type { Leftover, ProcessHandle } from '../../ffi/process/port.js';
import type { OsOrder, OsReport } from '../../machines/processTypes.js';
import { knownSecrets } from '../../secrets/KnownSecrets.js';
import { redact } from '../../secrets/redact.js';
import { Launch } from './Launch.js';
import type { ProcessActivity } from './ProcessActivity.js';
import { startError } from './portWrappers.js';
import { Reader } from './Reader.js';
import { StdinWriter } from './StdinWriter.js';

/** Starts the process, sends its frames to the owner as events, and kills it when stopped. */
export const osProcess = fromCallback<OsOrder, { launch: object; owner: AnyActorRef }>(
  ({ input: { launch, owner }, self, sendBack, receive }) => {
    const report = (event: OsReport) => sendBack(event);
    let handle: ProcessHandle;
    let hasExited = false;
    let activity: ProcessActivity;
    try {
      const plan = Launch.planOf(launch);
      activity = (launch as Launch).activity;
      activity.useClock((self as unknown as Actor<AnyActorLogic>).clock);
      const { lineBytes, traffic, mirror, watcher } = plan;
      const { facts } = launch as Launch;
      const fastPath = Launch.fastPathOf(launch);
      const settings = { lineBytes, traffic, mirror, watcher, facts, fastPath };
      const reader = new Reader(plan.callbacks, (event) => owner.send(event), settings);
      const command = plan.command();
      knownSecrets.learn(command.env);
      facts.start(command, plan);
      facts.useOutput(reader);
      handle = plan.port.start(command, {
        spawned(pid) {
          facts.spawned(pid);
          if (plan.input !== undefined) writeAll(handle, plan.input);
          report({ type: 'os.spawned', pid });
        },
        failed: (error) => report({ type: 'os.failed', error: plan.explain?.(error) ?? error }),
        stdout(bytes) {
          activity.note();
          reader.push(bytes);
        },
        stdoutEnded: () => {
          reader.end();
          report({ type: 'os.outputEnded' });
        },
        stderr: (bytes) => facts.stderr(bytes),
        stderrEnded: () => report({ type: 'os.errorsEnded' }),
        warn: (warning) => plan.warn?.(warning),
        exited: (exit) => {
          hasExited = true;
          // At most a pipeful of output is left. While paused, it would be lost.
          handle.resumeOutput();
          const { startFailure } = exit;
          const explained = startFailure && (plan.explain?.(startFailure) ?? startFailure);
          facts.exited(exit);
          report({ type: 'os.exited', exit: { ...exit, startFailure: explained } });
        },
      });
    } catch (error) {
      report({ type: 'os.failed', error: startError(error) });
      return;
    }
    Launch.attach(launch, handle);
    const writer = new StdinWriter(handle, report);
    receive((order) => {
      switch (order.type) {
        case 'os.write':
          activity.note();
          writer.write(order.lines, order.notify);
          break;
        case 'os.flush':
          writer.flush();
          break;
        case 'os.closeInput':
          handle.end();
          break;
        case 'os.kill':
          handle.kill(order.signal);
          break;
        case 'os.sweep': {
          const done = (found: readonly Leftover[]) =>
            report({ type: 'os.swept', found: found.map(redactLeftover) });
          if (handle.sweep) handle.sweep(order.signal, done);
          else done([]);
          break;
        }
        case 'os.pause':
          if (!hasExited) handle.pauseOutput();
          break;
        case 'os.resume':
          handle.resumeOutput();
          break;
      }
    });
    return () => {
      Launch.attach(launch, undefined);
      handle.kill('SIGKILL');
      handle.release();
      (launch as Launch).finish();
    };
  },
);

/** The command ends up in warnings, and warnings get printed. */
function redactLeftover({ pid, command }: Leftover): Leftover {
  return { pid, command: redact(command).slice(0, sweepLimits.commandLength) };
}

/** Writes a prompt and closes stdin. If the CLI exits without reading it, the exit says why. */
function writeAll(handle: ProcessHandle, input: string): void {
  handle.write(input, () => {});
  handle.end();
}
