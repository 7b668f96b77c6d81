/** What `end()` waits for besides turns: nothing, agents and workflows, or every task. */
export type WaitFor = 'turn' | 'agents' | 'tasks';

export interface TaskChange {
  id: string;
  kind: 'started' | 'progressed' | 'completed' | 'failed' | 'stopped';
  taskType?: string;
  description?: string;
}

export interface OpenTask {
  readonly id: string;
  readonly taskType: string;
}

/** The background tasks that the CLI has reported and that are still running. */
export interface TaskLedger {
  readonly open: readonly OpenTask[];
  /** A result or an `idle` has come since the last tracked task ended. */
  readonly confirmed: boolean;
}

export const noTasks: TaskLedger = { open: [], confirmed: true };

export function isOpenTask(ledger: TaskLedger, id: string): boolean {
  return ledger.open.some((task) => task.id === id);
}

/** Applies a report about a task. Reports about unknown tasks or ended ones change nothing. */
export function taskChanged(ledger: TaskLedger, change: TaskChange, waitFor: WaitFor): TaskLedger {
  const known = ledger.open.find((task) => task.id === change.id);
  if (change.kind === 'started') {
    if (known) return ledger;
    const task = { id: change.id, taskType: change.taskType ?? '' };
    return { open: [...ledger.open, task], confirmed: ledger.confirmed };
  }
  if (!known || change.kind === 'progressed') return ledger;
  const open = ledger.open.filter((task) => task !== known);
  return { open, confirmed: ledger.confirmed && !isTracked(known, waitFor) };
}

/** A result or an `idle` came. */
export function runConfirmed(ledger: TaskLedger): TaskLedger {
  return ledger.confirmed ? ledger : { open: ledger.open, confirmed: true };
}

export function trackedCount(ledger: TaskLedger, waitFor: WaitFor): number {
  return ledger.open.filter((task) => isTracked(task, waitFor)).length;
}

function isTracked({ taskType }: OpenTask, waitFor: WaitFor): boolean {
  if (waitFor === 'turn') return false;
  // A background shell may never end.
  return waitFor === 'tasks' || taskType === 'local_agent' || taskType === 'local_workflow';
}
