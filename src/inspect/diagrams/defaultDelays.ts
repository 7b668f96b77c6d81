import { type AnyMachineSnapshot, initialTransition, transition } from 'xstate';
import { hookRegistrations } from '../../codec/hookRegistrations.js';
import { type CallbackKind, callbackChart } from '../../machines/callbackChart.js';
import { processChart } from '../../machines/processChart.js';
import { queryChart } from '../../machines/query/queryChart.js';
import { requestChart } from '../../machines/requestChart.js';
import { sessionChart } from '../../machines/session/sessionChart.js';
import type { SessionEvent } from '../../machines/session/sessionTypes.js';
import { versionChart } from '../../machines/versionChart.js';
import { watchdogChart } from '../../machines/watchdogChart.js';
import type { DelayTexts } from '../chart/readChart.js';
import { delayTexts } from './delayTexts.js';

const launch = {};
const spawned: SessionEvent = { type: 'process.spawned', pid: undefined };

/** A session that is given nothing, after these events. No process is started for it. */
function sessionAfter(...events: SessionEvent[]) {
  const [first] = initialTransition(sessionChart, { launch, initialize: '{}' });
  return events.reduce((snapshot, event) => transition(sessionChart, snapshot, event)[0], first);
}

interface Parent {
  children: Readonly<Record<string, { getSnapshot(): unknown } | undefined>>;
}

/** A child with the input that its parent gives it. */
function child(parent: Parent, id: string): AnyMachineSnapshot {
  const actor = parent.children[id];
  if (actor === undefined) throw new TypeError(`No child is called ${id}.`);
  return actor.getSnapshot() as AnyMachineSnapshot;
}

function callback(kind: CallbackKind, timeoutMs?: number) {
  const request = { requestId: 'x', kind, label: '', failureBody: '{}', job: {}, timeoutMs };
  return child(sessionAfter(spawned, { type: 'cli.callback', ...request }), 'callback#x');
}

function request(subtype: string) {
  const permission = { kind: 'permission', label: '', failureBody: '{}', job: {} } as const;
  const running = sessionAfter(
    spawned,
    { type: 'cli.callback', requestId: 'x', ...permission },
    { type: 'op.request', key: 'x', subtype, body: '{}' },
  );
  return child(running, 'request#req_1');
}

/** What the delays of this package's machines come to where nothing is configured. */
export function ownDelays(): Readonly<Record<string, DelayTexts>> {
  const session = sessionAfter();
  const [query] = initialTransition(queryChart, { launch });
  const process = child(session, 'process') as Parameters<typeof processChart.transition>[0];
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
      '': request('other'),
      initialize: child(sessionAfter(spawned), 'request#req_0'),
      interrupt: request('interrupt'),
      set_model: request('set_model'),
      set_permission_mode: request('set_permission_mode'),
    }),
    callback: delayTexts(callbackChart, {
      hook: callback('hook', hook?.timeoutMs),
      permission: callback('permission'),
      mcp: callback('mcp'),
    }),
    watchdog: delayTexts(watchdogChart, { '': child(session, 'watchdog') }),
    version: delayTexts(versionChart, { '': child(session, 'version') }),
  };
}
