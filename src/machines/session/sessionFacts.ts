import type { WatchPhase } from '../watchdogChart.js';
import { pendingCount } from './requestLedger.js';
import { runOver } from './runOver.js';
import type { ChildOutput, SessionContext, SessionEvent } from './sessionTypes.js';
import { trackedCount } from './taskLedger.js';
import { overdueTurns } from './turnLedger.js';

/** What the session's guards ask of its context: no chart, no effect. */

export function runStanding(context: SessionContext): ReturnType<typeof runOver> {
  return runOver({
    everSent: context.turns.everSent,
    openTurns: context.turns.open.length,
    overdueTurns: overdueTurns(context.turns).length,
    openTrackedTasks: trackedCount(context.tasks, context.settings.waitFor),
    pendingRequests: pendingCount(context.requests),
    pendingCallbacks: context.callbacks.length,
    cliState: context.cliState,
    confirmed: context.tasks.confirmed,
  });
}

/** A message of ours waits for its result, or the CLI says that it works. */
export function isBusy(context: SessionContext): boolean {
  if (context.turns.open.length > 0) return true;
  return context.cliState === 'running' || context.cliState === 'requires_action';
}

export function nothingLeft(context: SessionContext): boolean {
  return (
    pendingCount(context.requests) === 0 &&
    context.callbacks.length === 0 &&
    context.turns.open.length === 0 &&
    context.tasks.open.length === 0
  );
}

export function phaseToWatch({ turns, heard }: SessionContext): WatchPhase {
  if (turns.open.length === 0) return 'off';
  return heard ? 'midTurn' : 'firstFrame';
}

/** The CLI waits for a callback of ours, or works on a tool or a task: it has nothing to say. */
export function silenceIsExpected({ callbacks, tasks, openTools }: SessionContext): boolean {
  return callbacks.length > 0 || tasks.open.length > 0 || openTools > 0;
}

/** The output of a child that has ended, by its kind. */
export function childOutput<Output extends ChildOutput>(
  event: SessionEvent,
  kind: 'request' | 'callback' | 'turn' | 'task',
): Output | undefined {
  if (!event.type.startsWith(`xstate.done.actor.${kind}#`)) return undefined;
  return (event as unknown as { output: Output }).output;
}
