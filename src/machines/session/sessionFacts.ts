import { compareVersions } from '../../util/versionNumber.js';
import type { WatchPhase } from '../watchdogChart.js';
import { isRunOver, type RunFacts } from './isRunOver.js';
import { pendingCount } from './requestLedger.js';
import type { SessionContext } from './sessionTypes.js';
import { trackedCount } from './taskLedger.js';

/** Questions that guards and actions ask of the session's context. Pure, and without XState. */

/** The facts that decide whether the run is over. */
function runFacts(context: SessionContext): RunFacts {
  return {
    everSent: context.turns.sentCount > 0,
    openTurns: context.turns.open.size,
    overdueTurns: context.turns.overdueCount,
    openTrackedTasks: trackedCount(context.tasks, context.settings.waitFor),
    pendingRequests: pendingCount(context.requests),
    pendingCallbacks: context.callbacks.length,
    cliState: context.cliState,
    confirmed: context.tasks.confirmed,
  };
}

/** Asked after every event. While hooks run, which is often, it needs none of the other facts. */
export function runStatus(context: SessionContext): ReturnType<typeof isRunOver> {
  return context.callbacks.length > 0 ? 'no' : isRunOver(runFacts(context));
}

/** A message waits for its result, or the CLI says that it is working. */
export function isBusy(context: SessionContext): boolean {
  if (context.turns.open.size > 0) return true;
  return context.cliState === 'running' || context.cliState === 'requires_action';
}

/** No child that stands for a request, a callback, a turn or a task is left. */
export function allSettled(context: SessionContext): boolean {
  return (
    pendingCount(context.requests) === 0 &&
    context.callbacks.length === 0 &&
    context.turns.open.size === 0 &&
    context.tasks.open.length === 0
  );
}

export function phaseToWatch({ turns, frameReceived }: SessionContext): WatchPhase {
  if (turns.open.size === 0) return 'off';
  return frameReceived ? 'midTurn' : 'firstFrame';
}

/** The CLI is silent for a reason: it waits for a callback, or a tool or a task is running. */
export function silenceIsExpected({ callbacks, tasks, openTools }: SessionContext): boolean {
  return callbacks.length > 0 || tasks.open.length > 0 || openTools > 0;
}

/**
 * Whether a hook's answer is enough to make this CLI end its run. `since` is the first version that
 * does so, or null if no version is known to. If the version is unknown, the answer is not enough.
 */
export function hookAnswerEndsRun(version: string | undefined, since: string | null): boolean {
  return version !== undefined && since !== null && compareVersions(version, since) >= 0;
}
