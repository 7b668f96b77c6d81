import type { ActorOptions, AnyActorLogic } from 'xstate';
import type { Activity } from '../../machines/watchdogChart.js';

type Clock = ActorOptions<AnyActorLogic>['clock'];

/** Records when bytes last went to or came from a process, by the actor's clock. */
export class ProcessActivity implements Activity {
  lastAt = 0;
  #now: () => number = () => performance.now();

  now(): number {
    return this.#now();
  }

  /** A simulated clock has its own time. Real timers follow `performance.now()`. */
  useClock(clock: Clock): void {
    const { now } = (clock ?? {}) as { now?: unknown };
    if (typeof now === 'function') this.#now = () => Number(now.call(clock));
    this.note();
  }

  note(): void {
    this.lastAt = this.#now();
  }

  /** Inspectors show the context that holds it, so keep it empty there. */
  toJSON(): object {
    return {};
  }
}
