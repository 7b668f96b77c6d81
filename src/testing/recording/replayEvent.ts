import type { Message } from '../../codec/messages.js';
import type { ClaudeActorsError } from '../../errors.js';
import type { Session } from '../../Session.js';

/** Something that happens in the library while it replays a recording. */
export type ReplayEvent =
  | { kind: 'state'; state: string }
  /** A method that the recorded program called, such as `send` or `interrupt`. */
  | { kind: 'call'; call: string }
  | { kind: 'turn'; uuid: string; state: string }
  | { kind: 'task'; id: string; state: string }
  | { kind: 'message'; message: Message }
  | { kind: 'warning'; code: string; message: string }
  | { kind: 'error'; code: string; message: string }
  | { kind: 'end'; outcome: string; code?: string };

export type ReplayListener = (event: ReplayEvent) => void;

export function errorEvent({ code, message }: ClaudeActorsError): ReplayEvent {
  return { kind: 'error', code, message };
}

/** Reports everything that happens in a session. */
export function reportEvents(session: Session, onEvent: ReplayListener): void {
  session.on('stateChanged', ({ state }) => onEvent({ kind: 'state', state }));
  session.on('turn', ({ uuid, state }) => onEvent({ kind: 'turn', uuid, state }));
  session.on('task', ({ id, state }) => onEvent({ kind: 'task', id, state }));
  session.on('message', (message) => onEvent({ kind: 'message', message }));
  session.on('warning', ({ code, message }) => onEvent({ kind: 'warning', code, message }));
  session.on('completed', () => onEvent({ kind: 'end', outcome: 'completed' }));
  session.on('stopped', () => onEvent({ kind: 'end', outcome: 'stopped' }));
  session.on('failed', ({ error }) => {
    onEvent(errorEvent(error));
    onEvent({ kind: 'end', outcome: 'failed', code: error.code });
  });
}
