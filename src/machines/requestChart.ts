import { assertEvent, setup } from 'xstate';
import type { ClaudeActorsError } from '../errors.js';
import { longestTimeout } from '../util/longestTimeout.js';
import { finalOutput } from './doneEvents.js';

export interface RequestInput {
  id: string;
  subtype: string;
  timeoutMs: number;
}

export type RequestEvent =
  | { type: 'request.succeeded'; response: unknown }
  | { type: 'request.rejected'; error: string; errorCode?: string }
  | { type: 'request.cancelled'; reason: 'caller' | 'session' }
  /** It could not be written. */
  | { type: 'request.unwritten'; error: ClaudeActorsError }
  /** The caller's own timeout has passed. It started before the request was written. */
  | { type: 'request.expired' };

/** How a control request ended. */
export type RequestOutcome =
  | { kind: 'succeeded'; response: unknown }
  | { kind: 'rejected'; error: string; errorCode?: string }
  | { kind: 'timedOut'; timeoutMs: number }
  | { kind: 'cancelled'; reason: 'caller' | 'session' }
  | { kind: 'unwritten'; error: ClaudeActorsError };

export interface RequestOutput {
  id: string;
  outcome: RequestOutcome;
}

/** One control request that was written to the CLI. The first event wins. */
export const requestChart = setup({
  types: {
    input: {} as RequestInput,
    context: {} as RequestInput,
    events: {} as RequestEvent,
    output: {} as RequestOutput,
  },
  delays: {
    requestTimeout: ({ context }) => Math.min(context.timeoutMs, longestTimeout),
  },
}).createMachine({
  id: 'request',
  context: ({ input }) => input,
  initial: 'pending',
  output: ({ context, event }) => ({ id: context.id, outcome: finalOutput(event) }),
  states: {
    pending: {
      on: {
        'request.succeeded': 'succeeded',
        'request.rejected': 'rejected',
        'request.cancelled': 'cancelled',
        'request.expired': 'timedOut',
        'request.unwritten': 'unwritten',
      },
      after: { requestTimeout: 'timedOut' },
    },
    succeeded: {
      type: 'final',
      output: ({ event }): RequestOutcome => {
        assertEvent(event, 'request.succeeded');
        return { kind: 'succeeded', response: event.response };
      },
    },
    rejected: {
      type: 'final',
      output: ({ event }): RequestOutcome => {
        assertEvent(event, 'request.rejected');
        const { error, errorCode } = event;
        return { kind: 'rejected', error, ...(errorCode === undefined ? {} : { errorCode }) };
      },
    },
    timedOut: {
      type: 'final',
      output: ({ context }): RequestOutcome => ({
        kind: 'timedOut',
        timeoutMs: context.timeoutMs,
      }),
    },
    unwritten: {
      type: 'final',
      output: ({ event }): RequestOutcome => {
        assertEvent(event, 'request.unwritten');
        return { kind: 'unwritten', error: event.error };
      },
    },
    cancelled: {
      type: 'final',
      output: ({ event }): RequestOutcome => {
        assertEvent(event, 'request.cancelled');
        return { kind: 'cancelled', reason: event.reason };
      },
    },
  },
});
