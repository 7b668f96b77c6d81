import type { AnyMachineSnapshot } from 'xstate';
import type { FrameNames } from '../NameCounter.js';
import type { CliAct, ThemeOptions } from '../path.js';
import type { ChartModel } from './stepChart.js';

/**
 * Maps each step of a path to the model events it stands for. A step returns undefined if it cannot
 * happen in the given state.
 */
export type StepTable<Step extends string, ModelEvent> = Readonly<
  Record<Step, (snapshot: AnyMachineSnapshot) => readonly ModelEvent[] | undefined>
>;

/** A part of a chart's behaviour that is small enough to explore completely. */
export interface Exploration<Step extends string> {
  name: string;
  /** Steps that lead to the part being explored. */
  prefix: readonly Step[];
  /** Steps to try in every state. */
  steps: readonly Step[];
  /** How many steps to go beyond the prefix. */
  depth: number;
  /** Options that the application must run with. */
  options?: ThemeOptions;
}

/** Everything needed to generate paths for a chart and to play them. */
export interface PathModel<Step extends string, ModelEvent> extends ChartModel<ModelEvent> {
  steps: StepTable<Step, ModelEvent>;
  /** The chart's input for an application with these options. */
  input(options: ThemeOptions): unknown;
  /** Model events that happen before the first step of every path. */
  beforeFirstStep: readonly ModelEvent[];
  /** What the CLI does when a model event happens. */
  cliActs(modelEvent: ModelEvent, names: FrameNames): readonly CliAct[];
  /** The placeholders that a path uses for names only the application knows. */
  placeholders(snapshot: AnyMachineSnapshot): Pick<FrameNames, 'request' | 'message' | 'hook'>;
  /** The part of the context that tells two states with the same value apart. */
  distinguish(snapshot: AnyMachineSnapshot): unknown;
}
