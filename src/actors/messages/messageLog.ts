import type { MessageFrame } from '../../codec/frames.js';
import type { Message } from '../../codec/messages.js';
import type { Warning } from '../../options/runtimeTypes.js';
import { BroadcastLog, type LogLimits } from './broadcastLog.js';

/** What users get of a frame: without its text, which is a part of the whole chunk that it came in. */
export function messageOf({ message }: MessageFrame): Message {
  return message;
}

/** The log of a session's messages; a reader that is far behind is a warning. */
export function messageLog(
  limits: Partial<LogLimits>,
  warn: (warning: Warning) => void,
): BroadcastLog<MessageFrame> {
  return new BroadcastLog(
    ({ text }) => text.length,
    limits,
    (bytes) =>
      warn({
        code: 'ConsumerSlow',
        message: `A reader of messages is ${bytes} bytes behind.`,
        context: { bytes },
      }),
  );
}
