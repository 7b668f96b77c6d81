import type { ActorOptions, AnyActorLogic, AnyActorRef } from 'xstate';
import { longestTimeout } from '../util/longestTimeout.js';

export type Clock = NonNullable<ActorOptions<AnyActorLogic>['clock']>;

/** The timers and tasks that an actor's active states have started, by name. */
export class TimersAndTasks {
  readonly #clock: Clock;
  readonly #cancels = new Map<string, () => void>();

  constructor(actor: AnyActorRef, wrapClock: (clock: Clock) => Clock = (clock) => clock) {
    this.#clock = wrapClock((actor as unknown as { clock: Clock }).clock);
  }

  startTimer(name: string, ms: number, fire: () => void): void {
    this.cancel(name);
    // "Never" needs no timer.
    if (ms >= longestTimeout) return;
    const clock = this.#clock;
    const timer = clock.setTimeout(() => {
      this.#cancels.delete(name);
      fire();
    }, ms);
    this.#cancels.set(name, () => clock.clearTimeout(timer));
  }

  addTask(name: string, cancel: () => void): void {
    this.#cancels.set(name, cancel);
  }

  cancel(name: string): void {
    const cancel = this.#cancels.get(name);
    if (!cancel) return;
    this.#cancels.delete(name);
    cancel();
  }

  cancelAll(): void {
    for (const name of [...this.#cancels.keys()]) this.cancel(name);
  }
}
