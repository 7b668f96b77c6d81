import { type MessageFrame, wireMessage } from '../../codec/frames.js';
import type { Message } from '../../codec/messages.js';
import type { MessagesEmitted } from '../../machines/session/sessionTypes.js';
import type { Warning } from '../../options/runtimeTypes.js';
import { BroadcastLog, type LogLimits } from './BroadcastLog.js';

/** Readers get the message, not the frame: its text would keep the whole chunk in memory. */
export function messageOfFrame({ message }: MessageFrame): Message {
  return message;
}

/** Creates the log of a session's messages. It warns if a reader is far behind. */
export function createMessageLog(
  limits: Partial<LogLimits>,
  warn: (warning: Warning) => void,
): BroadcastLog<MessageFrame> {
  return new BroadcastLog(
    ({ text }) => text.length,
    limits,
    (bytes) =>
      warn({
        code: 'ConsumerSlow',
        message: `A reader of messages is ${bytes} bytes behind. Read faster, leave the loop, or raise \`limits.unreadBytes\`.`,
        context: { bytes },
      }),
  );
}

export interface VisibilityOptions {
  /** The caller asked the CLI to send `session_state_changed`. */
  states: boolean;
  /** Messages whose uuid the caller chose. Choosing one asks for its `command_lifecycle`. */
  callerUuids: ReadonlySet<string>;
  /** Messages that got their uuid from us, in a query. */
  ownUuids: ReadonlySet<string>;
}

/**
 * Decides which messages users see. It hides frames that the CLI sends only because of the uuids
 * and environment variables that this library sets, and frames meant for the transport.
 */
export function messageVisibility({
  states,
  callerUuids,
  ownUuids,
}: VisibilityOptions): (frame: MessageFrame) => boolean {
  return (frame) => {
    const message = wireMessage(frame);
    switch (message.type) {
      case 'stream_event':
        return true;
      case 'keep_alive':
      case 'transcript_mirror':
        return false;
      case 'command_lifecycle':
        return callerUuids.has(message.command_uuid);
      case 'user':
        return !(isReplayedCommand(message) && ownUuids.has(message.uuid ?? ''));
      case 'system':
        return states || message.subtype !== 'session_state_changed';
      default:
        return true;
    }
  };
}

/** A slash command as the CLI wrote it down. It is replayed only if it came with a uuid. */
function isReplayedCommand(message: Message): message is Message & { uuid?: string } {
  if (message.type !== 'user' || !('isReplay' in message) || !message.isReplay) return false;
  const { content } = (message.message ?? {}) as { content?: unknown };
  return typeof content === 'string' && content.startsWith('<command-name>');
}

/** Appends the visible messages. Tokens need no check: all are visible, and their size is known. */
export function appendVisible(
  log: { append(frames: readonly MessageFrame[], bytes?: number): void },
  { frames, tokenBytes }: MessagesEmitted,
  isVisible: (frame: MessageFrame) => boolean,
): void {
  if (tokenBytes !== undefined) log.append(frames, tokenBytes);
  // Nearly always all are visible, and then nothing is copied.
  else log.append(frames.every(isVisible) ? frames : frames.filter(isVisible));
}
