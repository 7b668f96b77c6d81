import type { Options } from '../../../options/types.js';

/**
 * The options the kit passes to `start`. Pass all of them on, unchanged, to the session or query
 * under test.
 */
export type PlayedOptions = Pick<
  Options,
  'port' | 'clock' | 'inspect' | 'limits' | 'stall' | 'timeouts' | 'strictExitStatus'
>;

/** The moment at which a state check runs. */
export interface Moment {
  /** The state that the check is for, such as `running.turn.working`. */
  state: string;
  /** All active states. */
  states: readonly string[];
  /** The step that was just played; undefined right after the start. */
  step?: string;
}

/** Throws or rejects if the application is not as it should be in a state. */
export type StateCheck<App> = (app: App, moment: Moment) => unknown;

/** How the kit operates an application. */
export interface AppDriver<App, State extends string = string> {
  /**
   * Starts the application, and with it the session or query under test, unless there is an `open`.
   * It may return before that is running.
   */
  start(options: PlayedOptions): App | Promise<App>;
  /**
   * Makes the application open its session or run its query, if it does so later than at its start:
   * what a user does first, such as a login. Called once `start` has returned.
   */
  open?(app: App): unknown;
  /** Shuts the application down, whatever it is doing. Settles when nothing of it is left. */
  close(app: App): unknown;
  /**
   * What must hold for the application in a state. A failing check is retried for a while, because
   * an application that does I/O may need a moment to catch up.
   */
  states?: { readonly [Name in State]?: StateCheck<App> };
  /** Real milliseconds after which something that has not settled counts as hung. Default 2,000. */
  patienceMs?: number;
}

/** What happened when a path was played. */
export interface PathReport {
  /** The outermost states, in order. */
  states: readonly string[];
  /** The transitions of the chart that were taken. */
  transitions: readonly string[];
  /** Steps that could not happen, because the application had gone another way. */
  skipped: readonly string[];
  /** Steps after which the chart was in another state than the path predicts. */
  departures: readonly string[];
}
