import type { AnyMachineSnapshot } from 'xstate';
import { invalidOption } from '../../../options/invalidOption.js';
import { NameCounter } from '../NameCounter.js';
import type { CliMove, Path } from '../path.js';
import { ChartCoverage, type Cover, covers, type Microsteps } from './ChartCoverage.js';
import { ChartStepper } from './ChartStepper.js';
import { choosePaths } from './choosePaths.js';
import { type ChartGraph, exploreChart } from './exploreChart.js';
import type { Exploration, PathModel } from './pathModel.js';

/** Options of `paths`. */
export interface PathsOptions<Step extends string> {
  /** What the paths should cover together. Default `transitions`. */
  cover?: Cover;
  /** Steps that must not occur in any path. */
  without?: readonly Step[];
}

/** How much of one kind the paths cover. */
export interface Covered {
  /** How many are covered. */
  covered: number;
  /** How many there are. For pairs: how many the model found to be possible. */
  total: number;
  /** The names of those that no path covers. */
  missed: readonly string[];
}

/** What a set of paths covers of a chart. */
export type CoverageReport = Readonly<Record<Cover, Covered>> & {
  /** What no application can reach, by name, with the reason. The totals leave these out. */
  beyond: Readonly<Record<string, string>>;
};

/** Generates the paths of a chart by exploring the chart itself. */
export class PathGenerator<Step extends string, ModelEvent> {
  readonly #model: PathModel<Step, ModelEvent>;
  readonly #explorations: readonly Exploration<Step>[];
  readonly #unreachable: Readonly<Record<string, string>>;
  readonly #coverage: ChartCoverage;
  readonly #graphs = new Map<string, readonly ChartGraph[]>();

  constructor(
    model: PathModel<Step, ModelEvent>,
    explorations: readonly Exploration<Step>[],
    unreachable: Readonly<Record<string, string>>,
  ) {
    this.#model = model;
    this.#explorations = explorations;
    this.#unreachable = unreachable;
    this.#coverage = new ChartCoverage(model.chart);
  }

  paths({ cover = 'transitions', without = [] }: PathsOptions<Step> = {}): Path<Step>[] {
    if (!covers.includes(cover)) {
      throw invalidOption('cover', `must be one of ${covers.join(', ')}, not '${cover}'.`);
    }
    const { start } = new ChartStepper(this.#model);
    const chosen = choosePaths(this.#explore(without), this.#coverage, cover, start);
    return chosen.flatMap((paths, index) => {
      const { name, prefix, options } = this.#explorations[index] as Exploration<Step>;
      return paths.map((edges) => {
        const steps = edges.map(({ step }) => step as Step);
        const named = steps.length > prefix.length ? steps.slice(prefix.length) : steps;
        const cli = this.#cliMoves(edges.map(({ step, from }) => [step as Step, from.snapshot]));
        return { name: `${name}: ${named.join(', ')}`, steps, cli, ...(options && { options }) };
      });
    });
  }

  /** What the paths cover of the chart, and what they miss. */
  coverage(paths: readonly Path<Step>[]): CoverageReport {
    const runs = paths.map((path) => this.#microsteps(path));
    const report = (cover: Cover, all: readonly string[]): Covered => {
      const covered = new Set(runs.flatMap((run) => [...this.#coverage.coveredBy(run, cover)]));
      const missed = all.filter((name) => !covered.has(name));
      return { covered: all.length - missed.length, total: all.length, missed };
    };
    const reachable = (all: readonly string[]) =>
      all.filter((name) => !Object.hasOwn(this.#unreachable, name));
    return {
      states: report('states', this.#coverage.all('states')),
      transitions: report('transitions', reachable(this.#coverage.all('transitions'))),
      pairs: report('pairs', this.#allPairs()),
      beyond: this.#unreachable,
    };
  }

  /** What the CLI does at each step of a path. */
  cliSide({ steps, options }: Path<Step>): CliMove<Step>[] {
    const stepper = new ChartStepper(this.#model, options);
    let { snapshot } = stepper.start;
    return this.#cliMoves(
      steps.map((step) => {
        const before = snapshot;
        snapshot = stepper.next(before, step)?.snapshot ?? before;
        return [step, before] as const;
      }),
    );
  }

  #cliMoves(moves: readonly (readonly [Step, AnyMachineSnapshot])[]): CliMove<Step>[] {
    const { steps, cliActs, placeholders } = this.#model;
    const counter = new NameCounter();
    return moves.map(([step, snapshot]) => {
      const names = {
        ...placeholders(snapshot),
        next: (name: string) => counter.next(name),
        latest: (name: string) => counter.latest(name),
      };
      const modelEvents = steps[step]?.(snapshot) ?? [];
      return { step, does: modelEvents.flatMap((modelEvent) => cliActs(modelEvent, names)) };
    });
  }

  #explore(without: readonly Step[]): readonly ChartGraph[] {
    const key = [...without].sort().join();
    const known = this.#graphs.get(key);
    if (known) return known;
    const graphs = this.#explorations.map((exploration) => {
      if (exploration.prefix.some((step) => without.includes(step))) return { edges: [] };
      const steps = exploration.steps.filter((step) => !without.includes(step));
      return exploreChart(this.#model, { ...exploration, steps });
    });
    this.#graphs.set(key, graphs);
    return graphs;
  }

  #allPairs(): string[] {
    const pairs = new Set<string>();
    for (const { edges } of this.#explore([])) {
      for (const edge of edges) {
        for (const next of [undefined, ...edge.to.edges]) {
          const run = next ? [edge, next] : [edge];
          for (const pair of this.#coverage.coveredBy(run, 'pairs')) pairs.add(pair);
        }
      }
    }
    return [...pairs];
  }

  #microsteps({ steps, options }: Path<Step>): Microsteps[] {
    const stepper = new ChartStepper(this.#model, options);
    const run: Microsteps[] = [stepper.start];
    let { snapshot } = stepper.start;
    for (const step of steps) {
      const next = stepper.next(snapshot, step);
      if (!next) continue;
      run.push(next);
      snapshot = next.snapshot;
    }
    return run;
  }
}
