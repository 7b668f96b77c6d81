import type { AnyMachineSnapshot } from 'xstate';
import type { ThemeOptions } from '../path.js';
import type { Microsteps } from './ChartCoverage.js';
import { activeStateNames, type DefinedTransition } from './chartParts.js';
import type { PathModel } from './pathModel.js';
import { observedScope, stepChart } from './stepChart.js';

/** What a chart did at one step. */
export interface StepResult extends Microsteps {
  snapshot: AnyMachineSnapshot;
  /** The outermost states it entered, in order. */
  topStates: readonly string[];
}

/** Runs a chart step by step, with its pure transition function. */
export class ChartStepper<Step extends string, ModelEvent> {
  /** What the chart does before the first step. */
  readonly start: StepResult;
  readonly #model: PathModel<Step, ModelEvent>;
  readonly #scope: unknown;
  #transitions: DefinedTransition[] = [];
  #states = new Set<string>();
  #topStates: string[] = [];

  constructor(model: PathModel<Step, ModelEvent>, options: ThemeOptions = {}) {
    this.#model = model;
    this.#scope = observedScope((transitions, snapshot) => {
      this.#transitions.push(...transitions);
      this.#record(snapshot);
    });
    const { chart, beforeFirstStep } = model;
    const first = chart.getInitialSnapshot(this.#scope as never, model.input(options) as never);
    const start = this.#run(first, beforeFirstStep);
    const states = activeStateNames(first);
    this.start = {
      ...start,
      states: [...new Set([...states, ...start.states])],
      topStates: [...new Set([...states.slice(0, 1), ...start.topStates])],
    };
  }

  /** The result of a step; undefined if the step cannot happen in this state. */
  next(before: AnyMachineSnapshot, step: Step): StepResult | undefined {
    const modelEvents = this.#model.steps[step]?.(before);
    return modelEvents && this.#run(before, modelEvents);
  }

  #run(before: AnyMachineSnapshot, modelEvents: readonly ModelEvent[]): StepResult {
    this.#transitions = [];
    this.#states = new Set();
    this.#topStates = [];
    const snapshot = modelEvents.reduce(
      (current, modelEvent) => stepChart(this.#model, current, modelEvent, this.#scope),
      before,
    );
    this.#record(snapshot);
    const transitions = this.#transitions;
    return { snapshot, transitions, states: [...this.#states], topStates: this.#topStates };
  }

  #record(snapshot: AnyMachineSnapshot): void {
    const states = activeStateNames(snapshot);
    for (const state of states) this.#states.add(state);
    const [topState = ''] = states;
    if (topState !== this.#topStates.at(-1)) this.#topStates.push(topState);
  }
}
