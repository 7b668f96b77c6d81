import type { AnyMachineSnapshot, EventObject } from 'xstate';
import { userCallbacks } from '../../../actors/callbacks/userCallbacks.js';
import { FrameRouter } from '../../../actors/process/FrameRouter.js';
import type { MessageFrame } from '../../../codec/frames.js';
import type { Message } from '../../../codec/messages.js';
import type { ResultMessage } from '../../../codec/results.js';
import { defaultTimeouts } from '../../../defaults.js';
import { idOf } from '../../../machines/session/requestLedger.js';
import type { SessionContext } from '../../../machines/session/sessionTypes.js';
import {
  idleReceived,
  isOpen,
  openTurns,
  overdueTurns,
  resultReceived,
} from '../../../machines/session/turnLedger.js';
import {
  childDone,
  delayEvents,
  processExited,
  someError,
  spawnFailed,
  versionJudged,
} from '../chart/xstateEvents.js';
import type { SessionModelEvent } from './sessionModelEvents.js';

/** The time after which an answer that the CLI never reads counts as stuck. */
export const answerNeverReadMs = defaultTimeouts.write + 1;

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as SessionContext;

const requestDone = (id: string, outcome: object) => childDone(`request#${id}`, { id, outcome });

function callbackDone(snapshot: AnyMachineSnapshot, id: string, outcome: object): EventObject {
  const callback = contextOf(snapshot).callbacks.find((one) => one.id === id);
  return childDone(`callback#${id}`, { requestId: id, kind: callback?.kind, label: 'x', outcome });
}

function turnDone(uuid: string, outcome: object): EventObject {
  return childDone(`turn#${uuid}`, { uuid, outcome });
}

/** Uses the production router, so that the model cannot route a message differently. */
function routedEvents(message: object): EventObject[] {
  const events: EventObject[] = [];
  const router = new FrameRouter(userCallbacks({}), (event) => void events.push(event));
  const frame: MessageFrame = { kind: 'message', message: message as Message, text: '' };
  router.route(frame);
  router.flush();
  return events;
}

function* frameEvents(message: object, snapshot: AnyMachineSnapshot): Generator<EventObject> {
  const { turns, tasks } = contextOf(snapshot);
  for (const event of routedEvents(message)) {
    yield event;
    const fields = event as unknown as { result: ResultMessage; state: string; uuid: string };
    const isIdle = event.type === 'cli.state' && fields.state === 'idle';
    const { settled, cancelled } = {
      settled: [],
      cancelled: [],
      ...(event.type === 'cli.result' && resultReceived(turns, fields.result)),
      ...(isIdle && idleReceived(turns)),
    };
    for (const uuid of settled) yield turnDone(uuid, { kind: 'completed' });
    for (const uuid of cancelled) yield turnDone(uuid, { kind: 'discarded', why: 'cancelled' });
    const discards = ['cancelled', 'discarded', 'refused'].includes(fields.state);
    if (event.type === 'cli.lifecycle' && discards) {
      const turn = turns.open.get(fields.uuid);
      const waits = turn?.started && fields.state === 'cancelled';
      if (turn && !waits) yield turnDone(turn.uuid, { kind: 'discarded', why: fields.state });
    }
    if (event.type === 'cli.task') {
      const { task } = event as unknown as { task: { id: string; kind: string } };
      const ends = task.kind !== 'started' && task.kind !== 'progressed';
      if (ends && tasks.open.some(({ id }) => id === task.id)) {
        yield childDone(`task#${task.id}`, { id: task.id, outcome: task.kind });
      }
    }
  }
}

