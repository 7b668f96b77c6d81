import type { AnyStateMachine } from 'xstate';
import { approvalChart } from '../../machines/approvals/approvalChart.js';
import { callbackChart } from '../../machines/callbackChart.js';
import { conversationChart } from '../../machines/fleet/conversationChart.js';
import { deadlineChart } from '../../machines/fleet/deadlineChart.js';
import { leaseChart } from '../../machines/fleet/leaseChart.js';
import { poolChart } from '../../machines/pool/poolChart.js';
import { pooledSessionChart } from '../../machines/pool/pooledSessionChart.js';
import { poolSpareChart } from '../../machines/pool/poolSpareChart.js';
import { processChart } from '../../machines/processChart.js';
import { queryChart } from '../../machines/query/queryChart.js';
import { requestChart } from '../../machines/requestChart.js';
import { sessionChart } from '../../machines/session/sessionChart.js';
import { spareChart } from '../../machines/spareChart.js';
import { taskChart } from '../../machines/taskChart.js';
import { turnChart } from '../../machines/turnChart.js';
import { versionChart } from '../../machines/versionChart.js';
import { watchdogChart } from '../../machines/watchdogChart.js';

/** The machines of this library, by name. */
export const ownMachines = {
  session: sessionChart,
  query: queryChart,
  process: processChart,
  request: requestChart,
  callback: callbackChart,
  turn: turnChart,
  task: taskChart,
  watchdog: watchdogChart,
  version: versionChart,
  spare: spareChart,
  pool: poolChart,
  pooledSession: pooledSessionChart,
  poolSpare: poolSpareChart,
  conversation: conversationChart,
  lease: leaseChart,
  deadline: deadlineChart,
  approval: approvalChart,
} as const satisfies Record<string, AnyStateMachine>;

export type OwnMachineName = keyof typeof ownMachines;

/** A machine keeps its config when `provide` gives it other implementations. */
const ownConfigs: ReadonlySet<unknown> = new Set(
  Object.values<AnyStateMachine>(ownMachines).map(({ config }) => config),
);

/** Whether the logic of an actor is a machine of this library, and not one of the user's. */
export function isOwnMachine(logic: unknown): logic is AnyStateMachine {
  return ownConfigs.has(((logic ?? {}) as Partial<AnyStateMachine>).config);
}

export function isMachine(logic: unknown): logic is AnyStateMachine {
  const { root, config } = (logic ?? {}) as Partial<AnyStateMachine>;
  return root !== undefined && config !== undefined;
}
