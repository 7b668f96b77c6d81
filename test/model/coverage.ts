import type { AnyStateMachine, InspectionEvent } from 'xstate';
import {
  type DefinedTransition,
  namedTransitions,
} from '../../src/testing/model/chart/chartParts.js';

/** Which transitions of a chart the real runtime has taken, as its microsteps report them. */
export class Coverage {
  readonly #definitions: Map<DefinedTransition, string>;
  readonly #taken = new Set<DefinedTransition>();

  constructor(machine: AnyStateMachine) {
    this.#definitions = namedTransitions(machine);
  }

  readonly inspect = (event: InspectionEvent): void => {
    if (event.type !== '@xstate.microstep') return;
    for (const definition of event._transitions) {
      if (this.#definitions.has(definition)) this.#taken.add(definition);
    }
  };

  get total(): number {
    return this.#definitions.size;
  }

  /** The transitions that no path has walked. */
  missed(): string[] {
    return [...this.#definitions]
      .filter(([definition]) => !this.#taken.has(definition))
      .map(([, name]) => name);
  }
}
