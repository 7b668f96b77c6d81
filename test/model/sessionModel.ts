import type { AnyMachineSnapshot } from 'xstate';
import { defaultLimits, defaultTimeouts } from '../../src/defaults.js';
import { sessionChart } from '../../src/machines/session/sessionChart.js';
import type { SessionContext } from '../../src/machines/session/sessionTypes.js';
import { openTurns } from '../../src/machines/session/turnLedger.js';
import type { MachineSettings } from '../../src/machines/settings.js';
import {
  sessionChartEvents,
  sessionFollowUp,
} from '../../src/testing/model/session/sessionChartEvents.js';
import type { SessionModelEvent } from '../../src/testing/model/session/sessionModelEvents.js';
import type { Coverage } from './coverage.js';
import type { Model } from './runModel.js';
import { SessionWorld } from './SessionWorld.js';

const never = 10 ** 9;

const smallLimits: MachineSettings['limits'] = {
  ...defaultLimits,
  queuedOperations: 2,
  pendingRequests: 2,
  hook: { running: 1, waiting: 1 },
};

/** Small limits, and a watchdog that sleeps, so that the space of states stays small. */
export const smallSettings: Partial<MachineSettings> = {
  timeouts: { ...defaultTimeouts },
  limits: smallLimits,
  stall: { start: never, firstFrame: never, midTurn: never, action: 'warn' },
};

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as SessionContext;

export interface SessionTheme {
  prefix?: readonly SessionModelEvent[];
  settings?: Partial<MachineSettings>;
  stimuli(context: SessionContext, snapshot: AnyMachineSnapshot): readonly SessionModelEvent[];
}

/** A model of the session's chart that explores one part of it. */
export function sessionModel(theme: SessionTheme) {
  return (coverage: Coverage): Model<SessionModelEvent> => {
    const settings = { ...smallSettings, ...theme.settings };
    return {
      chart: sessionChart,
      input: { launch: {}, initialize: '{}', settings },
      prefix: theme.prefix,
      stimuli: (snapshot) => theme.stimuli(contextOf(snapshot), snapshot),
      events: sessionChartEvents,
      followUp: sessionFollowUp,
      distinguish: (snapshot) => {
        const { queue, requests, callbacks, turns, tasks, ...rest } = contextOf(snapshot);
        return [
          queue.map((one) => [one.kind, 'timeoutMs' in one && one.timeoutMs]),
          [Object.keys(requests.pending), requests.sentCount],
          callbacks,
          [openTurns(turns), turns.sentCount > 0],
          tasks,
          [rest.cliState, rest.interrupts, rest.outcome.kind],
        ];
      },
      world: () => new SessionWorld(settings, coverage.inspect),
    };
  };
}
