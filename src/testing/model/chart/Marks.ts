import type { AnyStateMachine } from 'xstate';
import { type Definition, definitionsOf, statesOf } from './chartParts.js';

export const covers = ['states', 'transitions', 'pairs'] as const;

/** What a set of paths is to have met: every state, every transition, or every two in a row. */
export type Cover = (typeof covers)[number];

/** One step of a life, as far as it marks what was met. */
export interface Stretch {
  taken: readonly Definition[];
  states: readonly string[];
}

/** Tells what a life has met of a chart, in names that can be read. */
export class Marks {
  readonly #names: ReadonlyMap<Definition, string>;
  readonly #all: Readonly<Record<'states' | 'transitions', readonly string[]>>;

  constructor(chart: AnyStateMachine) {
    this.#names = definitionsOf(chart);
    this.#all = { states: statesOf(chart), transitions: [...this.#names.values()] };
  }

  /** All that the chart's definition has. Which pairs there can be, only lives show. */
  all(cover: 'states' | 'transitions'): readonly string[] {
    return this.#all[cover];
  }

  /** What is met in a life, in the order of its stretches. */
  of(stretches: readonly Stretch[], cover: Cover): Set<string> {
    if (cover === 'states') return new Set(stretches.flatMap(({ states }) => states));
    const names = stretches.flatMap(({ taken }) => this.namesOf(taken));
    if (cover === 'transitions') return new Set(names);
    return new Set(names.slice(1).map((name, index) => `${names[index]} → ${name}`));
  }

  /** Initial transitions have no name, and are none of ours. */
  namesOf(taken: readonly Definition[]): string[] {
    return taken.flatMap((definition) => this.#names.get(definition) ?? []);
  }
}
