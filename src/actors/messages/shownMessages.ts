import type { MessageFrame } from '../../codec/frames.js';
import type { MessagesEmitted } from '../../machines/session/sessionTypes.js';

export interface Shown {
  /** The caller asked the CLI for `session_state_changed` himself. */
  states: boolean;
  /** The messages whose uuid the caller gave: he asked to hear of their lives. */
  callerUuids: ReadonlySet<string>;
}

/**
 * Which messages users see. Frames that only this library's own uuids and environment variables
 * provoke are not among them, nor are those that are meant for the transport.
 */
export function shownMessages({ states, callerUuids }: Shown): (frame: MessageFrame) => boolean {
  return ({ message }) => {
    switch (message.type) {
      case 'stream_event':
        return true;
      case 'keep_alive':
      case 'transcript_mirror':
        return false;
      case 'command_lifecycle':
        return callerUuids.has(message.command_uuid);
      case 'system':
        return states || message.subtype !== 'session_state_changed';
      default:
        return true;
    }
  };
}

/**
 * Puts those that users see where they are read. Tokens are all seen, and their size is known: they
 * are not looked at again, one by one.
 */
export function appendShown(
  log: { append(frames: readonly MessageFrame[], bytes?: number): void },
  { frames, tokenBytes }: MessagesEmitted,
  shows: (frame: MessageFrame) => boolean,
): void {
  if (tokenBytes !== undefined) log.append(frames, tokenBytes);
  // Nearly always all of them, and then there is nothing to copy.
  else log.append(frames.every(shows) ? frames : frames.filter(shows));
}
