export type CliState = 'running' | 'requires_action' | 'idle';

export interface RunFacts {
  everSent: boolean;
  openTurns: number;
  /** How many of the open turns should have had their result by now. */
  overdueTurns: number;
  openTrackedTasks: number;
  pendingRequests: number;
  pendingCallbacks: number;
  /** The last `session_state_changed`; undefined if there was none. */
  cliState?: CliState;
  /** A result or an `idle` has come since the last tracked task ended. */
  confirmed: boolean;
}

/**
 * Whether the CLI has done everything it was asked to do, so that its stdin may be closed. Closing
 * it at the first result would make every later hook and MCP call fail.
 *
 * `unconfirmed` means that nothing is left to do, but that something is still missing: a result
 * that is due, or the turn that usually follows the end of a background task.
 */
export function isRunOver(facts: RunFacts): 'no' | 'unconfirmed' | 'yes' {
  if (facts.pendingRequests > 0 || facts.pendingCallbacks > 0) return 'no';
  if (!facts.everSent) return 'yes';
  if (facts.openTurns > facts.overdueTurns || facts.openTrackedTasks > 0) return 'no';
  if (facts.cliState !== undefined && facts.cliState !== 'idle') return 'no';
  return facts.confirmed && facts.openTurns === 0 ? 'yes' : 'unconfirmed';
}
