import type { AnyMachineSnapshot } from 'xstate';
import type { CliAct, CliNames } from '../CliAct.js';
import type { Definition } from './chartParts.js';
import { activeStates } from './chartParts.js';
import type { Stretch } from './Marks.js';
import { type ChartModel, stepChart, tellingScope } from './stepChart.js';
import type { Theme, ThemeOptions, Vocabulary } from './Vocabulary.js';

export interface LifeModel<Step extends string, Stimulus> extends ChartModel<Stimulus> {
  vocabulary: Vocabulary<Step, Stimulus>;
  input(options: ThemeOptions): unknown;
  /** What has happened before any step, whatever the application does. */
  before: readonly Stimulus[];
  /** The CLI's part in what happens. */
  acts(stimulus: Stimulus, names: CliNames): readonly CliAct[];
  /** How a path names what only an application knows. */
  placeholders(snapshot: AnyMachineSnapshot): Pick<CliNames, 'request' | 'message' | 'hook'>;
  /** The part of the context in which states differ. */
  distinguish(snapshot: AnyMachineSnapshot): unknown;
}

export interface Place {
  snapshot: AnyMachineSnapshot;
  /** How it is reached by the fewest steps; none where life begins. */
  by?: Move;
  depth: number;
  /** What may happen here. */
  moves: Move[];
}

/** A step, with what the chart does at it. */
export interface Move extends Stretch {
  from: Place;
  to: Place;
  step: string;
}

export interface Explored {
  /** Those reached by the prefix first, then the nearest first. */
  places: readonly Place[];
  moves: readonly Move[];
}

/** All that can happen in a theme, by the chart itself, breadth first. */
export function exploreChart<Step extends string, Stimulus>(
  model: LifeModel<Step, Stimulus>,
  theme: Theme<Step>,
): Explored {
  const steps = new ChartSteps(model, theme.options);
  const moves: Move[] = [];
  const places: Place[] = [steps.beginning];
  const known = new Map<string, Place>();
  const move = (from: Place, step: Step): Move | undefined => {
    const next = steps.next(from.snapshot, step);
    // What the chart does not notice leads nowhere.
    if (!next || next.taken.length === 0) return undefined;
    const key = JSON.stringify([next.snapshot.value, model.distinguish(next.snapshot)]);
    const found = known.get(key);
    const to = found ?? placeOf(next.snapshot, from.depth + 1);
    const made: Move = { from, to, step, taken: next.taken, states: next.states };
    if (!found) {
      to.by = made;
      known.set(key, to);
      places.push(to);
    }
    from.moves.push(made);
    moves.push(made);
    return made;
  };
  let here: Place = steps.beginning;
  for (const step of theme.prefix) {
    const made = move(here, step);
    if (!made) throw new Error(`The theme "${theme.name}" cannot begin with "${step}".`);
    here = made.to;
  }
  const furthest = here.depth + theme.depth;
  const queue: Place[] = [here];
  for (let place = queue.shift(); place; place = queue.shift()) {
    if (place.snapshot.status !== 'active' || place.depth >= furthest) continue;
    for (const step of theme.steps) {
      const made = move(place, step);
      if (made && made.to.by === made) queue.push(made.to);
    }
  }
  return { places, moves };
}

function placeOf(snapshot: AnyMachineSnapshot, depth: number): Place {
  return { snapshot, depth, moves: [] };
}

/** What becomes of a chart at a step. */
export interface Stepped extends Stretch {
  snapshot: AnyMachineSnapshot;
  /** The outermost states, in the order in which it came to them. */
  came: readonly string[];
}

/** Steps a chart by the words of its vocabulary. */
export class ChartSteps<Step extends string, Stimulus> {
  readonly beginning: Place;
  /** What the chart does before any step. */
  readonly begins: Stretch & { came: readonly string[] };
  readonly #model: LifeModel<Step, Stimulus>;
  readonly #scope: unknown;
  #taken: Definition[] = [];
  #states = new Set<string>();
  #came: string[] = [];

  constructor(model: LifeModel<Step, Stimulus>, options: ThemeOptions = {}) {
    this.#model = model;
    this.#scope = tellingScope((definitions, snapshot) => {
      this.#taken.push(...definitions);
      this.#note(snapshot);
    });
    const { chart, before } = model;
    const first = chart.getInitialSnapshot(this.#scope as never, model.input(options) as never);
    const { snapshot, ...begins } = this.#stepAll(first, before);
    this.beginning = placeOf(snapshot, 0);
    this.begins = begins;
  }

  /** What becomes of the chart; undefined where this cannot happen now. */
  next(before: AnyMachineSnapshot, step: Step): Stepped | undefined {
    const stimuli = this.#model.vocabulary[step]?.(before);
    return stimuli && this.#stepAll(before, stimuli);
  }

  #stepAll(before: AnyMachineSnapshot, stimuli: readonly Stimulus[]): Stepped {
    this.#taken = [];
    this.#states = new Set();
    this.#came = [];
    const snapshot = stimuli.reduce(
      (one, stimulus) => stepChart(this.#model, one, stimulus, this.#scope),
      before,
    );
    this.#note(snapshot);
    return { snapshot, taken: this.#taken, states: [...this.#states], came: this.#came };
  }

  #note(snapshot: AnyMachineSnapshot): void {
    const states = activeStates(snapshot);
    for (const state of states) this.#states.add(state);
    const [outermost = ''] = states;
    if (outermost !== this.#came.at(-1)) this.#came.push(outermost);
  }
}
