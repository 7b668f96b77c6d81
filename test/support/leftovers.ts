import type { SimulatedClock } from 'xstate';

/** How many timers a simulated clock still holds. */
export function timersLeft(clock: SimulatedClock): number {
  const { timeouts } = clock as unknown as { timeouts: unknown };
  // A private field: another version of XState may name it otherwise, and 0 would then prove nothing.
  if (!(timeouts instanceof Map)) throw new Error('SimulatedClock keeps its timers elsewhere now');
  return timeouts.size;
}
