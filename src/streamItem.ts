import { warningOf } from './actors/observing/warningOf.js';
import type { MessageFrame } from './codec/frames.js';
import type { Message } from './codec/messages.js';
import type { ClaudeActorsError } from './errors.js';
import type { QueryItem } from './machines/query/queryTypes.js';
import type { Warning } from './options/runtimeTypes.js';

/** What one pull of `items()` gives. */
export type StreamItem =
  | { kind: 'message'; message: Message; envelope: Envelope }
  | { kind: 'warning'; warning: Warning }
  /** Not terminal: the stream goes on. */
  | { kind: 'error'; error: ClaudeActorsError };

/** A message with the text that it came as. */
export class Envelope {
  readonly message: Message;
  /** The line as it came, never encoded anew. */
  readonly rawJson: string;

  constructor({ message, text }: MessageFrame) {
    this.message = message;
    this.rawJson = text;
  }

  get rawBytes(): Uint8Array {
    return new TextEncoder().encode(this.rawJson);
  }
}

/** The message of an item; of a warning, the one that it is about. */
export function messageOf(item: QueryItem): Message | undefined {
  return frameOf(item)?.message;
}

export function envelopeOf(item: QueryItem): Envelope | undefined {
  const frame = frameOf(item);
  return frame && new Envelope(frame);
}

export function streamItem(item: QueryItem): StreamItem {
  switch (item.kind) {
    case 'message':
      return messageItem(item);
    case 'warning':
      return { kind: 'warning', warning: warningOf(item.warning) };
    case 'error':
      return item;
  }
}

function messageItem(frame: MessageFrame): StreamItem {
  return { kind: 'message', message: frame.message, envelope: new Envelope(frame) };
}

function frameOf(item: QueryItem): MessageFrame | undefined {
  if (item.kind === 'message') return item;
  return item.kind === 'warning' ? item.warning.frame : undefined;
}
