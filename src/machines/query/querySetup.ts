import { setup } from 'xstate';
import { doneProcessOutput } from '../doneEvents.js';
import { missingConversation } from '../exitErrors.js';
import { processChart } from '../processChart.js';
import { trackedCount } from '../session/taskLedger.js';
import { versionChart } from '../versionChart.js';
import { watchdogChart } from '../watchdogChart.js';
import type { QueryContext, QueryEmitted, QueryEvent, QueryInput } from './queryTypes.js';

interface GuardArgs {
  context: QueryContext;
  event: QueryEvent;
}

function exitCode({ event }: GuardArgs): number | null | undefined {
  const output = doneProcessOutput(event);
  return output?.kind === 'exited' ? output.code : undefined;
}

const countsAsDecodeError = ({ event }: GuardArgs) =>
  event.type === 'cli.undecodable' &&
  (event.frame.reason === 'notJson' || event.frame.reason === 'badUtf8');

/** The result says that there is no conversation to resume. The exit follows, and is the error. */
function lacksConversation({ lastResult }: QueryContext): boolean {
  if (!lastResult || !('errors' in lastResult)) return false;
  // Frames are not validated, so this may be something other than a list of texts.
  return [lastResult.errors].flat().some((error) => missingConversation(String(error)));
}

const queryGuards = {
  isLastLine: (args: GuardArgs) =>
    countsAsDecodeError(args) && args.event.type === 'cli.undecodable' && args.event.last,
  tooManyDecodeErrors: (args: GuardArgs) =>
    countsAsDecodeError(args) &&
    args.context.decodeErrors + 1 >= args.context.settings.limits.decodeErrors,
  exitedCleanly: (args: GuardArgs) => exitCode(args) === 0,
  /** If the result was an error, the exit status is no failure of its own. */
  exitMatters: ({ context }: GuardArgs) =>
    lacksConversation(context) ||
    (context.settings.strictExitStatus && context.lastResult?.is_error !== true),
  versionRejected: ({ event }: GuardArgs) =>
    event.type === 'xstate.done.actor.version' && event.output.kind === 'rejected',
  mayEndAfterDrain: ({ context }: GuardArgs) =>
    !context.settings.strictExitStatus &&
    !lacksConversation(context) &&
    trackedCount(context.tasks, context.settings.waitFor) === 0,
  tooManyDrainWarnings: ({ context }: GuardArgs) =>
    context.drainWarnings >= context.settings.limits.drainWarnings,
  processExited: ({ context }: GuardArgs) => context.processExited,
  /** A tool or a task is running, or the consumer does not read. */
  silenceIsExpected: ({ context: { tasks, openTools, full } }: GuardArgs) =>
    tasks.open.length > 0 || openTools > 0 || full,
  stallStops: ({ context }: GuardArgs) => context.settings.stall.action === 'stop',
  stallInterrupts: ({ context }: GuardArgs) => context.settings.stall.action === 'interrupt',
  isFull: ({ context }: GuardArgs) => context.full,
  isNotFull: ({ context }: GuardArgs) => !context.full,
};

/** What the query's chart is made of, except its actions, which need these types. */
export const querySetup = setup({
  types: {
    input: {} as QueryInput,
    context: {} as QueryContext,
    events: {} as QueryEvent,
    emitted: {} as QueryEmitted,
    // Without this, XState infers a children type that `tsc` rejects in the published .d.ts.
    children: {} as Record<string, 'process' | 'version' | 'watchdog'>,
  },
  actors: { process: processChart, version: versionChart, watchdog: watchdogChart },
  guards: queryGuards,
  delays: {
    drain: ({ context }) => context.settings.timeouts.drain,
    outputAfterExit: ({ context }) => context.settings.timeouts.outputAfterExit,
  },
});
