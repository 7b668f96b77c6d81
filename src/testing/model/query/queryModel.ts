import type { CliMove } from '../CliAct.js';
import { type CoverageReport, Lifecycles, type PathsOptions } from '../chart/Lifecycles.js';
import type { Path } from '../Path.js';
import { checkStateNames } from '../play/checkStateNames.js';
import type { LifeReport } from '../play/LifeDriver.js';
import { LifePlay } from '../play/LifePlay.js';
import type { Hands } from '../play/Stage.js';
import type { QueryDriver } from './QueryDriver.js';
import { queryHands } from './queryHands.js';
import { queryLife } from './queryLife.js';
import { type QueryStep, querySteps } from './querySteps.js';
import type { QueryStimulus } from './queryStimuli.js';
import { queryThemes } from './queryThemes.js';

export type QueryPath = Path<QueryStep>;

const noVersion = 'a port of your own has no version to be judged';
const noCallbacks = 'an application with callbacks gets a session, not a one-shot query';

let lives: Lifecycles<QueryStep, QueryStimulus> | undefined;

function lifecycles(): Lifecycles<QueryStep, QueryStimulus> {
  lives ??= new Lifecycles(queryLife, queryThemes, {
    'query: xstate.done.actor.version #1': noVersion,
    'query.closed: xstate.done.actor.version': noVersion,
    'query.streaming: cli.callback': noCallbacks,
    'query.resultReceived: cli.callback': noCallbacks,
    'query.pendingEnd: xstate.done.actor.process':
      'an application that reads on has left it by then',
  });
  return lives;
}

/** What a driver can do, whatever its application is. */
export type QueryAbilities = Partial<Record<'interrupt' | 'stop', unknown>>;

const needs = { 'app interrupts': 'interrupt', 'app stops the query': 'stop' } as const;

function isPossible(step: QueryStep, driver: QueryAbilities): boolean {
  const name = (needs as Partial<Record<QueryStep, keyof QueryAbilities>>)[step];
  return name === undefined || driver[name] !== undefined;
}

export interface QueryPathsOptions extends PathsOptions<QueryStep> {
  /** Only steps that this driver has a function for. */
  driver?: QueryAbilities;
}

/** The lives that a one-shot query can have, and a stage to play them to an application. */
export const queryModel = {
  /** All that a path may be made of. */
  steps: Object.keys(querySteps) as readonly QueryStep[],

  /** The fewest and shortest lives that were found to meet every state, transition or pair. */
  paths({ driver, without = [], ...options }: QueryPathsOptions = {}): QueryPath[] {
    checkStateNames(queryLife.chart, driver);
    const cannot = driver ? queryModel.steps.filter((step) => !isPossible(step, driver)) : [];
    return lifecycles().paths({ ...options, without: [...without, ...cannot] });
  },

  /** What paths meet of the query's chart, computed from it. */
  coverage(paths: readonly QueryPath[]): CoverageReport {
    return lifecycles().coverage(paths);
  },

  /** What the CLI does at each step of a path; `paths` has told it of its own. */
  cliSide(path: QueryPath): readonly CliMove<QueryStep>[] {
    return lifecycles().cliSide(path);
  },

  /** Whether the driver has all that the path asks of it. */
  canRun({ steps }: QueryPath, driver: QueryAbilities): boolean {
    return steps.every((step) => isPossible(step, driver));
  },

  /** Plays a life to an application; rejects with a `LifeFailure` that says where it does not survive. */
  async run<App>(path: QueryPath, driver: QueryDriver<App>): Promise<LifeReport> {
    checkStateNames(queryLife.chart, driver);
    const hands = queryHands as Hands<QueryStimulus, App, QueryDriver<App>>;
    return new LifePlay(queryLife, hands, path, driver).run();
  },
};
