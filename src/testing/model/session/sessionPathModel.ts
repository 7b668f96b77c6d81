import { sessionChart } from '../../../machines/session/sessionChart.js';
import type { SessionContext } from '../../../machines/session/sessionTypes.js';
import { openTurns } from '../../../machines/session/turnLedger.js';
import type { PathModel } from '../chart/pathModel.js';
import { sessionChartEvents, sessionFollowUp } from './sessionChartEvents.js';
import { sessionCliActs, sessionPlaceholders } from './sessionCliActs.js';
import type { SessionModelEvent } from './sessionModelEvents.js';
import { type SessionStep, sessionSteps } from './sessionSteps.js';

/** The session chart, with the steps that its paths are made of. */
export const sessionPathModel: PathModel<SessionStep, SessionModelEvent> = {
  chart: sessionChart,
  steps: sessionSteps,
  events: sessionChartEvents,
  followUp: sessionFollowUp,
  cliActs: sessionCliActs,
  placeholders: sessionPlaceholders,
  input: ({ stall }) => ({ launch: {}, initialize: '{}', settings: { stall } }),
  // A custom port has no version to check.
  beforeFirstStep: [{ type: 'version', verdict: 'accepted' }],
  distinguish({ context }) {
    const { queue, requests, callbacks, turns, tasks, ...rest } = context as SessionContext;
    return [
      queue.map((one) => [one.kind, 'timeoutMs' in one && one.timeoutMs]),
      Object.values(requests.pending).map(({ subtype }) => subtype),
      callbacks.map(({ kind, running }) => [kind, running]),
      [openTurns(turns), turns.sentCount > 0, turns.reportsLifecycle, turns.lastResult?.is_error],
      tasks,
      [rest.cliState, rest.interrupts.length, rest.lastInterrupted, rest.messageLost],
      [rest.frameReceived, rest.outcome.kind],
    ];
  },
};
