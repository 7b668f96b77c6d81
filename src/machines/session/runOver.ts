export type CliState = 'running' | 'requires_action' | 'idle';

export interface RunFacts {
  everSent: boolean;
  openTurns: number;
  /** Those of them whose result should have come by now. */
  overdueTurns: number;
  openTrackedTasks: number;
  pendingRequests: number;
  pendingCallbacks: number;
  /** The last `session_state_changed`; none was ever seen where absent. */
  cliState?: CliState;
  /** Since the last tracked task ended, a result or an `idle` has come. */
  confirmed: boolean;
}

/**
 * Whether the CLI has done all that it was asked for, so that its input may be closed. Closing it
 * at the first result makes every later hook and MCP call fail. `unconfirmed`: all is done, but
 * a result that was due, or the turn that follows the end of a background task, has not come yet.
 */
export function runOver(facts: RunFacts): 'no' | 'unconfirmed' | 'yes' {
  if (facts.pendingRequests > 0 || facts.pendingCallbacks > 0) return 'no';
  if (!facts.everSent) return 'yes';
  if (facts.openTurns > facts.overdueTurns || facts.openTrackedTasks > 0) return 'no';
  if (facts.cliState !== undefined && facts.cliState !== 'idle') return 'no';
  return facts.confirmed && facts.openTurns === 0 ? 'yes' : 'unconfirmed';
}
