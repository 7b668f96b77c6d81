import type { MessageFrame } from './codec/frames.js';
import type { Message } from './codec/messages.js';

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
