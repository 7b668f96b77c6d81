import type { CliMove } from '../CliAct.js';
import { type CoverageReport, Lifecycles, type PathsOptions } from '../chart/Lifecycles.js';
import type { Path } from '../Path.js';
import { checkStateNames } from '../play/checkStateNames.js';
import type { LifeReport } from '../play/LifeDriver.js';
import { LifePlay } from '../play/LifePlay.js';
import type { Hands } from '../play/Stage.js';
import type { SessionDriver } from './SessionDriver.js';
import { sessionHands } from './sessionHands.js';
import { sessionLife } from './sessionLife.js';
import { type SessionStep, sessionSteps } from './sessionSteps.js';
import type { SessionStimulus } from './sessionStimuli.js';
import { sessionThemes } from './sessionThemes.js';

export type SessionPath = Path<SessionStep>;

const noVersion = 'a port of your own has no version to be judged';

let lives: Lifecycles<SessionStep, SessionStimulus> | undefined;

/** Made when it is first asked for: most tests need none of it. */
function lifecycles(): Lifecycles<SessionStep, SessionStimulus> {
  lives ??= new Lifecycles(sessionLife, sessionThemes, {
    'session: xstate.done.actor.version #1': noVersion,
    'session.stopping: xstate.done.actor.version': noVersion,
  });
  return lives;
}

/** What a driver can do, whatever its application is. */
export type SessionAbilities = Partial<
  Record<'send' | 'interrupt' | 'request' | 'allow' | 'deny' | 'end' | 'stop', unknown>
>;

const needs: readonly (readonly [RegExp, keyof SessionAbilities])[] = [
  [/^app sends /, 'send'],
  [/^app interrupts/, 'interrupt'],
  [/^app (asks |takes its request)/, 'request'],
  [/^app allows/, 'allow'],
  [/^app denies/, 'deny'],
  [/^app ends /, 'end'],
  [/^app stops /, 'stop'],
];

function isPossible(step: SessionStep, driver: SessionAbilities): boolean {
  return needs.every(([pattern, name]) => !pattern.test(step) || driver[name] !== undefined);
}

export interface SessionPathsOptions extends PathsOptions<SessionStep> {
  /** Only steps that this driver has a function for. */
  driver?: SessionAbilities;
}

/** The lives that a session can have, and a stage to play them to an application. */
export const sessionModel = {
  /** All that a path may be made of. */
  steps: Object.keys(sessionSteps) as readonly SessionStep[],

  /** The fewest and shortest lives that were found to meet every state, transition or pair. */
  paths({ driver, without = [], ...options }: SessionPathsOptions = {}): SessionPath[] {
    checkStateNames(sessionLife.chart, driver);
    const cannot = driver ? sessionModel.steps.filter((step) => !isPossible(step, driver)) : [];
    return lifecycles().paths({ ...options, without: [...without, ...cannot] });
  },

  /** What paths meet of the session's chart, computed from it. */
  coverage(paths: readonly SessionPath[]): CoverageReport {
    return lifecycles().coverage(paths);
  },

  /** What the CLI does at each step of a path; `paths` has told it of its own. */
  cliSide(path: SessionPath): readonly CliMove<SessionStep>[] {
    return lifecycles().cliSide(path);
  },

  /** Whether the driver has all that the path asks of it. */
  canRun({ steps }: SessionPath, driver: SessionAbilities): boolean {
    return steps.every((step) => isPossible(step, driver));
  },

  /** Plays a life to an application; rejects with a `LifeFailure` that says where it does not survive. */
  async run<App>(path: SessionPath, driver: SessionDriver<App>): Promise<LifeReport> {
    checkStateNames(sessionLife.chart, driver);
    const hands = sessionHands as Hands<SessionStimulus, App, SessionDriver<App>>;
    return new LifePlay(sessionLife, hands, path, driver).run();
  },
};
