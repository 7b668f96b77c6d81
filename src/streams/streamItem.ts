import { toWarning } from '../actors/observing/Observer.js';
import type { MessageFrame } from '../codec/frames.js';
import type { Message } from '../codec/messages.js';
import { Envelope } from '../Envelope.js';
import type { ClaudeActorsError } from '../errors.js';
import type { QueryItem } from '../machines/query/queryTypes.js';
import type { Warning } from '../options/runtimeTypes.js';

/**
 * One item of `query.items()`: a message, a warning, or an error after which the stream goes on.
 */
export type StreamItem =
  | {
      kind: 'message';
      /** The message. */
      message: Message;
      /** The message with the line it came from. */
      envelope: Envelope;
    }
  | {
      kind: 'warning';
      /** The warning. */
      warning: Warning;
    }
  | {
      kind: 'error';
      /** The error. The stream goes on. */
      error: ClaudeActorsError;
    };

export function streamItem(item: QueryItem): StreamItem {
  switch (item.kind) {
    case 'message':
      return messageItem(item);
    case 'warning':
      return { kind: 'warning', warning: toWarning(item.warning) };
    case 'error':
      return item;
  }
}

function messageItem(frame: MessageFrame): StreamItem {
  return { kind: 'message', message: frame.message, envelope: new Envelope(frame) };
}
