import type { AppDriver } from '../run/appDriver.js';

/** The states of a one-shot query, as `query(…).actor` reports them. */
export type QueryStateName =
  | 'starting'
  | 'streaming'
  | `streaming.${'reading' | 'awaitingExit'}`
  | 'resultReceived'
  | `resultReceived.${'draining' | 'held'}`
  | 'closed'
  | 'exited';

/**
 * How the kit operates an application that runs a one-shot query and reads it to the end. Leave out
 * what the application cannot do: paths that need it are then skipped.
 */
export interface QueryDriver<App = unknown> extends AppDriver<App, QueryStateName> {
  /** Settles when the application has dealt with the outcome of its query. */
  outcome(app: App): unknown;
  /** Interrupts the query, as a user of the application would. */
  interrupt?(app: App): unknown;
  /** Stops the query early. */
  stop?(app: App): unknown;
}
