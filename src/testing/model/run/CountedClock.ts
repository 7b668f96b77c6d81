import { simulatedClock, type TestClock } from '../../simulatedClock.js';

/** A simulated clock that counts its pending timers. */
export class CountedClock implements TestClock {
  readonly #clock = simulatedClock();
  readonly #timers = new Set<unknown>();

  get timersLeft(): number {
    return this.#timers.size;
  }

  now(): number {
    return this.#clock.now();
  }

  increment(milliseconds: number): void {
    this.#clock.increment(milliseconds);
  }

  setTimeout(run: () => void, milliseconds: number): unknown {
    const id = this.#clock.setTimeout(() => {
      this.#timers.delete(id);
      run();
    }, milliseconds);
    this.#timers.add(id);
    return id;
  }

  clearTimeout(id: unknown): void {
    this.#timers.delete(id);
    this.#clock.clearTimeout(id);
  }
}
