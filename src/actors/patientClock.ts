import type { ActorOptions, AnyActorLogic } from 'xstate';
import { lateAlarm } from '../defaults.js';
import { systemClock } from '../util/systemClock.js';

type Clock = NonNullable<ActorOptions<AnyActorLogic>['clock']>;

const patientClocks = new WeakMap<object, Clock>();

/**
 * A clock whose alarms give the pipes a chance first.
 *
 * If your program computes for long, or is stopped (SIGSTOP, a suspended laptop), Node then fires
 * the timers that are due before it reads the pipes: a timeout would come before the answer that has
 * been waiting in the pipe for seconds. So an alarm lets Node read once before it goes off, and an
 * alarm that is late starts again: for as long as it was late, at least a second, and no longer than
 * it was set for. A simulated clock (one with `now`) is never late, and stays as it is.
 */
export function patientClock(clock: Clock = systemClock): Clock {
  if (typeof (clock as { now?: unknown }).now === 'function') return clock;
  let patient = patientClocks.get(clock);
  if (!patient) {
    patient = {
      setTimeout: (fire: () => void, ms: number) => new Alarm(clock, fire, ms),
      clearTimeout: (alarm: unknown) => (alarm as Alarm | undefined)?.clear(),
    };
    patientClocks.set(clock, patient);
    patientClocks.set(patient, patient);
  }
  return patient;
}

class Alarm {
  readonly #clock: Clock;
  readonly #fire: () => void;
  readonly #ms: number;
  #chances = lateAlarm.chances;
  #dueAt = 0;
  #timer: unknown;
  #immediate: NodeJS.Immediate | undefined;

  constructor(clock: Clock, fire: () => void, ms: number) {
    this.#clock = clock;
    this.#fire = fire;
    this.#ms = ms;
    this.#set(ms);
  }

  clear(): void {
    this.#clock.clearTimeout(this.#timer);
    clearImmediate(this.#immediate);
  }

  #set(ms: number): void {
    this.#dueAt = performance.now() + ms;
    this.#timer = this.#clock.setTimeout(() => this.#onDue(performance.now() - this.#dueAt), ms);
  }

  #onDue(lateMs: number): void {
    if (lateMs < -lateAlarm.toleranceMs) {
      // Not real time, so no pipe could have been missed.
      this.#fire();
    } else if (lateMs > lateAlarm.toleranceMs && this.#chances > 0) {
      this.#chances -= 1;
      this.#set(Math.min(this.#ms, Math.max(lateMs, lateAlarm.againMs)));
    } else {
      this.#immediate = setImmediate(this.#fire);
    }
  }
}
