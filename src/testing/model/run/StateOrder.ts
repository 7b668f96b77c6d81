import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { ChartStepper } from '../chart/ChartStepper.js';
import { namedTransitions } from '../chart/chartParts.js';
import type { PathModel } from '../chart/pathModel.js';
import type { ThemeOptions } from '../path.js';
import type { WatchedActor } from './WatchedActor.js';

/** Events of the application that can take a session off its path. How fast it reads does not. */
const changesCourse = /^(op\.|query\.(close|interrupt|full)$)/;

/**
 * Checks the order of the observed states. The chart must allow each change, and the path must
 * predict it, as long as the application does only what the path asks for.
 */
export class StateOrder<Step extends string, ModelEvent> {
  /** Steps after which the chart was in another state than the path predicts. */
  readonly departures: string[] = [];
  readonly #model: PathModel<Step, ModelEvent>;
  readonly #watched: WatchedActor;
  readonly #stepper: ChartStepper<Step, ModelEvent>;
  readonly #possibleChanges: ReadonlySet<string>;
  readonly #expectedTopStates: string[] = [];
  #expected: AnyMachineSnapshot | undefined;
  #isOnPath = true;
  #appEventsSeen = 0;

  constructor(
    model: PathModel<Step, ModelEvent>,
    watched: WatchedActor,
    options: ThemeOptions | undefined,
  ) {
    this.#model = model;
    this.#watched = watched;
    this.#stepper = new ChartStepper(model, options);
    this.#expected = this.#stepper.start.snapshot;
    this.#expectedTopStates.push(...this.#stepper.start.topStates);
    this.#possibleChanges = possibleChanges(model.chart);
  }

  /** Describes a change of state that the chart cannot make, if one was observed. */
  get impossibleChange(): string | undefined {
    const { topStates } = this.#watched;
    const at = topStates.findIndex(
      (state, index) => !this.#possibleChanges.has(changeName(state, topStates[index - 1])),
    );
    if (at === -1) return undefined;
    const change = at === 0 ? 'started in' : `went from \`${topStates[at - 1]}\` to`;
    return `The ${this.#model.chart.id} ${change} \`${topStates[at]}\`, which its chart does not allow: a state was skipped, or the states came in another order.`;
  }

  /** Compares what happened at a step with the path; describes what the path does not explain. */
  afterStep(step: Step): string | undefined {
    const appEvents = this.#watched.appEvents
      .slice(this.#appEventsSeen)
      .filter((one) => changesCourse.test(one));
    this.#appEventsSeen = this.#watched.appEvents.length;
    if (!same(appEvents, this.#appEventsOf(step))) this.#isOnPath = false;
    const next = this.#expected && this.#stepper.next(this.#expected, step);
    this.#expected = next?.snapshot;
    for (const state of next?.topStates ?? []) {
      if (state !== this.#expectedTopStates.at(-1)) this.#expectedTopStates.push(state);
    }
    const problem = this.#unexplained();
    this.#compare(step);
    return problem;
  }

  #appEventsOf(step: Step): string[] {
    const before = this.#expected;
    const modelEvents = before && this.#model.steps[step](before);
    return (modelEvents ?? [])
      .flatMap((one) => [...this.#model.events(one, before as AnyMachineSnapshot)])
      .flatMap(({ type }) => (changesCourse.test(type) ? [type] : []));
  }

  #unexplained(): string | undefined {
    if (!this.#isOnPath || !this.#hasSameSettings) return undefined;
    const { topStates } = this.#watched;
    // The application may lag behind the path.
    if (topStates.every((state, index) => state === this.#expectedTopStates[index]))
      return undefined;
    return `The states were ${topStates.join(' → ')}, but the path leads to ${this.#expectedTopStates.join(' → ')}. Neither its steps nor the application's own requests explain the difference.`;
  }

  /** An application that sets its own timeouts or limits may leave the path. */
  get #hasSameSettings(): boolean {
    const settings = (snapshot?: AnyMachineSnapshot) =>
      JSON.stringify((snapshot?.context as { settings?: unknown } | undefined)?.settings);
    return settings(this.#watched.snapshot) === settings(this.#stepper.start.snapshot);
  }

  #compare(step: Step): void {
    const actual = JSON.stringify(this.#watched.snapshot?.value);
    const expected = JSON.stringify(this.#expected?.value);
    if (actual === expected) return;
    this.#isOnPath = false;
    this.departures.push(`${step}: ${actual} instead of ${expected}`);
  }
}

const changeName = (state: string, from = '') => `${from} → ${state}`;

const same = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one, index) => one === b[index]);

/** Every change of the outermost state that a chart allows, including its initial state. */
function possibleChanges(chart: AnyStateMachine): Set<string> {
  const outermost = Object.keys(chart.root.states);
  const changes = new Set([changeName(String(chart.root.initial.target[0]?.path[0]))]);
  for (const { source, target } of namedTransitions(chart).keys()) {
    const [from] = source.path;
    for (const { path } of target ?? []) {
      for (const one of from === undefined ? outermost : [from]) {
        changes.add(changeName(String(path[0]), one));
      }
    }
  }
  return changes;
}
