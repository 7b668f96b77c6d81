import {
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EmittedFrom,
  type EventFromLogic,
  type EventObject,
  type InputFrom,
  initialTransition,
  type StateValue,
  transition,
} from 'xstate';

export interface Spawned {
  id: string;
  src: string;
  input: unknown;
}

type Effect = { info: { self: AnyActorRef } } & (
  | { type: 'xstate.emit'; params: { event: EventObject } }
  | { type: 'xstate.sendTo'; params: { to: AnyActorRef | string; event: EventObject } }
  | { type: 'xstate.spawnChild'; params: Spawned }
  | { type: 'xstate.stopChild'; params?: AnyActorRef }
  | { type: 'xstate.raise'; params: { event: EventObject; id: string; delay?: number } }
  | { type: 'xstate.cancel'; params: { sendId: string } }
);

/** A chart taken from state to state by XState's pure functions: nothing is run, all is noted. */
export class Walk<Chart extends AnyStateMachine> {
  snapshot: AnyMachineSnapshot;
  /** These, and what was sent, are of the last step alone. */
  emitted: EmittedFrom<Chart>[] = [];
  spawned: Spawned[] = [];
  stopped: string[] = [];
  #sent: { to: string; event: EventObject }[] = [];
  readonly #chart: AnyStateMachine;
  readonly #timers = new Map<string, { event: EventObject; ms: number }>();

  constructor(chart: Chart, input: InputFrom<Chart>) {
    this.#chart = chart;
    const [snapshot, effects] = initialTransition(this.#chart, input);
    this.snapshot = snapshot;
    this.#note(effects);
  }

  /** One step, which may have several events. */
  take(...events: readonly EventFromLogic<Chart>[]): this {
    this.emitted = [];
    this.spawned = [];
    this.stopped = [];
    this.#sent = [];
    for (const event of events) {
      const [snapshot, effects] = transition(this.#chart, this.snapshot, event);
      this.snapshot = snapshot;
      this.#note(effects);
    }
    return this;
  }

  /** Fires the timer of so many milliseconds. If several run, the one that was set first. */
  elapse(ms: number): this {
    const due = [...this.#timers].find(([, timer]) => timer.ms === ms);
    if (!due) throw new Error(`The timers that run: ${this.timers.join()}`);
    this.#timers.delete(due[0]);
    return this.take(due[1].event as EventFromLogic<Chart>);
  }

  get state(): StateValue {
    return this.snapshot.value;
  }

  /** The milliseconds of each timer that runs. */
  get timers(): number[] {
    return [...this.#timers.values()].map(({ ms }) => ms);
  }

  get children(): string[] {
    return Object.keys(this.snapshot.children);
  }

  sentTo(id: string): EventObject[] {
    return this.#sent.filter(({ to }) => to === id).map(({ event }) => event);
  }

  #note(effects: readonly object[]): void {
    for (const { type, params, info } of effects as Effect[]) {
      if (type === 'xstate.emit') this.emitted.push(params.event as EmittedFrom<Chart>);
      else if (type === 'xstate.sendTo') {
        this.#sent.push({ to: nameOf(params.to, info.self), event: params.event });
      } else if (type === 'xstate.spawnChild') {
        const { id, src, input } = params;
        this.spawned.push({ id, src, input });
      } else if (type === 'xstate.stopChild') this.stopped.push(params?.id ?? '');
      else if (type === 'xstate.cancel') this.#timers.delete(params.sendId);
      else if (type === 'xstate.raise' && params.delay !== undefined) {
        // Set again, a timer starts again.
        this.#timers.delete(params.id);
        this.#timers.set(params.id, { event: params.event, ms: params.delay });
      }
    }
  }
}

function nameOf(to: AnyActorRef | string, self: AnyActorRef): string {
  if (typeof to === 'string') return to;
  // Out of a tree, XState puts the actor itself in the place of its parent.
  return to === self ? 'parent' : to.id;
}
