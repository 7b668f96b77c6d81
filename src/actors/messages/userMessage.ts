import type { UserContent } from '../../codec/blocks.js';
import { userFrameLine, userMessageLine } from '../../codec/control.js';
import { isObject } from '../../codec/jsonObject.js';
import type { UserMessage } from '../../codec/messages.js';
import type { UserMessageOut } from '../../machines/session/sessionTypes.js';

/** A user message to send. Fields that only the CLI sets are passed on. */
export type UserFrame = Omit<UserMessage, 'parent_tool_use_id' | 'uuid'> & {
  /** The tool call that the message belongs to, if any. */
  parent_tool_use_id?: string | null;
  /** The id of the message. Default: a random uuid. */
  uuid?: string;
};

export interface MessageSettings {
  sessionId?: string;
  /** Stops the CLI from interpreting slash commands and file names in the text. */
  verbatim?: boolean;
}

/** Encodes text, content blocks or a whole frame as the line to send. */
export function userMessage(
  input: UserContent | UserFrame,
  { sessionId, verbatim }: MessageSettings = {},
): UserMessageOut {
  const frame = isFrame(input)
    ? input
    : { type: 'user' as const, message: { role: 'user' as const, content: input } };
  const uuid = frame.uuid ?? crypto.randomUUID();
  if (frame !== input && !verbatim) {
    return { uuid, line: userMessageLine({ content: input as UserContent, uuid, sessionId }) };
  }
  const added = {
    ...(sessionId !== undefined && { session_id: sessionId }),
    ...(verbatim && { client_composed: true }),
  };
  return { uuid, line: userFrameLine(frame, uuid, added) };
}

function isFrame(input: UserContent | UserFrame): input is UserFrame {
  return isObject(input);
}
