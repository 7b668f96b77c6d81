import { stateIn } from 'xstate';
import { doneChildOutput, doneProcessOutput } from '../doneEvents.js';
import { wasKilled } from '../exitErrors.js';
import type { ProcessExit } from '../processTypes.js';
import type { RequestOutput } from '../requestChart.js';
import { hasPermissionRequest } from './callbackPool.js';
import { initializeKey } from './requestLedger.js';
import { allSettled, isBusy, runStatus, silenceIsExpected } from './sessionFacts.js';
import type { SessionContext, SessionMachineEvent } from './sessionTypes.js';

export interface GuardArgs {
  context: SessionContext;
  event: SessionMachineEvent;
}

/** How the `initialize` request ended, if it is the child that is done. */
function initializeOutcome({
  context,
  event,
}: GuardArgs): RequestOutput['outcome']['kind'] | undefined {
  const output = doneChildOutput<RequestOutput>(event, 'request');
  if (!output || context.requests.pending[output.id]?.key !== initializeKey) return undefined;
  return output.outcome.kind;
}

function exitIsAbnormal({ turns }: SessionContext, event: SessionMachineEvent): boolean {
  const output = doneProcessOutput(event);
  if (output?.kind !== 'exited' || output.code === 0) return false;
  // It is normal for the CLI to exit with 1 after a result that is an error.
  return !(output.code === 1 && turns.lastResult?.is_error === true);
}

/** It exited by itself with an error that no result explains. */
function hasFailed({ code, signalled }: ProcessExit, { turns }: SessionContext): boolean {
  return code !== 0 && !signalled && turns.lastResult?.is_error !== true;
}

export const sessionGuards = {
  initializeSucceeded: (args: GuardArgs) => initializeOutcome(args) === 'succeeded',
  initializeRejected: (args: GuardArgs) => initializeOutcome(args) === 'rejected',
  initializeTimedOut: (args: GuardArgs) => initializeOutcome(args) === 'timedOut',
  /** A hook or permission request implies that initialize succeeded. MCP traffic comes earlier. */
  confirmsInitialize: ({ event }: GuardArgs) =>
    (event.type === 'cli.callback' || event.type === 'cli.badCallback') && event.kind !== 'mcp',

  versionRejected: ({ event }: GuardArgs) =>
    event.type === 'xstate.done.actor.version' && event.output.kind === 'rejected',

  isRequestEnd: ({ event }: GuardArgs) => doneChildOutput(event, 'request') !== undefined,
  isCallbackEnd: ({ event }: GuardArgs) => doneChildOutput(event, 'callback') !== undefined,
  isTurnEnd: ({ event }: GuardArgs) => doneChildOutput(event, 'turn') !== undefined,
  isTaskEnd: ({ event }: GuardArgs) => doneChildOutput(event, 'task') !== undefined,

  permissionAwaited: ({ context }: GuardArgs) => hasPermissionRequest(context.callbacks),
  noPermissionAwaited: ({ context }: GuardArgs) => !hasPermissionRequest(context.callbacks),
  isBusy: ({ context }: GuardArgs) => isBusy(context),
  isNotBusy: ({ context }: GuardArgs) => !isBusy(context),
  isInterrupted: ({ context }: GuardArgs) => context.interrupts.length > 0,
  isNotInterrupted: ({ context }: GuardArgs) => context.interrupts.length === 0,
  turnUnanswered: ({ context }: GuardArgs) => context.turns.open.size > 0 || context.messageLost,
  /** Nobody has asked the process to exit, so only code 0 is fine. */
  exitIsAbnormal: ({ context, event }: GuardArgs) => exitIsAbnormal(context, event),
  /** Its input was closed, so it was to exit, but something else killed it, or its status counts. */
  endIsFailure: ({ context, event }: GuardArgs) => {
    const output = doneProcessOutput(event);
    if (output?.kind !== 'exited') return false;
    return wasKilled(output) || (context.settings.strictExitStatus && hasFailed(output, context));
  },

  inputClosing: stateIn({ running: { input: 'closing' } }),
  inputClosed: stateIn({ running: { input: 'closed' } }),
  runEnded: stateIn({ running: { run: 'over' } }),

  runIsOver: ({ context }: GuardArgs) => runStatus(context) === 'yes',
  runIsUnconfirmed: ({ context }: GuardArgs) => runStatus(context) === 'unconfirmed',
  runContinues: ({ context }: GuardArgs) => runStatus(context) === 'no',

  silenceIsExpected: ({ context }: GuardArgs) => silenceIsExpected(context),
  stallStops: ({ context }: GuardArgs) => context.settings.stall.action === 'stop',
  stallInterrupts: ({ context }: GuardArgs) => context.settings.stall.action === 'interrupt',

  mustFail: ({ context }: GuardArgs) => allSettled(context) && context.outcome.kind === 'failed',
  mayEnd: ({ context }: GuardArgs) => allSettled(context),
};
