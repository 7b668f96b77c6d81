import type { ClockLike } from '../../options/runtimeTypes.js';

/** Thrown where a turn stops because it was interrupted, or because its process has ended. */
export class Interrupted extends Error {}

/** A clock that may also know what time it is, as XState's simulated one does. */
export interface CliClock extends ClockLike {
  now?(): number;
}

/** All waiting goes through here, so that a test moves time and an exit ends every wait. */
export class Timers {
  readonly #clock: CliClock;
  readonly #life: AbortSignal;

  constructor(clock: CliClock, life: AbortSignal) {
    this.#clock = clock;
    this.#life = life;
  }

  now(): number {
    return this.#clock.now?.() ?? Date.now();
  }

  /** Waits; rejects with `Interrupted` as soon as one of the signals fires. */
  sleep(milliseconds: number, signal: AbortSignal = this.#life): Promise<void> {
    return new Promise((resolve, reject) => {
      const signals = [signal, this.#life];
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
