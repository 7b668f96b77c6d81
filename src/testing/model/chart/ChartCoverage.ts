import type { AnyStateMachine } from 'xstate';
import { type DefinedTransition, namedTransitions, stateNames } from './chartParts.js';

export const covers = ['states', 'transitions', 'pairs'] as const;

/** What a set of paths covers: every state, every transition, or every two transitions in a row. */
export type Cover = (typeof covers)[number];

/** The transitions a chart took, and the states it was in on the way. */
export interface Microsteps {
  transitions: readonly DefinedTransition[];
  states: readonly string[];
}

/** Reports which states and transitions of a chart were covered, by readable names. */
export class ChartCoverage {
  readonly #names: ReadonlyMap<DefinedTransition, string>;
  readonly #all: Readonly<Record<'states' | 'transitions', readonly string[]>>;

  constructor(chart: AnyStateMachine) {
    this.#names = namedTransitions(chart);
    this.#all = { states: stateNames(chart), transitions: [...this.#names.values()] };
  }

  /** All that the chart defines. Which pairs are possible only shows when the chart runs. */
  all(cover: 'states' | 'transitions'): readonly string[] {
    return this.#all[cover];
  }

  /** What one run covers, in the order in which it happened. */
  coveredBy(run: readonly Microsteps[], cover: Cover): Set<string> {
    if (cover === 'states') return new Set(run.flatMap(({ states }) => states));
    const names = run.flatMap(({ transitions }) => this.#transitionNames(transitions));
    if (cover === 'transitions') return new Set(names);
    return new Set(names.slice(1).map((name, index) => `${names[index]} → ${name}`));
  }

  /** Initial transitions have no name and are left out. */
  #transitionNames(transitions: readonly DefinedTransition[]): string[] {
    return transitions.flatMap((transition) => this.#names.get(transition) ?? []);
  }
}
