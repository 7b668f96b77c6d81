import type { MessageFrame } from './codec/frames.js';
import type { Message } from './codec/messages.js';
import type { QueryItem } from './machines/query/queryTypes.js';

/** A message with the line it came from. */
export class Envelope {
  /** The message. */
  readonly message: Message;
  /** The line exactly as the CLI wrote it. */
  readonly rawJson: string;

  constructor({ message, text }: MessageFrame) {
    this.message = message;
    this.rawJson = text;
  }

  /** The bytes of that line. */
  get rawBytes(): Uint8Array {
    return new TextEncoder().encode(this.rawJson);
  }
}

/** The message of an item, or the one that a warning is about. */
export function messageOfItem(item: QueryItem): Message | undefined {
  return frameOf(item)?.message;
}

export function envelopeOf(item: QueryItem): Envelope | undefined {
  const frame = frameOf(item);
  return frame && new Envelope(frame);
}

function frameOf(item: QueryItem): MessageFrame | undefined {
  if (item.kind === 'message') return item;
  return item.kind === 'warning' ? item.warning.frame : undefined;
}
