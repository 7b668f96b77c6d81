import { assertEvent, setup } from 'xstate';
import type { ResultMessage } from '../codec/results.js';
import type { ClaudeActorsError } from '../errors.js';
import { finalOutput } from './doneEvents.js';

export interface TurnInput {
  uuid: string;
}

export type TurnEvent =
  | { type: 'turn.started' }
  | { type: 'turn.completed'; result: ResultMessage }
  | { type: 'turn.interrupted'; result: ResultMessage }
  | { type: 'turn.discarded'; why: string }
  | { type: 'turn.lost'; error: ClaudeActorsError };

/** How a turn ended. */
export type TurnOutcome =
  | { kind: 'completed'; result: ResultMessage }
  | { kind: 'interrupted'; result: ResultMessage }
  | { kind: 'discarded'; why: string }
  | { kind: 'lost'; error: ClaudeActorsError };

export interface TurnOutput {
  uuid: string;
  outcome: TurnOutcome;
}

/** One user message, from the moment it is sent to its result. */
export const turnChart = setup({
  types: {
    input: {} as TurnInput,
    context: {} as TurnInput,
    events: {} as TurnEvent,
    output: {} as TurnOutput,
  },
}).createMachine({
  id: 'turn',
  context: ({ input }) => input,
  initial: 'queued',
  output: ({ context, event }) => ({ uuid: context.uuid, outcome: finalOutput(event) }),
  on: {
    'turn.completed': '.completed',
    'turn.interrupted': '.interrupted',
    'turn.discarded': '.discarded',
    'turn.lost': '.lost',
  },
  states: {
    queued: { on: { 'turn.started': 'started' } },
    started: {},
    completed: {
      type: 'final',
      output: ({ event }): TurnOutcome => {
        assertEvent(event, 'turn.completed');
        return { kind: 'completed', result: event.result };
      },
    },
    interrupted: {
      type: 'final',
      output: ({ event }): TurnOutcome => {
        assertEvent(event, 'turn.interrupted');
        return { kind: 'interrupted', result: event.result };
      },
    },
    discarded: {
      type: 'final',
      output: ({ event }): TurnOutcome => {
        assertEvent(event, 'turn.discarded');
        return { kind: 'discarded', why: event.why };
      },
    },
    lost: {
      type: 'final',
      output: ({ event }): TurnOutcome => {
        assertEvent(event, 'turn.lost');
        return { kind: 'lost', error: event.error };
      },
    },
  },
});
