import type { AnyStateMachine } from 'xstate';
import { ClaudeActorsError } from '../errors.js';
import { approvalChart } from '../machines/approvals/approvalChart.js';
import { callbackChart } from '../machines/callbackChart.js';
import { poolChart } from '../machines/pool/poolChart.js';
import { pooledSessionChart } from '../machines/pool/pooledSessionChart.js';
import { poolSpareChart } from '../machines/pool/poolSpareChart.js';
import { processChart } from '../machines/processChart.js';
import { queryChart } from '../machines/query/queryChart.js';
import { requestChart } from '../machines/requestChart.js';
import { sessionChart } from '../machines/session/sessionChart.js';
import { taskChart } from '../machines/taskChart.js';
import { turnChart } from '../machines/turnChart.js';
import { versionChart } from '../machines/versionChart.js';
import { watchdogChart } from '../machines/watchdogChart.js';
import type { Warning } from '../options/runtimeTypes.js';
import {
  type CompileOptions,
  compileMachine,
  interpretedBecause,
} from '../statechart/compileMachine.js';
import { withoutFullStop } from '../util/withoutFullStop.js';
import { callbackRunner } from './callbacks/callbackRunner.js';
import { patientClock } from './patientClock.js';
import { conversationHost, lookup, spareHost } from './pool/poolHosts.js';
import { osProcess } from './process/osProcess.js';
import { versionProbe } from './process/versionProbe.js';

/** One OS process: spawns it, writes its stdin line by line, and shuts it down in steps. */
export const processMachine = compile(processChart, {
  actors: { os: osProcess },
  restoreError,
});
/** Finds out the CLI's version and decides whether it is supported. */
export const versionMachine = compile(versionChart, { actors: { probe: versionProbe } });
/** One hook call, permission request or MCP message from the CLI, answered by your code. */
export const callbackMachine = compile(callbackChart, {
  actors: { runner: callbackRunner },
});
/** One control request to the CLI: pending until it is answered, times out or is cancelled. */
export const requestMachine = compile(requestChart);
/** One user message, from the moment it is sent to its result. */
export const turnMachine = compile(turnChart);
/** One approval: what became of the answer, and where the tool call waits for it. */
export const approvalMachine = compile(approvalChart);

const watchdogMachine = compile(watchdogChart);

/** One conversation with one CLI process, from its start until the process is gone. */
export const sessionMachine = compile(sessionChart, {
  actors: {
    process: processMachine,
    version: versionMachine,
    watchdog: watchdogMachine,
    request: requestMachine,
    callback: callbackMachine,
    turn: turnMachine,
    task: compile(taskChart),
  },
  restoreError,
});
/** A one-shot query: one CLI process that answers one prompt and exits. */
export const queryMachine = compile(queryChart, {
  actors: { process: processMachine, version: versionMachine, watchdog: watchdogMachine },
  restoreError,
});
/** Many conversations over a limited number of processes. */
export const poolMachine = compile(poolChart, {
  actors: {
    pooledSession: compile(pooledSessionChart, { actors: { lookup, host: conversationHost } }),
    poolSpare: compile(poolSpareChart, { actors: { host: spareHost } }),
  },
  restoreError,
});

const warnedOf = new WeakSet<object>();

/** A warning if a machine, or one that it spawns, could not be compiled. Given once per machine. */
export function interpretedWarning(machine: unknown): Warning | undefined {
  const { implementations } = machine as Partial<AnyStateMachine>;
  for (const one of [machine, ...Object.values(implementations?.actors ?? {})] as object[]) {
    const reason = interpretedBecause(one);
    if (reason === undefined || warnedOf.has(one)) continue;
    warnedOf.add(one);
    const message = `This run uses XState's interpreter, which is several times slower, because ${withoutFullStop(reason)}.`;
    return { code: 'InterpretedChart', message, context: { reason } };
  }
  return undefined;
}

function restoreError({ id }: AnyStateMachine): ClaudeActorsError {
  const message = `A ${id} actor cannot be restored from a snapshot, because its process is gone. Start a new one; with the option \`resume\` it continues the same conversation.`;
  return new ClaudeActorsError('InvalidOption', message);
}

function compile<Machine extends AnyStateMachine>(
  chart: Machine,
  options: CompileOptions = {},
): Machine {
  return compileMachine(chart, { ...options, wrapClock: patientClock });
}
