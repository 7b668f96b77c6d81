import {
  defaultLimits,
  defaultTimeouts,
  endLadder,
  type Ladder,
  type Limits,
  stopLadder,
  type Timeouts,
  withDefaults,
} from './limits.js';
import type { WaitFor } from './session/taskLedger.js';

/** What a session and a query keep to alike. */
export interface CommonSettings {
  timeouts: Timeouts;
  limits: Limits;
  ladders: { end: Ladder; stop: Ladder };
  waitFor: WaitFor;
}

/** The defaults of the runtime, under what the input says otherwise. */
export function commonSettings(given: Partial<CommonSettings> = {}): CommonSettings {
  const { timeouts, limits, ladders, waitFor = 'agents' } = given;
  return {
    timeouts: withDefaults<Timeouts>(defaultTimeouts, timeouts),
    limits: withDefaults(defaultLimits, limits),
    ladders: withDefaults({ end: endLadder, stop: stopLadder }, ladders),
    waitFor,
  };
}
