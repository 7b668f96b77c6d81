import type { ActorOptions, AnyActorLogic, AnyActorRef } from 'xstate';
import { longestDelay } from '../../machines/limits.js';

type Clock = NonNullable<ActorOptions<AnyActorLogic>['clock']>;

/** What the states of one actor have begun and have to end: timers and tasks, by name. */
export class Held {
  readonly #clock: Clock;
  readonly #ends = new Map<string, () => void>();

  constructor(actor: AnyActorRef) {
    this.#clock = (actor as unknown as { clock: Clock }).clock;
  }

  /** A delay of the greatest length is for ever, and needs no timer. */
  startTimer(name: string, ms: number, fire: () => void): void {
    this.end(name);
    if (ms >= longestDelay) return;
    const clock = this.#clock;
    const timer = clock.setTimeout(() => {
      this.#ends.delete(name);
      fire();
    }, ms);
    this.#ends.set(name, () => clock.clearTimeout(timer));
  }

  add(name: string, end: () => void): void {
    this.#ends.set(name, end);
  }

  end(name: string): void {
    const end = this.#ends.get(name);
    if (!end) return;
    this.#ends.delete(name);
    end();
  }

  endAll(): void {
    for (const name of [...this.#ends.keys()]) this.end(name);
  }
}
