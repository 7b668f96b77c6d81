import type { AppDriver } from '../run/appDriver.js';

/** The states of a session, as `session.actor` reports them. */
export type SessionStateName =
  | 'starting'
  | `starting.${'checking' | 'spawning'}`
  | 'initSent'
  | 'running'
  | `running.turn.${'idle' | 'working' | 'requiresAction' | 'interrupting'}`
  | `running.run.${'flushing' | 'open' | 'confirming' | 'over'}`
  | `running.input.${'open' | 'closing' | 'closed'}`
  | 'stopping'
  | `stopping.${'ending' | 'leaving' | 'settling'}`
  | 'stopped'
  | 'failed';

/** The bounds of a control request. Pass them on as the last argument of the request. */
export interface RequestBounds {
  /** Cancels the request. */
  signal: AbortSignal;
  /** How long the request may take, in milliseconds. */
  timeoutMs?: number;
}

/**
 * How the kit operates an application that has a session. Each function does what a user of the
 * application would do, and settles when the application is done with it. Leave out what the
 * application cannot do: paths that need it are then skipped.
 */
export interface SessionDriver<App = unknown> extends AppDriver<App, SessionStateName> {
  /** Sends a message to the agent. Settles when the application has dealt with its outcome. */
  send?(app: App, text: string): unknown;
  /** Interrupts the current turn. */
  interrupt?(app: App): unknown;
  /** Grants the permission that the CLI is asking for. */
  allow?(app: App): unknown;
  /** Denies the permission that the CLI is asking for. */
  deny?(app: App): unknown;
  /** Makes any control request, such as `setModel`. */
  request?(app: App, bounds: RequestBounds): unknown;
  /** Ends the session once everything is answered. */
  end?(app: App): unknown;
  /** Ends the session now. */
  stop?(app: App): unknown;
}
