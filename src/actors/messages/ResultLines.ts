import { Buffer } from 'node:buffer';
import type { MessageFrame } from '../../codec/frames.js';
import type { Message } from '../../codec/messages.js';
import type { ResultMessage } from '../../codec/results.js';

/**
 * The text of each result, for as long as the result is in use. Turns may share a result, and a later
 * turn may need its text when the log has dropped it.
 */
export class ResultLines {
  readonly #lines = new WeakMap<Message, string>();

  add(frames: readonly MessageFrame[]): void {
    for (const { message, text } of frames) {
      // A copy, because the text itself keeps the whole chunk in memory.
      if (message.type === 'result') this.#lines.set(message, Buffer.from(text).toString());
    }
  }

  /** The frame of a result that was added. */
  frameOf(message: ResultMessage): MessageFrame {
    return { kind: 'message', message, text: this.#lines.get(message) as string };
  }
}
