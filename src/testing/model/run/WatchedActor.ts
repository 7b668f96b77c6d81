import type { AnyActorRef, AnyMachineSnapshot, AnyStateMachine, InspectionEvent } from 'xstate';
import { takenTransitions } from '../../../statechart/xstateInternals.js';
import type { Microsteps } from '../chart/ChartCoverage.js';
import { activeStateNames } from '../chart/chartParts.js';

/** Watches the first actor of a chart in an application, through the option `inspect`. */
export class WatchedActor {
  /** The outermost states it entered, in order. */
  readonly topStates: string[] = [];
  readonly microsteps: Microsteps[] = [];
  /** The types of the events that the application sent it. */
  readonly appEvents: string[] = [];
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
      this.appEvents.push(event.event.type);
    }
    const isStart = event.type === '@xstate.snapshot' && event.event.type === 'xstate.init';
    if (event.type !== '@xstate.microstep' && !isStart) return;
    const states = activeStateNames(event.snapshot as AnyMachineSnapshot);
    this.microsteps.push({ transitions: isStart ? [] : takenTransitions(event), states });
    const [topState = ''] = states;
    if (topState !== this.topStates.at(-1)) this.topStates.push(topState);
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
    return this.snapshot ? activeStateNames(this.snapshot) : [];
  }
}
