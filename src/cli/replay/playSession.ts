import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { planSession } from '../../actors/cliPlan.js';
import type { UserFrame } from '../../actors/messages/userMessage.js';
import { isObject } from '../../codec/jsonObject.js';
import type { ClaudeActorsError } from '../../errors.js';
import { memoryPort } from '../../ffi/process/memoryPort.js';
import { Session } from '../../Session.js';
import {
  type Entry,
  type Json,
  type OutEntry,
  outText,
  type Recording,
} from '../../testing/recording/recording.js';
import { simulatedClock } from '../../testing/simulatedClock.js';
import { OwnIds } from './OwnIds.js';
import { RecordedCallbacks } from './RecordedCallbacks.js';
import { errorEvent, type Show } from './ReplayEvent.js';

/**
 * Plays both sides of a recording to a real session: the CLI's over a port in memory, the
 * program's by calling what it called. The clock stands still, so nothing times out. Resolves with
 * whether the session has ended.
 */
export async function playSession(
  recording: Recording,
  show: Show,
  onLine: (number: number) => void,
): Promise<boolean> {
  const callbacks = new RecordedCallbacks(recording);
  const port = memoryPort();
  const process = () => port.processes[0];
  const ids = new OwnIds(() => process()?.written ?? [], callbacks.hookIds);
  const session = new Session(planSession({ port, clock: simulatedClock(), ...callbacks.options }));
  listen(session, show);
  let ended = false;
  const end = () => {
    ended = true;
  };
  for (const type of ['completed', 'stopped', 'failed'] as const) session.on(type, end);

  const step = (entry: Entry): void => {
    switch (entry.dir) {
      case 'argv':
        // Told by the event `failed` too.
        Session.start(session).catch(() => {});
        return;
      case 'out':
        say(entry);
        return;
      case 'in':
        if (entry.message) ask(entry.message);
        else {
          show({ kind: 'order', order: 'end' });
          session.end().catch(() => {});
        }
        return;
      case 'exit':
        if (entry.stderr) process()?.stderr(entry.stderr);
        process()?.endStdout();
        process()?.exit({ code: entry.code ?? null, signal: entry.signal ?? null });
    }
  };
  const say = (entry: OutEntry) => {
    const { message } = entry;
    if (!message) {
      process()?.stdout(outText(entry));
      return;
    }
    const id = String(message.request_id);
    if (message.type === 'control_request' && isObject(message.request)) {
      callbacks.expect(id, message.request);
    }
    if (message.type === 'control_cancel_request') callbacks.withdraw(id);
    process()?.stdout(outText({ ...entry, message: ids.translate(message) }));
  };
  const ask = (message: Json) => {
    const { type, request, response } = message;
    if (type === 'control_response' && isObject(response)) return callbacks.answer(response);
    if (type === 'user') {
      show({ kind: 'order', order: 'send' });
      session.send(message as unknown as UserFrame).result.catch(() => {});
    } else if (type === 'control_request' && isObject(request)) {
      ids.sent(String(message.request_id));
      const { subtype, ...fields } = request;
      if (subtype === 'initialize') return;
      show({ kind: 'order', order: String(subtype) });
      const refused = (error: ClaudeActorsError) => show(errorEvent(error));
      session.request(String(subtype), fields).catch(refused);
    }
  };

  for (const { number, entry } of recording.lines) {
    onLine(number);
    step(entry);
    await turnOfTheLoop();
    if (entry.dir === 'argv') process()?.spawn(1);
    await turnOfTheLoop();
  }
  return ended;
}

function listen(session: Session, show: Show): void {
  session.on('stateChanged', ({ state }) => show({ kind: 'state', state }));
  session.on('turn', ({ uuid, state }) => show({ kind: 'turn', uuid, state }));
  session.on('task', ({ id, state }) => show({ kind: 'task', id, state }));
  session.on('message', (message) => show({ kind: 'message', message }));
  session.on('warning', ({ code, message }) => show({ kind: 'warning', code, message }));
  session.on('completed', () => show({ kind: 'end', outcome: 'completed' }));
  session.on('stopped', () => show({ kind: 'end', outcome: 'stopped' }));
  session.on('failed', ({ error }) => {
    show(errorEvent(error));
    show({ kind: 'end', outcome: 'failed', code: error.code });
  });
}
