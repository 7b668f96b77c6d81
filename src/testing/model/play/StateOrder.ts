import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { definitionsOf } from '../chart/chartParts.js';
import { ChartSteps, type LifeModel } from '../chart/exploreChart.js';
import type { ThemeOptions } from '../chart/Vocabulary.js';
import type { WatchedActor } from './WatchedActor.js';

/** What an application does of its own accord and leads a life elsewhere. How fast it reads does not. */
const leads = /^(op\.|query\.(close|interrupt|full)$)/;

/**
 * Whether the states that were seen, in their order, are explained: each by the chart, and all of
 * them by the path, as long as the application does only what the path has it do.
 */
export class StateOrder<Step extends string, Stimulus> {
  /** Where the chart was in another state than the path foresaw. */
  readonly departures: string[] = [];
  readonly #life: LifeModel<Step, Stimulus>;
  readonly #watched: WatchedActor;
  readonly #plan: ChartSteps<Step, Stimulus>;
  readonly #ways: ReadonlySet<string>;
  readonly #planned: string[] = [];
  #foreseen: AnyMachineSnapshot | undefined;
  #isFollowed = true;
  #ordersSeen = 0;

  constructor(
    life: LifeModel<Step, Stimulus>,
    watched: WatchedActor,
    options: ThemeOptions | undefined,
  ) {
    this.#life = life;
    this.#watched = watched;
    this.#plan = new ChartSteps(life, options);
    this.#foreseen = this.#plan.beginning.snapshot;
    this.#planned.push(...this.#plan.begins.came);
    this.#ways = waysOf(life.chart);
  }

  /** A change that the chart does not have, if one was seen. */
  get impossible(): string | undefined {
    const { came } = this.#watched;
    const at = came.findIndex((state, index) => !this.#ways.has(wayTo(state, came[index - 1])));
    if (at === -1) return undefined;
    const way = at === 0 ? 'began in' : `went from \`${came[at - 1]}\` to`;
    return `The ${this.#life.chart.id} ${way} \`${came[at]}\`, which its chart does not do: a state was skipped, or they came in another order.`;
  }

  /** After a step: what it does not explain, if that was seen. */
  take(step: Step): string | undefined {
    const asked = this.#watched.orders.slice(this.#ordersSeen).filter((one) => leads.test(one));
    this.#ordersSeen = this.#watched.orders.length;
    if (!same(asked, this.#ordersOf(step))) this.#isFollowed = false;
    const next = this.#foreseen && this.#plan.next(this.#foreseen, step);
    this.#foreseen = next?.snapshot;
    for (const state of next?.came ?? []) {
      if (state !== this.#planned.at(-1)) this.#planned.push(state);
    }
    const problem = this.#unexplained();
    this.#compare(step);
    return problem;
  }

  #ordersOf(step: Step): string[] {
    const before = this.#foreseen;
    const stimuli = before && this.#life.vocabulary[step](before);
    return (stimuli ?? [])
      .flatMap((stimulus) => [...this.#life.events(stimulus, before as AnyMachineSnapshot)])
      .flatMap(({ type }) => (leads.test(type) ? [type] : []));
  }

  #unexplained(): string | undefined {
    if (!this.#isFollowed || !this.#hasSameSettings) return undefined;
    const { came } = this.#watched;
    // It may be behind: an application needs its time.
    if (came.every((state, index) => state === this.#planned[index])) return undefined;
    return `The states were ${came.join(' → ')}, where the path leads to ${this.#planned.join(' → ')}: neither its steps nor anything that the application asked for explains that.`;
  }

  /** An application with timeouts or limits of its own has a life of its own. */
  get #hasSameSettings(): boolean {
    const settings = (snapshot?: AnyMachineSnapshot) =>
      JSON.stringify((snapshot?.context as { settings?: unknown } | undefined)?.settings);
    return settings(this.#watched.snapshot) === settings(this.#plan.beginning.snapshot);
  }

  #compare(step: Step): void {
    const real = JSON.stringify(this.#watched.snapshot?.value);
    const planned = JSON.stringify(this.#foreseen?.value);
    if (real === planned) return;
    this.#isFollowed = false;
    this.departures.push(`${step}: ${real} and not ${planned}`);
  }
}

const wayTo = (state: string, from = '') => `${from} → ${state}`;

const same = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one, index) => one === b[index]);

/** Every change of its outermost state that a chart has, and how it begins. */
function waysOf(chart: AnyStateMachine): Set<string> {
  const outermost = Object.keys(chart.root.states);
  const ways = new Set([wayTo(String(chart.root.initial.target[0]?.path[0]))]);
  for (const { source, target } of definitionsOf(chart).keys()) {
    const [from] = source.path;
    for (const { path } of target ?? []) {
      for (const one of from === undefined ? outermost : [from]) {
        ways.add(wayTo(String(path[0]), one));
      }
    }
  }
  return ways;
}
