import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  initialTransition,
  transition,
} from 'xstate';
import { hookRegistrations } from '../../codec/hookRegistrations.js';
import { defaultFleet } from '../../defaults/fleetDefaults.js';
import { approvalDefaults, defaultPool } from '../../defaults/poolDefaults.js';
import { earlyStartMs, startHookAllowanceMs } from '../../defaults/startEarly.js';
import { approvalChart } from '../../machines/approvals/approvalChart.js';
import { type CallbackKind, callbackChart } from '../../machines/callbackChart.js';
import { deadlineChart } from '../../machines/fleet/deadlineChart.js';
import { leaseChart } from '../../machines/fleet/leaseChart.js';
import { poolChart } from '../../machines/pool/poolChart.js';
import { pooledSessionChart } from '../../machines/pool/pooledSessionChart.js';
import { poolSpareChart } from '../../machines/pool/poolSpareChart.js';
import { processChart } from '../../machines/processChart.js';
import { queryChart } from '../../machines/query/queryChart.js';
import { requestChart } from '../../machines/requestChart.js';
import { sessionChart } from '../../machines/session/sessionChart.js';
import type { SessionMachineEvent } from '../../machines/session/sessionTypes.js';
import { spareChart } from '../../machines/spareChart.js';
import { versionChart } from '../../machines/versionChart.js';
import { watchdogChart } from '../../machines/watchdogChart.js';
import { longestTimeout } from '../../util/longestTimeout.js';
import { formatDelay } from '../chart/partNames.js';
import type { DelayTexts } from '../chart/readChart.js';

/** Snapshots of a machine whose delays may differ, by the name of the case; `''` is the default. */
export type DelayCases = Readonly<Record<string, AnyMachineSnapshot>>;

/**
 * The default values of all delays of this library's machines, by machine. The machines compute
 * them here, so the diagrams cannot show outdated numbers. No process is started.
 */
export function defaultDelays(): Readonly<Record<string, DelayTexts>> {
  const session = sessionAfter();
  const [query] = initialTransition(queryChart, { launch });
  const [spare] = initialTransition(spareChart, {
    startMs: earlyStartMs,
    hookAllowanceMs: startHookAllowanceMs,
    now: () => 0,
  });
  const process = childSnapshot(sessionAfter(accepted), 'process') as Parameters<
    typeof processChart.transition
  >[0];
  const stop = { type: 'process.stop', working: false } as const;
  const [hook] = hookRegistrations({ Stop: [{ hooks: [undefined] }] }).registrations;
  return {
    session: delayTexts(sessionChart, { '': session }),
    query: delayTexts(queryChart, { '': query }),
    process: delayTexts(processChart, {
      '': process,
      stopping: transition(processChart, process, stop)[0],
    }),
    request: delayTexts(requestChart, {
      '': requestSnapshot('other'),
      initialize: childSnapshot(sessionAfter(...spawned), 'request#req_0'),
      interrupt: requestSnapshot('interrupt'),
      set_model: requestSnapshot('set_model'),
      set_permission_mode: requestSnapshot('set_permission_mode'),
    }),
    callback: delayTexts(callbackChart, {
      hook: callbackSnapshot('hook', hook?.timeoutMs),
      permission: callbackSnapshot('permission'),
      mcp: callbackSnapshot('mcp'),
    }),
    watchdog: delayTexts(watchdogChart, { '': childSnapshot(session, 'watchdog') }),
    version: delayTexts(versionChart, { '': childSnapshot(session, 'version') }),
    spare: delayTexts(spareChart, { '': spare }),
    ...poolDelays(),
    ...fleetDelays(),
  };
}

function fleetDelays(): Record<string, DelayTexts> {
  const { leaseMs, renewals, retryMs, killBeforeMs } = defaultFleet;
  const term = { leaseMs, renewMs: leaseMs / renewals, retryMs };
  const [lease] = initialTransition(leaseChart, { host: {}, ...term });
  const [deadline] = initialTransition(deadlineChart, { afterMs: leaseMs - killBeforeMs });
  return {
    lease: delayTexts(leaseChart, { '': lease }),
    deadline: delayTexts(deadlineChart, { '': deadline }),
    approval: delayTexts(approvalChart, {
      '': initialTransition(approvalChart, { holdMs: approvalDefaults.holdMs })[0],
    }),
  };
}

