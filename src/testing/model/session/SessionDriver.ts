import type { LifeDriver } from '../play/LifeDriver.js';

/** The states of a session, as `session.actor` has them. */
export type SessionStateName =
  | 'starting'
  | 'initSent'
  | 'running'
  | `running.turn.${'idle' | 'working' | 'requiresAction' | 'interrupting'}`
  | `running.run.${'flushing' | 'open' | 'confirming' | 'over'}`
  | `running.input.${'open' | 'closing' | 'closed'}`
  | 'stopping'
  | `stopping.${'ending' | 'leaving' | 'settling'}`
  | 'stopped'
  | 'failed';

/** What a control request of the application's is bounded by; for the last argument of any. */
export interface RequestBounds {
  signal: AbortSignal;
  timeoutMs?: number;
}

/**
 * How the kit works an application that has a session. Each function does what a user of the
 * application would do, and settles when the application is done with it. One that is left out is
 * something that the application cannot do: lives with it are left out too.
 */
export interface SessionDriver<App = unknown> extends LifeDriver<App, SessionStateName> {
  /** A message for the agent; settles when the application has dealt with its outcome. */
  send?(app: App, text: string): unknown;
  interrupt?(app: App): unknown;
  /** Answers the permission that is asked for. */
  allow?(app: App): unknown;
  deny?(app: App): unknown;
  /** Some control request, such as `setModel`. */
  request?(app: App, bounds: RequestBounds): unknown;
  /** Ends the session once all is answered. */
  end?(app: App): unknown;
  /** Ends it now. */
  stop?(app: App): unknown;
}
