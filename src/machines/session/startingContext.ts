import {
  defaultLimits,
  defaultTimeouts,
  endLadder,
  stopLadder,
  type Timeouts,
  withDefaults,
} from '../limits.js';
import { noRequests } from './requestLedger.js';
import type { SessionContext, SessionInput, StallSettings } from './sessionTypes.js';
import { noTasks } from './taskLedger.js';
import { noTurns } from './turnLedger.js';

/** The defaults of runtime limits and times, under what the input says otherwise. */
export function startingContext(input: SessionInput): SessionContext {
  const { timeouts, limits, ladders, stall, waitFor = 'agents' } = input.settings ?? {};
  const silence = 120_000;
  return {
    launch: input.launch,
    initialize: input.initialize,
    prompt: input.prompt ?? [],
    settings: {
      timeouts: withDefaults<Timeouts>(defaultTimeouts, timeouts),
      limits: withDefaults(defaultLimits, limits),
      ladders: withDefaults({ end: endLadder, stop: stopLadder }, ladders),
      stall: withDefaults<StallSettings>(
        { start: silence, firstFrame: silence, midTurn: silence, action: 'warn' },
        stall,
      ),
      waitFor,
    },
    queue: [],
    requests: noRequests,
    callbacks: [],
    turns: noTurns,
    tasks: noTasks,
    interrupts: [],
    lastInterrupted: false,
    messageLost: false,
    openTools: 0,
    heard: false,
    watch: 'off',
    outcome: { kind: 'completed' },
  };
}
