import type { LifeDriver } from '../play/LifeDriver.js';

/** The states of a one-shot query, as `query(…).actor` has them. */
export type QueryStateName =
  | 'streaming'
  | `streaming.${'reading' | 'awaitingExit'}`
  | 'resultReceived'
  | `resultReceived.${'draining' | 'held'}`
  | 'pendingEnd'
  | 'closed'
  | 'exited';

/** How the kit works an application that runs a one-shot query and reads it to its end. */
export interface QueryDriver<App = unknown> extends LifeDriver<App, QueryStateName> {
  /** Settles when the application has dealt with the outcome of its query. */
  outcome(app: App): unknown;
  interrupt?(app: App): unknown;
  /** Breaks the query off. */
  stop?(app: App): unknown;
}
