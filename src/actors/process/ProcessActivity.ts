import type { ActorOptions, AnyActorLogic } from 'xstate';
import type { Activity } from '../../machines/watchdogChart.js';

type Clock = ActorOptions<AnyActorLogic>['clock'];

/** Notes when bytes last went to a process or came from it, in the time of the actor's clock. */
export class ProcessActivity implements Activity {
  lastAt = 0;
  #now: () => number = () => performance.now();

  now(): number {
    return this.#now();
  }

  /** A simulated clock has a time of its own; real timers go by the performance clock. */
  useClock(clock: Clock): void {
    const { now } = (clock ?? {}) as { now?: unknown };
    if (typeof now === 'function') this.#now = () => Number(now.call(clock));
    this.note();
  }

  note(): void {
    this.lastAt = this.#now();
  }

  /** Inspectors show the context it is in. */
  toJSON(): object {
    return {};
  }
}
