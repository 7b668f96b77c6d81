import { SimulatedClock } from 'xstate';
import type { ClockLike } from '../options/runtimeTypes.js';

/** A clock that stands still until a test advances it. */
export interface TestClock extends ClockLike {
  /** The simulated time in milliseconds, starting at 0. */
  now(): number;
  /**
   * Lets time pass, and fires the timers that are due. A timer that is set while others fire waits
   * for the next call.
   */
  increment(milliseconds: number): void;
}

/** Creates a clock for the option `clock` and for `fakeCli`. Advance it with `increment`. */
export function simulatedClock(): TestClock {
  const clock = new SimulatedClock();
  return {
    setTimeout: (run, milliseconds) => clock.setTimeout(run, milliseconds),
    clearTimeout: (id) => clock.clearTimeout(id as number),
    now: () => clock.now(),
    increment: (milliseconds) => clock.increment(milliseconds),
  };
}
