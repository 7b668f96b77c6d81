import { setImmediate as nextTick } from 'node:timers/promises';
import { planSession } from '../../actors/cliPlan.js';
import type { UserFrame } from '../../actors/messages/userMessage.js';
import { isObject } from '../../codec/jsonObject.js';
import type { ClaudeActorsError } from '../../errors.js';
import { memoryPort } from '../../ffi/process/memoryPort.js';
import type { InspectLike } from '../../options/runtimeTypes.js';
import { Session } from '../../Session.js';
import { simulatedClock } from '../simulatedClock.js';
import { IdTranslator } from './IdTranslator.js';
import { RecordedCallbacks } from './RecordedCallbacks.js';
import { type Entry, type Json, type OutEntry, outText, type Recording } from './recording.js';
import { errorEvent, type ReplayListener, reportEvents } from './replayEvent.js';

/**
 * Replays both sides of a recording with a real session: the CLI's side through a port in memory,
 * the program's side by calling the same methods. The clock stands still, so nothing times out.
 * Resolves with whether the session has ended.
 */
export async function playSession(
  recording: Recording,
  onEvent: ReplayListener,
  onLine: (number: number) => void,
  inspect?: InspectLike,
): Promise<boolean> {
  const callbacks = new RecordedCallbacks(recording);
  const port = memoryPort();
  const process = () => port.processes[0];
  const options = { port, clock: simulatedClock(), inspect, ...callbacks.options };
  const session = new Session(planSession(options));
  reportEvents(session, onEvent);
  let hasEnded = false;
  for (const type of ['completed', 'stopped', 'failed'] as const) {
    session.on(type, () => {
      hasEnded = true;
    });
  }

  const ids = new IdTranslator();
  /** Requests whose ids are not known yet: those of the recording, and those that our session sent. */
  const recordedRequests: Json[] = [];
  const ownRequests: Json[] = [];
  let readLines = 0;
  /** The recording has the ids of another program, but our session sends its requests in that order. */
  const withOurIds = (message: Json): Json => {
    const written = process()?.written ?? [];
    for (const line of written.slice(readLines)) {
      const own = JSON.parse(line) as Json;
      if (own.type === 'control_request') ownRequests.push(own);
    }
    readLines = written.length;
    while (recordedRequests.length > 0 && ownRequests.length > 0) {
      ids.learn(recordedRequests.shift() as Json, ownRequests.shift() as Json);
    }
    const { type, request, response } = message;
    if (type === 'control_response' && isObject(response)) {
      return { ...message, response: ids.translate(response) };
    }
    if (isObject(request) && request.subtype === 'hook_callback') {
      return { ...message, request: ids.translate(request) };
    }
    return message;
  };

  const play = (entry: Entry): void => {
    switch (entry.dir) {
      case 'argv':
        // The event `failed` reports it too.
        Session.start(session);
        return;
      case 'out':
        playCli(entry);
        return;
      case 'in':
        if (entry.message) playProgram(entry.message);
        else {
          onEvent({ kind: 'call', call: 'end' });
          session.end().catch(() => {});
        }
        return;
      case 'exit':
        if (entry.stderr) process()?.stderr(entry.stderr);
        process()?.endStdout();
        process()?.exit({ code: entry.code ?? null, signal: entry.signal ?? null });
    }
  };
  const playCli = (entry: OutEntry) => {
    const { message } = entry;
    if (!message) {
      process()?.stdout(outText(entry));
      return;
    }
    const id = String(message.request_id);
    if (message.type === 'control_request' && isObject(message.request)) {
      callbacks.expect(id, message.request);
    }
    if (message.type === 'control_cancel_request') callbacks.cancel(id);
    process()?.stdout(outText({ ...entry, message: withOurIds(message) }));
  };
  const playProgram = (message: Json) => {
    const { type, request, response } = message;
    if (type === 'control_response' && isObject(response)) return callbacks.answer(response);
    if (type === 'user') {
      onEvent({ kind: 'call', call: 'send' });
      session.send(message as unknown as UserFrame).result.catch(() => {});
    } else if (type === 'control_request' && isObject(request)) {
      recordedRequests.push(message);
      const { subtype, ...fields } = request;
      if (subtype === 'initialize') return;
      onEvent({ kind: 'call', call: String(subtype) });
      const reportError = (error: ClaudeActorsError) => onEvent(errorEvent(error));
      session.request(String(subtype), fields).catch(reportError);
    }
  };

  for (const { number, entry } of recording.lines) {
    onLine(number);
    play(entry);
    await nextTick();
    if (entry.dir === 'argv') process()?.spawn(1);
    await nextTick();
  }
  // The session looks for usage that no result reported before its last event.
  if (session.state === 'stopped' || session.state === 'failed')
    await session.end().catch(() => {});
  return hasEnded;
}
