import { SimulatedClock } from 'xstate';
import type { ClockLike } from '../options/runtimeTypes.js';

/** A clock that stands still until a test moves it. */
export interface TestClock extends ClockLike {
  now(): number;
  /** Lets time pass. A timer that is set while others fire waits for the next call. */
  increment(milliseconds: number): void;
}

/** For the option `clock`, and for `fakeCli`. */
export function simulatedClock(): TestClock {
  const clock = new SimulatedClock();
  return {
    setTimeout: (run, milliseconds) => clock.setTimeout(run, milliseconds),
    clearTimeout: (id) => clock.clearTimeout(id as number),
    now: () => clock.now(),
    increment: (milliseconds) => clock.increment(milliseconds),
  };
}