function poolDelays(): Record<string, DelayTexts> {
  const { max, drainMs: timeoutMs } = defaultPool;
  const settings = { ...defaultPool, perTenant: max, warm: 1, maxRssMb: undefined };
  const hosts = { conversation: () => ({}), spares: {} };
  const [empty] = initialTransition(poolChart, { settings, hosts });
  const message = { type: 'pool.message', key: 'x', tenant: '' } as const;
  const [busy] = transition(poolChart, empty, message);
  const [draining] = transition(poolChart, busy, { type: 'pool.drain', timeoutMs });
  return {
    pool: delayTexts(poolChart, { '': draining }),
    pooledSession: delayTexts(pooledSessionChart, {
      '': childSnapshot(busy, 'pooledSession#x'),
    }),
    poolSpare: delayTexts(poolSpareChart, { '': childSnapshot(empty, 'poolSpare#1') }),
  };
}

/** The values of a machine's named delays as text. Cases with the same value share an entry. */
export function delayTexts(machine: AnyStateMachine, cases: DelayCases): DelayTexts {
  const delays = Object.entries(machine.implementations.delays ?? {});
  return Object.fromEntries(delays.map(([name, delay]) => [name, casesText(delay, cases)]));
}

function casesText(delay: unknown, cases: DelayCases): string {
  const namesByText = new Map<string, string[]>();
  for (const [name, { context }] of Object.entries(cases)) {
    const text = delayText(delay, context);
    namesByText.set(text, [...(namesByText.get(text) ?? []), name]);
  }
  const parts = [...namesByText].map(([text, names]) => {
    const isDefault = namesByText.size === 1 || names.includes('');
    return isDefault ? text : `${names.join(', ')} ${text}`;
  });
  return parts.join(' / ');
}

function delayText(delay: unknown, context: unknown): string {
  const ms: number = typeof delay === 'function' ? delay({ context, event: {} }) : Number(delay);
  return ms >= longestTimeout ? 'never' : formatDelay(ms);
}

const launch = { activity: { now: () => 0, lastAt: 0 }, facts: undefined };
const accepted: SessionMachineEvent = {
  type: 'xstate.done.actor.version',
  actorId: 'version',
  output: { kind: 'accepted' },
};
const spawned: SessionMachineEvent[] = [accepted, { type: 'process.spawned', pid: undefined }];

/** The snapshot of a session without options after these events. */
function sessionAfter(...events: SessionMachineEvent[]) {
  const [first] = initialTransition(sessionChart, { launch, initialize: '{}' });
  return events.reduce((snapshot, event) => transition(sessionChart, snapshot, event)[0], first);
}

interface ParentSnapshot {
  children: Readonly<Record<string, { getSnapshot(): unknown } | undefined>>;
}

/** The initial snapshot of a child, with the input that its parent gives it. */
function childSnapshot(parent: ParentSnapshot, id: string): AnyMachineSnapshot {
  const actor = parent.children[id];
  if (actor === undefined) throw new TypeError(`The machine has no child ${id}.`);
  return actor.getSnapshot() as AnyMachineSnapshot;
}

function callbackSnapshot(kind: CallbackKind, timeoutMs?: number) {
  const request = { requestId: 'x', kind, label: '', failureBody: '{}', job: {}, timeoutMs };
  return childSnapshot(
    sessionAfter(...spawned, { type: 'cli.callback', ...request }),
    'callback#x',
  );
}

function requestSnapshot(subtype: string) {
  const permission = { kind: 'permission', label: '', failureBody: '{}', job: {} } as const;
  const running = sessionAfter(
    ...spawned,
    { type: 'cli.callback', requestId: 'x', ...permission },
    { type: 'op.request', key: 'x', subtype, body: '{}' },
  );
  return childSnapshot(running, 'request#req_1');
}
