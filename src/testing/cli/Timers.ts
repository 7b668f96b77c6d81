import type { ClockLike } from '../../options/runtimeTypes.js';

/** Thrown when a turn is interrupted or its process exits. */
export class Interrupted extends Error {}

/** A clock that may also know the time, like XState's SimulatedClock. */
export interface CliClock extends ClockLike {
  now?(): number;
}

/** All waiting goes through here: a test can control time, and an exit ends every wait. */
export class Timers {
  readonly #clock: CliClock;
  readonly #lifetime: AbortSignal;

  constructor(clock: CliClock, lifetime: AbortSignal) {
    this.#clock = clock;
    this.#lifetime = lifetime;
  }

  now(): number {
    return this.#clock.now?.() ?? Date.now();
  }

  /** Waits; rejects with `Interrupted` as soon as the signal or the process is aborted. */
  sleep(milliseconds: number, signal: AbortSignal = this.#lifetime): Promise<void> {
    return new Promise((resolve, reject) => {
      const signals = [signal, this.#lifetime];
      if (signals.some(({ aborted }) => aborted)) reject(new Interrupted());
      else if (milliseconds <= 0) resolve();
      else {
        const over = new AbortController();
        const timer = this.#clock.setTimeout(() => {
          over.abort();
          resolve();
        }, milliseconds);
        const giveUp = () => {
          over.abort();
          this.#clock.clearTimeout(timer);
          reject(new Interrupted());
        };
        for (const one of signals) one.addEventListener('abort', giveUp, { signal: over.signal });
      }
    });
  }
}
