import { machineSettings } from '../settings.js';
import { noRequests } from './requestLedger.js';
import type { SessionContext, SessionInput } from './sessionTypes.js';
import { noTasks } from './taskLedger.js';
import { noTurns } from './turnLedger.js';

/**
 * The context is built field by field, here and in other charts. A spread would give each session
 * an object shape of its own, and V8 would discard the code that it optimized for earlier sessions.
 */
export function startingContext(input: SessionInput): SessionContext {
  const settings = machineSettings(input.settings);
  return {
    launch: input.launch,
    initialize: input.initialize,
    prompt: input.prompt ?? [],
    settings,
    queue: [],
    requests: noRequests,
    callbacks: [],
    turns: noTurns,
    tasks: noTasks,
    cliState: undefined,
    version: undefined,
    interrupts: [],
    lastInterrupted: false,
    messageLost: false,
    openTools: 0,
    frameReceived: false,
    watch: 'off',
    outcome: { kind: 'completed' },
  };
}