function* timeEvents(ms: number, snapshot: AnyMachineSnapshot): Generator<EventObject> {
  const { queue, requests, callbacks, turns, watch, settings } = contextOf(snapshot);
  // In the models, only a blocked pipe waits exactly this long while a turn is open.
  const held = turns.order.first?.uuid === 'held' && ms === settings.timeouts.write;
  if (held || ms === answerNeverReadMs) {
    yield { type: 'process.writeTimedOut', tag: 'turn#held' } as EventObject;
  }
  for (const one of queue) {
    if (one.kind !== 'request' || one.timeoutMs === undefined || ms < one.timeoutMs) continue;
    yield { type: 'op.expired', key: one.key } as EventObject;
  }
  for (const [id, { subtype }] of Object.entries(requests.pending)) {
    const limit = settings.timeouts[subtype] ?? settings.timeouts.control;
    if (ms >= limit) yield requestDone(id, { kind: 'timedOut', timeoutMs: limit });
  }
  for (const { id, kind, running } of callbacks) {
    if (kind === 'hook' && ms >= settings.timeouts.hook) {
      yield callbackDone(snapshot, id, { kind: 'timedOut', body: '{}' });
    }
    if (kind === 'permission' && running && ms >= settings.timeouts.permissionReminder) {
      yield { type: 'callback.pending', requestId: id, label: 'x' } as EventObject;
    }
  }
  // A version probe that takes too long is given up, and the session goes on.
  if (snapshot.children.version && ms >= settings.timeouts.versionProbe) {
    yield versionJudged('accepted');
  }
  if (ms >= settings.timeouts.runOverConfirmation) {
    const events = delayEvents(snapshot, 'confirmation');
    yield* events;
    for (const { uuid } of events.length > 0 ? overdueTurns(turns) : []) {
      yield turnDone(uuid, { kind: 'discarded', why: 'x' });
    }
  }
  if (watch !== 'off' && ms >= settings.stall[watch]) {
    yield { type: 'watchdog.stalled', phase: watch, silentMs: ms } as EventObject;
  }
}

/** The events that reach the session's chart when a model event happens, including its children's. */
export function* sessionChartEvents(
  modelEvent: SessionModelEvent,
  snapshot: AnyMachineSnapshot,
): Generator<EventObject> {
  const context = contextOf(snapshot);
  switch (modelEvent.type) {
    case 'spawn':
      yield { type: 'process.spawned', pid: 7 } as EventObject;
      break;
    case 'spawnFail':
      yield spawnFailed();
      break;
    case 'send':
      yield { type: 'op.send', uuid: modelEvent.uuid, line: '' } as EventObject;
      break;
    case 'request': {
      const { type: _, label: key, subtype = 'mcp_status', ...more } = modelEvent;
      yield { type: 'op.request', key, subtype, body: '{}', ...more } as EventObject;
      break;
    }
    case 'cancelRequest': {
      const id = idOf(context.requests, modelEvent.label);
      yield { type: 'op.cancel', key: modelEvent.label } as EventObject;
      if (id) yield requestDone(id, { kind: 'cancelled', reason: 'caller' });
      break;
    }
    case 'end':
      yield { type: 'op.end' };
      break;
    case 'stop':
      yield { type: 'op.stop', reason: 'stop' } as EventObject;
      break;
    case 'answer': {
      const { id, ok = true } = modelEvent;
      const { response = {} } = modelEvent;
      const outcome = ok ? { ok, response } : { ok, error: 'no' };
      yield { type: 'cli.response', requestId: id, outcome } as EventObject;
      const request = context.requests.pending[id];
      if (!request) break;
      yield requestDone(
        id,
        ok ? { kind: 'succeeded', response } : { kind: 'rejected', error: 'no' },
      );
      const taken =
        'cancelled' in response && response.cancelled === true && request.cancelsMessage;
      if (ok && taken && isOpen(context.turns, taken))
        yield turnDone(taken, { kind: 'discarded', why: 'cancelled' });
      break;
    }
    case 'callback':
      yield callbackEvent(modelEvent);
      break;
    case 'userAnswers':
    case 'userThrows': {
      const { id } = modelEvent;
      if (!context.callbacks.some((one) => one.id === id && one.running)) break;
      const kind = modelEvent.type === 'userAnswers' ? 'answered' : 'crashed';
      yield callbackDone(snapshot, id, { kind, body: '{}', reason: 'boom' });
      break;
    }
    case 'cliCancels': {
      yield { type: 'cli.cancel', requestId: modelEvent.id } as EventObject;
      const held = context.callbacks.some(({ id }) => id === modelEvent.id);
      if (held) yield callbackDone(snapshot, modelEvent.id, { kind: 'cancelled' });
      break;
    }
    case 'frame':
      yield* frameEvents(modelEvent.message, snapshot);
      break;
    case 'garbage':
      yield { type: 'cli.undecodable', frame: { cut: '' }, last: false } as EventObject;
      break;
    case 'hugeLine':
      if (modelEvent.bytes > 4 * 1024 * 1024)
        yield { type: 'cli.oversize', head: '', limit: 1 } as EventObject;
      else yield { type: 'cli.largeLine', waiting: 1 } as EventObject;
      break;
    case 'badPipe':
      yield* badPipeEvents(modelEvent, snapshot);
      break;
    case 'exit':
      yield processExited(modelEvent.code, [{ pid: 9, command: 'sleep 600' }]);
      break;
    case 'version':
      yield versionJudged(modelEvent.verdict);
      break;
    case 'time':
      yield* timeEvents(modelEvent.ms, snapshot);
      break;
    default:
      break;
  }
}

