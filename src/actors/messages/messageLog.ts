import type { MessageFrame } from '../../codec/frames.js';
import type { Warning } from '../../options/runtimeTypes.js';
import { BroadcastLog, type LogLimits } from './broadcastLog.js';

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
