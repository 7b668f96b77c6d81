/** Real time. Looks `setTimeout` up on each call, so that a test's fake timers take effect. */
export const systemClock = {
  setTimeout: (fire: () => void, ms: number): unknown => setTimeout(fire, ms),
  clearTimeout: (timer: unknown): void => clearTimeout(timer as NodeJS.Timeout),
};
