import { setup } from 'xstate';
import { callbackChart } from '../callbackChart.js';
import { processChart } from '../processChart.js';
import { requestChart } from '../requestChart.js';
import { taskChart } from '../taskChart.js';
import { turnChart } from '../turnChart.js';
import { versionChart } from '../versionChart.js';
import { watchdogChart } from '../watchdogChart.js';
import type {
  SessionContext,
  SessionEmitted,
  SessionInput,
  SessionMachineEvent,
} from './sessionTypes.js';

type ChildLogic = 'process' | 'version' | 'watchdog' | 'request' | 'callback' | 'turn' | 'task';

/** The types, actors and delays of the session's chart. Its actions need these types. */
export const sessionSetup = setup({
  types: {
    input: {} as SessionInput,
    context: {} as SessionContext,
    events: {} as SessionMachineEvent,
    emitted: {} as SessionEmitted,
    // Without this, XState infers a children type that `tsc` rejects in the published .d.ts.
    children: {} as Record<string, ChildLogic>,
  },
  actors: {
    process: processChart,
    version: versionChart,
    watchdog: watchdogChart,
    request: requestChart,
    callback: callbackChart,
    turn: turnChart,
    task: taskChart,
  },
  delays: {
    confirmation: ({ context }) => context.settings.timeouts.runOverConfirmation,
  },
});
