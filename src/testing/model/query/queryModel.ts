import { type CoverageReport, PathGenerator, type PathsOptions } from '../chart/PathGenerator.js';
import type { CliMove, Path } from '../path.js';
import type { PathReport } from '../run/appDriver.js';
import { checkStateNames } from '../run/checkInput.js';
import type { EventPerformer } from '../run/eventPerformer.js';
import { PathRunner } from '../run/PathRunner.js';
import type { QueryDriver } from './queryDriver.js';
import { queryExplorations } from './queryExplorations.js';
import type { QueryModelEvent } from './queryModelEvents.js';
import { queryPathModel } from './queryPathModel.js';
import { queryPerformer } from './queryPerformer.js';
import { type QueryStep, querySteps } from './querySteps.js';

/** One lifecycle of a one-shot query, as plain data. */
export type QueryPath = Path<QueryStep>;

const noVersion = 'a custom port has no version to check';
const noCallbacks = 'an application with callbacks gets a session, not a one-shot query';

let generator: PathGenerator<QueryStep, QueryModelEvent> | undefined;

function pathGenerator(): PathGenerator<QueryStep, QueryModelEvent> {
  generator ??= new PathGenerator(queryPathModel, queryExplorations, {
    'query.starting: xstate.done.actor.version #1': noVersion,
    'query.starting: query.close': noVersion,
    'query.starting: query.interrupt': noVersion,
    'query.starting: watchdog.stalled': noVersion,
    'query.streaming: cli.callback': noCallbacks,
    'query.resultReceived: cli.callback': noCallbacks,
  });
  return generator;
}

/** The optional functions of a driver, for any type of application. */
export type QueryAbilities = Partial<Record<'interrupt' | 'stop', unknown>>;

const needs = { 'app interrupts': 'interrupt', 'app stops the query': 'stop' } as const;

function isPossible(step: QueryStep, driver: QueryAbilities): boolean {
  const name = (needs as Partial<Record<QueryStep, keyof QueryAbilities>>)[step];
  return name === undefined || driver[name] !== undefined;
}

/** Options of `queryModel.paths`. */
export interface QueryPathsOptions extends PathsOptions<QueryStep> {
  /** Leaves out steps that this driver has no function for. */
  driver?: QueryAbilities;
}

/**
 * Generates the lifecycles of a one-shot query from its own statechart, and plays them to your
 * application with a simulated CLI and clock.
 */
export const queryModel = {
  /** Every step that a path can contain. */
  steps: Object.keys(querySteps) as readonly QueryStep[],

  /**
   * Generates a small set of short paths that together cover every state, transition or pair of
   * transitions.
   */
  paths({ driver, without = [], ...options }: QueryPathsOptions = {}): QueryPath[] {
    checkStateNames(queryPathModel.chart, driver);
    const cannot = driver ? queryModel.steps.filter((step) => !isPossible(step, driver)) : [];
    return pathGenerator().paths({ ...options, without: [...without, ...cannot] });
  },

  /** Reports what the paths cover of the query's chart. Nothing is run. */
  coverage(paths: readonly QueryPath[]): CoverageReport {
    return pathGenerator().coverage(paths);
  },

  /** What the CLI does at each step of a path. Paths from `paths` have it in `cli` already. */
  cliSide(path: QueryPath): readonly CliMove<QueryStep>[] {
    return pathGenerator().cliSide(path);
  },

  /** Whether the driver has a function for every step of the path. */
  canRun({ steps }: QueryPath, driver: QueryAbilities): boolean {
    return steps.every((step) => isPossible(step, driver));
  },

  /**
   * Plays a path to an application. Rejects with a `PathFailure` if a check fails, a call never
   * settles, a process is left, or the states come in the wrong order.
   */
  async run<App>(path: QueryPath, driver: QueryDriver<App>): Promise<PathReport> {
    checkStateNames(queryPathModel.chart, driver);
    const performer = queryPerformer as EventPerformer<QueryModelEvent, App, QueryDriver<App>>;
    return new PathRunner(queryPathModel, performer, path, driver).run();
  },
};
