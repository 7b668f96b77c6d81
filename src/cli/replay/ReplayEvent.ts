import type { Message } from '../../codec/messages.js';
import type { ClaudeActorsError } from '../../errors.js';

/** Something that the runtime showed while a recording was played to it. */
export type ReplayEvent =
  | { kind: 'state'; state: string }
  /** What the recording's program asks of the session. */
  | { kind: 'order'; order: string }
  | { kind: 'turn'; uuid: string; state: string }
  | { kind: 'task'; id: string; state: string }
  | { kind: 'message'; message: Message }
  | { kind: 'warning'; code: string; message: string }
  | { kind: 'error'; code: string; message: string }
  | { kind: 'end'; outcome: string; code?: string };

export type Show = (event: ReplayEvent) => void;

export function errorEvent({ code, message }: ClaudeActorsError): ReplayEvent {
  return { kind: 'error', code, message };
}
