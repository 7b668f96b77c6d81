import type { AnyActorRef, AnyMachineSnapshot, AnyStateMachine, InspectionEvent } from 'xstate';
import { activeStates } from '../chart/chartParts.js';
import type { Stretch } from '../chart/Marks.js';

/** The first actor of a chart that shows up in an application, seen through `inspect`. */
export class WatchedActor {
  /** Its states, the outermost only, in the order in which it came to them. */
  readonly came: string[] = [];
  /** All that it did. */
  readonly stretches: Stretch[] = [];
  /** What was asked of it by the application. */
  readonly orders: string[] = [];
  readonly #chart: AnyStateMachine;
  #actor: AnyActorRef | undefined;

  constructor(chart: AnyStateMachine) {
    this.#chart = chart;
  }

  readonly inspect = (given: { type: string }): void => {
    const event = given as InspectionEvent;
    if (event.type === '@xstate.actor' && !this.#actor) {
      const { logic } = event.actorRef as unknown as { logic?: { id?: string } };
      if (logic?.id === this.#chart.id) this.#actor = event.actorRef as AnyActorRef;
    }
    if (event.actorRef !== this.#actor) return;
    if (event.type === '@xstate.event' && /^(op|query)\./.test(event.event.type)) {
      this.orders.push(event.event.type);
    }
    if (event.type !== '@xstate.microstep') return;
    const states = activeStates(event.snapshot as AnyMachineSnapshot);
    this.stretches.push({ taken: event._transitions, states });
    const [outermost = ''] = states;
    if (outermost !== this.came.at(-1)) this.came.push(outermost);
  };

  get isThere(): boolean {
    return this.#actor !== undefined;
  }

  get snapshot(): AnyMachineSnapshot | undefined {
    return this.#actor?.getSnapshot();
  }

  get isOver(): boolean {
    return this.snapshot !== undefined && this.snapshot.status !== 'active';
  }

  get states(): readonly string[] {
    return this.snapshot ? activeStates(this.snapshot) : [];
  }
}
