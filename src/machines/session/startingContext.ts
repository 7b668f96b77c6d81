import { commonSettings } from '../commonSettings.js';
import { withDefaults } from '../limits.js';
import { noRequests } from './requestLedger.js';
import type { SessionContext, SessionInput, StallSettings } from './sessionTypes.js';
import { noTasks } from './taskLedger.js';
import { noTurns } from './turnLedger.js';

/** The defaults of runtime limits and times, under what the input says otherwise. */
export function startingContext(input: SessionInput): SessionContext {
  const silence = 120_000;
  return {
    launch: input.launch,
    initialize: input.initialize,
    prompt: input.prompt ?? [],
    settings: {
      ...commonSettings(input.settings),
      stall: withDefaults<StallSettings>(
        { start: silence, firstFrame: silence, midTurn: silence, action: 'warn' },
        input.settings?.stall,
      ),
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
