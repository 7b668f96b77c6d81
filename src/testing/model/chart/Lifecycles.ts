import type { AnyMachineSnapshot } from 'xstate';
import { invalidOption } from '../../../options/invalidOption.js';
import { type CliMove, OwnNames } from '../CliAct.js';
import type { Path } from '../Path.js';
import { choosePaths } from './choosePaths.js';
import { ChartSteps, type Explored, exploreChart, type LifeModel } from './exploreChart.js';
import { type Cover, covers, Marks, type Stretch } from './Marks.js';
import type { Theme } from './Vocabulary.js';

export interface PathsOptions<Step extends string> {
  /** What the paths are to meet. Default `transitions`. */
  cover?: Cover;
  /** Steps that none of them may have. */
  without?: readonly Step[];
}

export interface Covered {
  covered: number;
  /** All that there are; of pairs, all that the model can bring about. */
  total: number;
  missed: readonly string[];
}

export type CoverageReport = Readonly<Record<Cover, Covered>> & {
  /** What no application can meet, and why. It is not in the totals. */
  beyond: Readonly<Record<string, string>>;
};

/** The lives that a chart can have, made from the chart itself. */
export class Lifecycles<Step extends string, Stimulus> {
  readonly #model: LifeModel<Step, Stimulus>;
  readonly #themes: readonly Theme<Step>[];
  readonly #beyond: Readonly<Record<string, string>>;
  readonly #marks: Marks;
  readonly #begins: Stretch;
  readonly #explored = new Map<string, readonly Explored[]>();

  constructor(
    model: LifeModel<Step, Stimulus>,
    themes: readonly Theme<Step>[],
    beyond: Readonly<Record<string, string>>,
  ) {
    this.#model = model;
    this.#themes = themes;
    this.#beyond = beyond;
    this.#marks = new Marks(model.chart);
    this.#begins = beginning(model);
  }

  paths({ cover = 'transitions', without = [] }: PathsOptions<Step> = {}): Path<Step>[] {
    if (!covers.includes(cover)) {
      throw invalidOption('cover', `must be one of ${covers.join(', ')}, not '${cover}'.`);
    }
    const chosen = choosePaths(this.#explore(without), this.#marks, cover, this.#begins);
    return chosen.flatMap((ways, index) => {
      const { name, prefix, options } = this.#themes[index] as Theme<Step>;
      return ways.map(({ moves }) => {
        const steps = moves.map(({ step }) => step as Step);
        const told = steps.length > prefix.length ? steps.slice(prefix.length) : steps;
        const cli = this.#cliSide(moves.map(({ step, from }) => [step as Step, from.snapshot]));
        return { name: `${name}: ${told.join(', ')}`, steps, cli, ...(options && { options }) };
      });
    });
  }

  /** What some paths meet, by the chart; and what they do not. */
  coverage(paths: readonly Path<Step>[]): CoverageReport {
    const lives = paths.map((path) => this.#stretches(path));
    const report = (cover: Cover, all: readonly string[]): Covered => {
      const met = new Set(lives.flatMap((life) => [...this.#marks.of(life, cover)]));
      const missed = all.filter((mark) => !met.has(mark));
      return { covered: all.length - missed.length, total: all.length, missed };
    };
    const reachable = (all: readonly string[]) =>
      all.filter((mark) => !Object.hasOwn(this.#beyond, mark));
    return {
      states: report('states', this.#marks.all('states')),
      transitions: report('transitions', reachable(this.#marks.all('transitions'))),
      pairs: report('pairs', this.#allPairs()),
      beyond: this.#beyond,
    };
  }

  /** What the CLI does in a life, step by step. */
  cliSide({ steps, options }: Path<Step>): CliMove<Step>[] {
    const chart = new ChartSteps(this.#model, options);
    let { snapshot } = chart.beginning;
    return this.#cliSide(
      steps.map((step) => {
        const before = snapshot;
        snapshot = chart.next(before, step)?.snapshot ?? before;
        return [step, before] as const;
      }),
    );
  }

  #cliSide(moves: readonly (readonly [Step, AnyMachineSnapshot])[]): CliMove<Step>[] {
    const { vocabulary, acts, placeholders } = this.#model;
    const own = new OwnNames();
    return moves.map(([step, snapshot]) => {
      const names = {
        ...placeholders(snapshot),
        fresh: (name: string) => own.fresh(name),
        latest: (name: string) => own.latest(name),
      };
      const stimuli = vocabulary[step]?.(snapshot) ?? [];
      return { step, does: stimuli.flatMap((stimulus) => acts(stimulus, names)) };
    });
  }

  #explore(without: readonly Step[]): readonly Explored[] {
    const key = [...without].sort().join();
    const found = this.#explored.get(key);
    if (found) return found;
    const explored = this.#themes.map((theme) => {
      if (theme.prefix.some((step) => without.includes(step))) return { places: [], moves: [] };
      const steps = theme.steps.filter((step) => !without.includes(step));
      return exploreChart(this.#model, { ...theme, steps });
    });
    this.#explored.set(key, explored);
    return explored;
  }

  #allPairs(): string[] {
    const pairs = new Set<string>();
    for (const { moves } of this.#explore([])) {
      for (const move of moves) {
        for (const next of [undefined, ...move.to.moves]) {
          const stretches = next ? [move, next] : [move];
          for (const pair of this.#marks.of(stretches, 'pairs')) pairs.add(pair);
        }
      }
    }
    return [...pairs];
  }

  #stretches({ steps, options }: Path<Step>): Stretch[] {
    const chart = new ChartSteps(this.#model, options);
    const stretches: Stretch[] = [chart.begins];
    let { snapshot } = chart.beginning;
    for (const step of steps) {
      const next = chart.next(snapshot, step);
      if (!next) continue;
      stretches.push(next);
      snapshot = next.snapshot;
    }
    return stretches;
  }
}

function beginning<Step extends string, Stimulus>(model: LifeModel<Step, Stimulus>): Stretch {
  return new ChartSteps(model).begins;
}
