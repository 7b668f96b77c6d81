import type { AnyMachineSnapshot } from 'xstate';
import type { Options } from '../../../options/types.js';

/**
 * What may happen, each by a name that can be read: `app …` is the application's doing, `cli …` the
 * CLI's, `time …` neither's. Gives what that is for the chart, or nothing where it cannot happen.
 */
export type Vocabulary<Step extends string, Stimulus> = Readonly<
  Record<Step, (snapshot: AnyMachineSnapshot) => readonly Stimulus[] | undefined>
>;

/** One side of a life, small enough to be looked at as a whole. */
export interface Theme<Step extends string> {
  name: string;
  /** What has happened before. */
  prefix: readonly Step[];
  steps: readonly Step[];
  /** How many steps after the prefix. */
  depth: number;
  /** What the application's options must say for it. */
  options?: ThemeOptions;
}

/** Plain data, so that a path can stand in a file. */
export type ThemeOptions = Pick<Options, 'limits' | 'stall' | 'timeouts' | 'strictExitStatus'>;
