import type { Options } from '../../../options/types.js';

/** What the kit hands to the application: its options must reach the session or the query as they are. */
export type PlayedOptions = Pick<
  Options,
  'port' | 'clock' | 'inspect' | 'limits' | 'stall' | 'timeouts' | 'strictExitStatus'
>;

/** What has just happened, for a check. */
export interface Moment {
  /** The state that the check is for, such as `running.turn.working`. */
  state: string;
  /** All that is active. */
  states: readonly string[];
  /** The step after which it is looked at; undefined right after the start. */
  step?: string;
}

export type StateCheck<App> = (app: App, moment: Moment) => unknown;

export interface LifeDriver<App, State extends string = string> {
  /** Starts the application, and in it what is tested. Need not wait until it runs. */
  start(options: PlayedOptions): App | Promise<App>;
  /** Ends the application, whatever it is doing; settles when nothing of it is left. */
  close(app: App): unknown;
  /**
   * What must be true of the application in a state. A check that fails is repeated for a while,
   * since an application may need a moment to catch up.
   */
  states?: { readonly [Name in State]?: StateCheck<App> };
  /** Real milliseconds until something that does not settle counts as hung. Default 2,000. */
  patienceMs?: number;
}

/** How a life went. */
export interface LifeReport {
  /** The outermost states, in order. */
  states: readonly string[];
  /** The transitions of the chart that were really taken. */
  transitions: readonly string[];
  /** Steps that could not happen, since the application had gone another way. */
  skipped: readonly string[];
  /** Where the chart was not in the state that the path foresaw, and why that may be. */
  departures: readonly string[];
}
