import type { ContentBlock } from '../../codec/blocks.js';
import type { Message } from '../../codec/messages.js';
import type { Unlisted } from '../../codec/openTypes.js';
import type { SystemMessage } from '../../codec/systemMessages.js';

/** All known names. The compiler reports a missing one. */
type KnownNames<Name> = Readonly<Record<Exclude<Name, Unlisted> & string, true>>;

const messages: KnownNames<Message['type']> = {
  assistant: true,
  user: true,
  result: true,
  system: true,
  stream_event: true,
  command_lifecycle: true,
  tool_progress: true,
  rate_limit_event: true,
  prompt_suggestion: true,
  auth_status: true,
  tool_use_summary: true,
  keep_alive: true,
  streamlined_text: true,
  transcript_mirror: true,
};

const systemMessages: KnownNames<SystemMessage['subtype']> = {
  init: true,
  status: true,
  session_state_changed: true,
  task_started: true,
  task_progress: true,
  task_updated: true,
  task_notification: true,
  background_tasks_changed: true,
  informational: true,
  api_retry: true,
  compact_boundary: true,
  hook_started: true,
  hook_progress: true,
  hook_response: true,
  permission_denied: true,
  notification: true,
  files_persisted: true,
  local_command_output: true,
  thinking_tokens: true,
  worker_shutting_down: true,
};

const blocks: KnownNames<ContentBlock['type']> = {
  text: true,
  thinking: true,
  redacted_thinking: true,
  tool_use: true,
  server_tool_use: true,
  mcp_tool_use: true,
  mcp_tool_result: true,
  tool_result: true,
  image: true,
  document: true,
};

/** The type of a message, if this version does not know it. */
export function unknownMessageType(message: Message): string | undefined {
  if (!Object.hasOwn(messages, message.type)) return message.type;
  if (message.type !== 'system') return undefined;
  return Object.hasOwn(systemMessages, message.subtype) ? undefined : `system/${message.subtype}`;
}

/** The types of a message's content blocks that this version does not know. */
export function unknownBlockTypes(message: Message): string[] {
  if (message.type !== 'assistant' && message.type !== 'user') return [];
  const content: unknown = message.message?.content;
  if (!Array.isArray(content)) return [];
  return content
    .map((block: { type?: unknown } | null) => String(block?.type))
    .filter((type) => !Object.hasOwn(blocks, type));
}
