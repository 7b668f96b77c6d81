import type { UUID } from 'node:crypto';
import type { Message } from './messages.js';

// Messages that the CLI sends and the official SDK does not list.

/**
 * Reports what the CLI does with a message that was sent with a uuid. CLIs before 2.1.3xx do not
 * send it.
 */
export type CommandLifecycleMessage = {
  type: 'command_lifecycle';
  /** The uuid that the message was sent with. */
  command_uuid: string;
  /** How far the CLI is with the message. */
  state: 'queued' | 'started' | 'completed' | 'cancelled' | 'discarded' | 'refused';
  /** The id of this message. */
  uuid: UUID;
  /** The conversation that this message belongs to. */
  session_id: string;
};

/** The goal that the CLI works toward was set, met or dropped. */
export type ActiveGoalMessage = {
  type: 'active_goal';
  /** The goal; null if there is none. */
  value: {
    condition: string;
    iterations: number;
    set_at: number;
    tokens_at_start: number;
    last_reason?: string;
  } | null;
  /** The id of this message. */
  uuid: UUID;
  /** The conversation that this message belongs to. */
  session_id: string;
};

/** A heartbeat. It carries no content. */
export type KeepAliveMessage = {
  type: 'keep_alive';
  /** The conversation that this message belongs to. */
  session_id?: string;
};

/** Text of the model in the CLI's streamlined output. */
export type StreamlinedTextMessage = {
  type: 'streamlined_text';
  /** The text. */
  text: string;
  /** The id of this message. */
  uuid?: UUID;
  /** The conversation that this message belongs to. */
  session_id?: string;
};

/**
 * Transcript entries for `sessionStore`. Sent only with `--session-mirror`, and never shown to
 * readers.
 */
export type TranscriptMirrorMessage = {
  type: 'transcript_mirror';
  /** The transcript file that the entries were written to. */
  filePath: string;
  /** The entries, as they are in the file. */
  entries: unknown[];
  /** The conversation that this message belongs to. */
  session_id?: string;
};

/**
 * Every message on the CLI's stdout that is not part of the control protocol, with those that the
 * official SDK does not list.
 */
export type WireMessage =
  | Message
  | ActiveGoalMessage
  | CommandLifecycleMessage
  | KeepAliveMessage
  | StreamlinedTextMessage
  | TranscriptMirrorMessage;
