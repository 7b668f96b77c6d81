import type { Message } from '../../codec/messages.js';
import type { ClaudeActorsError } from '../../errors.js';

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