function callbackEvent({
  id,
  kind,
}: Extract<SessionModelEvent, { type: 'callback' }>): EventObject {
  const about = { requestId: id, label: 'x', failureBody: '{}' };
  switch (kind) {
    case 'dialog':
      return { type: 'cli.unanswerable', requestId: id, why: 'no' } as EventObject;
    case 'unknownHook':
      return { type: 'cli.badCallback', ...about, kind: 'hook' } as EventObject;
    case 'malformedPermission':
      return { type: 'cli.badCallback', ...about, kind: 'permission' } as EventObject;
    default:
      return { type: 'cli.callback', ...about, kind, job: {} } as EventObject;
  }
}

function* badPipeEvents(
  { mode, doing }: Extract<SessionModelEvent, { type: 'badPipe' }>,
  snapshot: AnyMachineSnapshot,
): Generator<EventObject> {
  yield* sessionChartEvents(doing, snapshot);
  if (mode === 'hold') return;
  if (doing.type === 'spawn') {
    yield { type: 'process.writeFailed', tag: 'request#req_0', error: someError } as EventObject;
  }
  if (doing.type === 'send') {
    const tag = `turn#${doing.uuid}`;
    yield { type: 'process.writeFailed', tag, error: someError } as EventObject;
    yield turnDone(doing.uuid, { kind: 'lost', error: someError });
  }
  if (doing.type === 'request') {
    const id = `req_${contextOf(snapshot).requests.sentCount}`;
    yield { type: 'process.writeFailed', tag: `request#${id}`, error: someError } as EventObject;
    yield requestDone(id, { kind: 'rejected', error: 'x' });
  }
}

/** Once the session is stopping, its children end one after the other. */
export function sessionFollowUp(snapshot: AnyMachineSnapshot): EventObject | undefined {
  if (!snapshot.matches('stopping') || snapshot.matches({ stopping: 'ending' })) return undefined;
  const { requests, callbacks, turns, tasks } = contextOf(snapshot);
  const [request] = Object.keys(requests.pending);
  if (request) return requestDone(request, { kind: 'cancelled', reason: 'session' });
  const [callback] = callbacks;
  if (callback) return callbackDone(snapshot, callback.id, { kind: 'cancelled' });
  if (!snapshot.matches({ stopping: 'settling' })) return undefined;
  const [turn] = openTurns(turns);
  if (turn) return turnDone(turn.uuid, { kind: 'lost', error: someError });
  const [task] = tasks.open;
  return task && childDone(`task#${task.id}`, { id: task.id, outcome: 'stopped' });
}
