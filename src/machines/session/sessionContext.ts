import { defaultSilence } from '../../defaults.js';
import { withDefaults } from '../../util/withDefaults.js';
import { commonSettings } from '../settings.js';
import type { WatchdogInput } from '../watchdogChart.js';
import { noRequests } from './requestLedger.js';
import type { SessionContext, SessionInput, StallSettings } from './sessionTypes.js';
import { noTasks } from './taskLedger.js';
import { noTurns } from './turnLedger.js';

export function watchdogInput({
  context: { launch, settings },
}: {
  context: SessionContext;
}): WatchdogInput {
  const { start, firstFrame, midTurn } = settings.stall;
  return { start, firstFrame, midTurn, activity: launch.activity };
}

/**
 * The context is built field by field, here and in other charts. A spread would give each session
 * an object shape of its own, and V8 would discard the code that it optimized for earlier sessions.
 */
export function startingContext(input: SessionInput): SessionContext {
  const { timeouts, limits, shutdown, waitFor, strictExitStatus } = commonSettings(input.settings);
  const stall = withDefaults<StallSettings>(
    { ...defaultSilence, action: 'warn' },
    input.settings?.stall,
  );
  return {
    launch: input.launch,
    initialize: input.initialize,
    prompt: input.prompt ?? [],
    settings: { timeouts, limits, shutdown, waitFor, strictExitStatus, stall },
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
