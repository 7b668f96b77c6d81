import type { RequestOutput } from '../requestChart.js';
import { hasPermission } from './callbackPool.js';
import { initializeKey } from './operationActions.js';
import {
  childOutput,
  isBusy,
  nothingLeft,
  runStanding,
  silenceIsExpected,
} from './sessionFacts.js';
import type { SessionContext, SessionEvent } from './sessionTypes.js';

export interface Asked {
  context: SessionContext;
  event: SessionEvent;
}

/** The child that has ended is the handshake, and it ended like this. */
function initializeEnded({ context, event }: Asked): RequestOutput['outcome']['kind'] | undefined {
  const output = childOutput<RequestOutput>(event, 'request');
  if (!output || context.requests.pending[output.id]?.key !== initializeKey) return undefined;
  return output.outcome.kind;
}

export const sessionGuards = {
  initializeSucceeded: (asked: Asked) => initializeEnded(asked) === 'succeeded',
  initializeRejected: (asked: Asked) => initializeEnded(asked) === 'rejected',
  initializeTimedOut: (asked: Asked) => initializeEnded(asked) === 'timedOut',
  /** A hook or a permission request is an implicit yes; MCP traffic comes before the answer. */
  confirmsInitialize: ({ event }: Asked) =>
    (event.type === 'cli.callback' || event.type === 'cli.badCallback') && event.kind !== 'mcp',

  versionRejected: ({ event }: Asked) =>
    event.type === 'xstate.done.actor.version' && event.output.kind === 'rejected',

  isRequestEnd: ({ event }: Asked) => childOutput(event, 'request') !== undefined,
  isCallbackEnd: ({ event }: Asked) => childOutput(event, 'callback') !== undefined,
  isTurnEnd: ({ event }: Asked) => childOutput(event, 'turn') !== undefined,
  isTaskEnd: ({ event }: Asked) => childOutput(event, 'task') !== undefined,

  permissionAwaited: ({ context }: Asked) => hasPermission(context.callbacks),
  permissionGiven: ({ context }: Asked) => !hasPermission(context.callbacks),
  isBusy: ({ context }: Asked) => isBusy(context),
  isQuiet: ({ context }: Asked) => !isBusy(context),
  isInterrupted: ({ context }: Asked) => context.interrupts.length > 0,
  interruptIsOver: ({ context }: Asked) => context.interrupts.length === 0,
  turnUnanswered: ({ context }: Asked) => context.turns.open.length > 0 || context.messageLost,

  runIsOver: ({ context }: Asked) => runStanding(context) === 'yes',
  runIsUnconfirmed: ({ context }: Asked) => runStanding(context) === 'unconfirmed',
  runGoesOn: ({ context }: Asked) => runStanding(context) === 'no',

  silenceIsExpected: ({ context }: Asked) => silenceIsExpected(context),
  stallStops: ({ context }: Asked) => context.settings.stall.action === 'stop',
  stallInterrupts: ({ context }: Asked) => context.settings.stall.action === 'interrupt',

  mustFail: ({ context }: Asked) => nothingLeft(context) && context.outcome.kind === 'failed',
  mayEnd: ({ context }: Asked) => nothingLeft(context),
};
