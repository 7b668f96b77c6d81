import { type AnyMachineSnapshot, initialTransition, transition } from 'xstate';
import { hookRegistrations } from '../codec/hookRegistrations.js';
import { type CallbackKind, callbackMachine } from '../machines/callbackMachine.js';
import { processMachine } from '../machines/processMachine.js';
import { queryMachine } from '../machines/query/queryMachine.js';
import { requestMachine } from '../machines/requestMachine.js';
import { sessionMachine } from '../machines/session/sessionMachine.js';
import type { SessionEvent } from '../machines/session/sessionTypes.js';
import { versionMachine } from '../machines/versionMachine.js';
import { watchdogMachine } from '../machines/watchdogMachine.js';
import type { DelayTexts } from './chart.js';
import { delayTexts } from './delays.js';

const launch = {};
const spawned: SessionEvent = { type: 'process.spawned', pid: undefined };

/** A session that is given nothing, after these events. No process is started for it. */
function sessionAfter(...events: SessionEvent[]) {
  const [first] = initialTransition(sessionMachine, { launch, initialize: '{}' });
  return events.reduce((snapshot, event) => transition(sessionMachine, snapshot, event)[0], first);
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
  const [query] = initialTransition(queryMachine, { launch });
  const process = child(session, 'process') as Parameters<typeof processMachine.transition>[0];
  const stop = { type: 'process.stop', working: false } as const;
  const [hook] = hookRegistrations({ Stop: [{ hooks: [undefined] }] }).registrations;
  return {
    session: delayTexts(sessionMachine, { '': session }),
    query: delayTexts(queryMachine, { '': query }),
    process: delayTexts(processMachine, {
      '': process,
      stopping: transition(processMachine, process, stop)[0],
    }),
    request: delayTexts(requestMachine, {
      '': request('other'),
      initialize: child(sessionAfter(spawned), 'request#req_0'),
      interrupt: request('interrupt'),
      set_model: request('set_model'),
      set_permission_mode: request('set_permission_mode'),
    }),
    callback: delayTexts(callbackMachine, {
      hook: callback('hook', hook?.timeoutMs),
      permission: callback('permission'),
      mcp: callback('mcp'),
    }),
    watchdog: delayTexts(watchdogMachine, { '': child(session, 'watchdog') }),
    version: delayTexts(versionMachine, { '': child(session, 'version') }),
  };
}
