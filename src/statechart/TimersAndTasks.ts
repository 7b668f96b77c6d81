import type { ActorOptions, AnyActorLogic, AnyActorRef } from 'xstate';
import { longestTimeout } from '../util/longestTimeout.js';

export type Clock = NonNullable<ActorOptions<AnyActorLogic>['clock']>;

/** Something that an actor's active states have started. */
interface Started {
  readonly name: string;
  cancel(): void;
}

/** The timers and tasks that an actor's active states have started, by name. */
export class TimersAndTasks {
  readonly #clock: Clock;
  /** A list and not a map: there are never more than a few. */
  #started: Started[] = [];

  constructor(actor: AnyActorRef, wrapClock: (clock: Clock) => Clock = (clock) => clock) {
    this.#clock = wrapClock((actor as unknown as { clock: Clock }).clock);
  }

  startTimer(name: string, ms: number, fire: () => void): void {
    this.cancel(name);
    // "Never" needs no timer.
    if (ms >= longestTimeout) return;
    const clock = this.#clock;
    const timer = clock.setTimeout(() => {
      this.#take(name);
      fire();
    }, ms);
    this.#started.push({ name, cancel: () => clock.clearTimeout(timer) });
  }

  addTask(name: string, cancel: () => void): void {
    this.#started.push({ name, cancel });
  }

  cancel(name: string): void {
    this.#take(name)?.cancel();
  }

  cancelAll(): void {
    while (this.#started.length > 0) this.#started.shift()?.cancel();
  }

  #take(name: string): Started | undefined {
    const index = this.#started.findIndex((one) => one.name === name);
    return index === -1 ? undefined : this.#started.splice(index, 1)[0];
  }
}
