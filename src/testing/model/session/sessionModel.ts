import { type CoverageReport, PathGenerator, type PathsOptions } from '../chart/PathGenerator.js';
import type { CliMove, Path } from '../path.js';
import type { PathReport } from '../run/appDriver.js';
import { checkStateNames } from '../run/checkInput.js';
import type { EventPerformer } from '../run/eventPerformer.js';
import { PathRunner } from '../run/PathRunner.js';
import type { SessionDriver } from './sessionDriver.js';
import { sessionExplorations } from './sessionExplorations.js';
import type { SessionModelEvent } from './sessionModelEvents.js';
import { sessionPathModel } from './sessionPathModel.js';
import { sessionPerformer } from './sessionPerformer.js';
import { type SessionStep, sessionSteps } from './sessionSteps.js';

/** One lifecycle of a session, as plain data. */
export type SessionPath = Path<SessionStep>;

const noVersion = 'a custom port has no version to check';

let generator: PathGenerator<SessionStep, SessionModelEvent> | undefined;

/** Created on first use: most tests never need it. */
function pathGenerator(): PathGenerator<SessionStep, SessionModelEvent> {
  generator ??= new PathGenerator(sessionPathModel, sessionExplorations, {
    'session.starting.checking: xstate.done.actor.version #1': noVersion,
    'session.starting.checking: op.stop': noVersion,
    'session.starting.checking: watchdog.stalled': noVersion,
  });
  return generator;
}

/** The optional functions of a driver, for any type of application. */
export type SessionAbilities = Partial<
  Record<'send' | 'interrupt' | 'request' | 'allow' | 'deny' | 'end' | 'stop', unknown>
>;

const needs: readonly (readonly [RegExp, keyof SessionAbilities])[] = [
  [/^app sends /, 'send'],
  [/^app interrupts/, 'interrupt'],
  [/^app (asks |cancels its request)/, 'request'],
  [/^app allows/, 'allow'],
  [/^app denies/, 'deny'],
  [/^app ends /, 'end'],
  [/^app stops /, 'stop'],
];

function isPossible(step: SessionStep, driver: SessionAbilities): boolean {
  return needs.every(([pattern, name]) => !pattern.test(step) || driver[name] !== undefined);
}

/** Options of `sessionModel.paths`. */
export interface SessionPathsOptions extends PathsOptions<SessionStep> {
  /** Leaves out steps that this driver has no function for. */
  driver?: SessionAbilities;
}

/**
 * Generates the lifecycles of a session from its own statechart, and plays them to your application
 * with a simulated CLI and clock.
 */
export const sessionModel = {
  /** Every step that a path can contain. */
  steps: Object.keys(sessionSteps) as readonly SessionStep[],

  /**
   * Generates a small set of short paths that together cover every state, transition or pair of
   * transitions.
   */
  paths({ driver, without = [], ...options }: SessionPathsOptions = {}): SessionPath[] {
    checkStateNames(sessionPathModel.chart, driver);
    const cannot = driver ? sessionModel.steps.filter((step) => !isPossible(step, driver)) : [];
    return pathGenerator().paths({ ...options, without: [...without, ...cannot] });
  },

  /** Reports what the paths cover of the session's chart. Nothing is run. */
  coverage(paths: readonly SessionPath[]): CoverageReport {
    return pathGenerator().coverage(paths);
  },

  /** What the CLI does at each step of a path. Paths from `paths` have it in `cli` already. */
  cliSide(path: SessionPath): readonly CliMove<SessionStep>[] {
    return pathGenerator().cliSide(path);
  },

  /** Whether the driver has a function for every step of the path. */
  canRun({ steps }: SessionPath, driver: SessionAbilities): boolean {
    return steps.every((step) => isPossible(step, driver));
  },

  /**
   * Plays a path to an application. Rejects with a `PathFailure` if a check fails, a call never
   * settles, a process is left, or the states come in the wrong order.
   */
  async run<App>(path: SessionPath, driver: SessionDriver<App>): Promise<PathReport> {
    checkStateNames(sessionPathModel.chart, driver);
    const performer = sessionPerformer as EventPerformer<
      SessionModelEvent,
      App,
      SessionDriver<App>
    >;
    return new PathRunner(sessionPathModel, performer, path, driver).run();
  },
};
