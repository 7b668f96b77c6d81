import { sessionChart } from '../../../machines/session/sessionChart.js';
import type { SessionContext } from '../../../machines/session/sessionTypes.js';
import type { LifeModel } from '../chart/exploreChart.js';
import { sessionActs, sessionPlaceholders } from './sessionActs.js';
import { sessionConsequence, sessionEvents } from './sessionEvents.js';
import { type SessionStep, sessionSteps } from './sessionSteps.js';
import type { SessionStimulus } from './sessionStimuli.js';

/** The session's own chart, and the words in which its lives are told. */
export const sessionLife: LifeModel<SessionStep, SessionStimulus> = {
  chart: sessionChart,
  vocabulary: sessionSteps,
  events: sessionEvents,
  consequence: sessionConsequence,
  acts: sessionActs,
  placeholders: sessionPlaceholders,
  input: ({ stall }) => ({ launch: {}, initialize: '{}', settings: { stall } }),
  // A port of the user's own has no version to be judged.
  before: [{ type: 'version', verdict: 'accepted' }],
  distinguish({ context }) {
    const { queue, requests, callbacks, turns, tasks, ...rest } = context as SessionContext;
    return [
      queue.map((one) => [one.kind, 'timeoutMs' in one && one.timeoutMs]),
      Object.values(requests.pending).map(({ subtype }) => subtype),
      callbacks.map(({ kind, running }) => [kind, running]),
      [turns.open, turns.everSent, turns.tells],
      tasks,
      [rest.cliState, rest.interrupts.length, rest.lastInterrupted, rest.messageLost],
      [rest.heard, rest.outcome.kind],
    ];
  },
};
