import { defaultSilence, withDefaults } from '../../defaults.js';
import { commonSettings } from '../settings.js';
import type { WatchdogInput } from '../watchdogChart.js';
import { noRequests } from './requestLedger.js';
import type { SessionContext, SessionInput, StallSettings } from './sessionTypes.js';
import { noTasks } from './taskLedger.js';
import { noTurns } from './turnLedger.js';

/**
 * The defaults of runtime limits and times, under what the input says otherwise. Field by field, here
 * and in other charts: a spread gives each session a shape of its own, and code that was optimized for
 * the sessions before it is thrown away.
 */
export function watchdogInput({
  context: { launch, settings },
}: {
  context: SessionContext;
}): WatchdogInput {
  const { start, firstFrame, midTurn } = settings.stall;
  return { start, firstFrame, midTurn, activity: launch.activity };
}

export function startingContext(input: SessionInput): SessionContext {
  const { timeouts, limits, shutdown, waitFor } = commonSettings(input.settings);
  const stall = withDefaults<StallSettings>(
    { ...defaultSilence, action: 'warn' },
    input.settings?.stall,
  );
  return {
    launch: input.launch,
    initialize: input.initialize,
    prompt: input.prompt ?? [],
    settings: { timeouts, limits, shutdown, waitFor, stall },
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
    heard: false,
    watch: 'off',
    outcome: { kind: 'completed' },
  };
}
