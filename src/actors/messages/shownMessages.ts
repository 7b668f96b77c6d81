import type { MessageFrame } from '../../codec/frames.js';

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

/** Those of them that users see: nearly always all, and then there is nothing to copy. */
export function shownOf(
  frames: readonly MessageFrame[],
  shows: (frame: MessageFrame) => boolean,
): readonly MessageFrame[] {
  return frames.every(shows) ? frames : frames.filter(shows);
}
