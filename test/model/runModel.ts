import type { AnyMachineSnapshot } from 'xstate';
import { TestModel } from 'xstate/graph';
import { type ChartModel, stepChart } from '../../src/testing/model/chart/stepChart.js';

/** Something done from outside: a call, bytes from the CLI, an exit, time that passes. */
export interface Stimulus {
  type: string;
}

/** The real runtime, with an in-memory process and a simulated clock. */
export interface World<S extends Stimulus> {
  perform(stimulus: S): void | Promise<void>;
  /** The actual state of the chart. */
  value(): unknown;
  /** Compares what is seen from outside with what must be seen. Throws if they differ. */
  check(): void;
  /** Ends everything. Throws if something is left. */
  finish(): void | Promise<void>;
}

export interface Model<S extends Stimulus> extends ChartModel<S> {
  input: unknown;
  /** What may happen in a state. */
  stimuli(snapshot: AnyMachineSnapshot): readonly S[];
  /** What has happened before the first step. */
  prefix?: readonly S[];
  /** The part of the context in which states differ. */
  distinguish(snapshot: AnyMachineSnapshot): unknown;
  world(): World<S>;
}

export interface ModelPath<S extends Stimulus> {
  steps: { stimulus: S; value: unknown }[];
  name: string;
}

/** The shortest path to every transition that the chart can take. */
export function pathsOf<S extends Stimulus>(model: Model<S>): ModelPath<S>[] {
  const { chart } = model;
  const step = (before: AnyMachineSnapshot, stimulus: S, scope: never) =>
    stepChart(model, before, stimulus, scope);
  const logic = {
    getPersistedSnapshot: chart.getPersistedSnapshot.bind(chart),
    getInitialSnapshot: (scope: never, input: never) =>
      (model.prefix ?? []).reduce(
        (snapshot: AnyMachineSnapshot, stimulus) => step(snapshot, stimulus, scope),
        chart.getInitialSnapshot(scope, input),
      ),
    transition: step,
  };
  const key = (snapshot: AnyMachineSnapshot) =>
    JSON.stringify([snapshot.value, model.distinguish(snapshot)]);
  const testModel = new TestModel<AnyMachineSnapshot, S, unknown>(logic as never, {
    input: model.input,
    events: (snapshot) => model.stimuli(snapshot),
    serializeEvent: (event) => JSON.stringify(event),
    serializeState: (state, event, before) =>
      `${key(state)} by ${JSON.stringify(event)} from ${before ? key(before) : ''}`,
  });
  const paths = testModel.getShortestPaths({ allowDuplicatePaths: true }).map(({ steps }) => ({
    // The first step is the start itself.
    steps: steps.slice(1).map(({ event, state }) => ({ stimulus: event, value: state.value })),
    name: steps
      .slice(1)
      .map(({ event }) => JSON.stringify(event))
      .join(' '),
  }));
  return withoutPrefixes(paths);
}

/** Drops paths that are the start of a longer one, without comparing each path with all others. */
function withoutPrefixes<S extends Stimulus>(paths: ModelPath<S>[]): ModelPath<S>[] {
  const covered = new Set<string>();
  return [...paths]
    .sort((one, other) => other.steps.length - one.steps.length)
    .filter(({ steps, name }) => {
      if (covered.has(name)) return false;
      let prefix = '';
      covered.add(prefix);
      for (const { stimulus } of steps) {
        prefix += `${prefix && ' '}${JSON.stringify(stimulus)}`;
        covered.add(prefix);
      }
      return true;
    });
}

/** Walks a path on the real runtime, comparing after each step, and looks for what is left. */
export async function walk<S extends Stimulus>(model: Model<S>, path: ModelPath<S>): Promise<void> {
  const world = model.world();
  const done: string[] = [];
  try {
    for (const stimulus of model.prefix ?? []) await world.perform(stimulus);
    for (const { stimulus, value } of path.steps) {
      done.push(JSON.stringify(stimulus));
      await world.perform(stimulus);
      const real = JSON.stringify(world.value());
      if (real !== JSON.stringify(value)) {
        throw new Error(`the chart says ${JSON.stringify(value)}, the runtime is in ${real}`);
      }
      world.check();
    }
    await world.finish();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`${message}\nafter:\n  ${done.join('\n  ')}`, { cause: error });
  }
}
