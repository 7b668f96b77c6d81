import { type AnyActorRef, fromCallback } from 'xstate';
import { answerLine, errorAnswerLine, requestLine } from '../../codec/control.js';
import type { ClaudeActorsError } from '../../errors.js';
import { redact } from '../../ffi/environment/secrets.js';
import { writeFailed } from '../../ffi/process/inputPipe.js';
import type { ProcessHandle } from '../../ffi/process/port.js';
import type { Outgoing } from '../../machines/cliEvents.js';
import type { OsOrder, OsReport, ProcessExit } from '../../machines/processTypes.js';
import { tellParent } from '../tellParent.js';
import { Launch } from './Launch.js';
import { processFacts } from './processFacts.js';
import { Reader } from './reader.js';
import { startError } from './startError.js';
import { StderrTail } from './stderrTail.js';

/** The process itself: starts it, hands its frames to the owner, and kills it when it is stopped. */
export const osProcess = fromCallback<OsOrder, { launch: object; owner: AnyActorRef }>(
  ({ input: { launch, owner }, sendBack, receive }) => {
    const tell = (report: OsReport) => sendBack(report);
    let handle: ProcessHandle;
    let gone = false;
    try {
      const plan = Launch.planOf(launch);
      tellParent(owner, plan.shows);
      plan.joined?.(owner);
      const { lineBytes, traffic, mirror } = plan;
      const settings = { lineBytes, traffic, mirror, lane: Launch.laneOf(launch) };
      const reader = new Reader(plan.callbacks, (event) => owner.send(event), settings);
      const stderr = new StderrTail(plan.stderrBytes);
      const command = plan.command();
      const facts = processFacts(command, plan);
      handle = plan.port.start(command, {
        spawned(pid) {
          facts.spawned(pid);
          tell({ type: 'os.spawned', pid });
        },
        failed: (error) => tell({ type: 'os.failed', error: plan.explain?.(error) ?? error }),
        stdout: (bytes) => reader.push(bytes),
        stdoutEnded: () => {
          reader.end();
          tell({ type: 'os.outputEnded' });
        },
        stderr: (bytes) => stderr.push(bytes),
        stderrEnded: () => tell({ type: 'os.errorsEnded' }),
        exited: (exit) => {
          gone = true;
          // No more than a pipe holds is left; held up, it would be lost.
          handle.resumeOutput();
          const { startFailure } = exit;
          const explained = startFailure && (plan.explain?.(startFailure) ?? startFailure);
          const last: ProcessExit = {
            ...exit,
            startFailure: explained,
            facts: facts.exited(),
            get stderrTail() {
              // It goes into errors, and errors get printed.
              return redact(stderr.text(), { env: command.env });
            },
          };
          tell({ type: 'os.exited', exit: last });
        },
      });
    } catch (error) {
      tell({ type: 'os.failed', error: startError(error) });
      return;
    }
    Launch.attach(launch, handle);
    receive((order) => {
      switch (order.type) {
        case 'os.write':
          writeAll(handle, order.lines.map(lineOf), tell);
          break;
        case 'os.closeInput':
          handle.end();
          break;
        case 'os.kill':
          handle.kill(order.signal);
          break;
        case 'os.pause':
          if (!gone) handle.pauseOutput();
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

/** Reports when it is known of all. Those that are not taken are the last ones. */
function writeAll(
  handle: ProcessHandle,
  lines: readonly string[],
  tell: (report: OsReport) => void,
): void {
  let open = lines.length;
  let taken = 0;
  let failure: ClaudeActorsError | undefined;
  const done = (error?: ClaudeActorsError) => {
    open -= 1;
    if (error) failure ??= error;
    else taken += 1;
    if (open > 0) return;
    tell(failure ? { type: 'os.writeFailed', error: failure, taken } : { type: 'os.written' });
  };
  for (const line of lines) {
    try {
      handle.write(line, done);
    } catch (cause) {
      // A port of the user's own may throw.
      queueMicrotask(() => done(writeFailed(undefined, cause)));
    }
  }
}

function lineOf(line: Outgoing): string {
  switch (line.kind) {
    case 'request':
      return requestLine(line.id, line.body);
    case 'answer':
      return answerLine(line.id, line.body);
    case 'error':
      return errorAnswerLine(line.id, line.error);
    case 'message':
      return line.line;
  }
}
