import type { ContentBlock, UserContent } from '../../codec/blocks.js';
import type { WireMessage } from '../../codec/wireMessages.js';

/** All known names. The compiler reports a missing one. */
type KnownNames<Name extends string> = Readonly<Record<Name, true>>;

const messages: KnownNames<WireMessage['type']> = {
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
  conversation_reset: true,
  active_goal: true,
};

const systemMessages: KnownNames<Extract<WireMessage, { type: 'system' }>['subtype']> = {
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
  control_request_progress: true,
  model_refusal_fallback: true,
  model_refusal_no_fallback: true,
  plugin_install: true,
  commands_changed: true,
  memory_recall: true,
  elicitation_complete: true,
  mirror_error: true,
  session_writes_lost: true,
};

const blocks: KnownNames<(ContentBlock | Exclude<UserContent, string>[number])['type']> = {
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
  search_result: true,
  container_upload: true,
  compaction: true,
  web_search_tool_result: true,
  web_fetch_tool_result: true,
  advisor_tool_result: true,
  code_execution_tool_result: true,
  bash_code_execution_tool_result: true,
  text_editor_code_execution_tool_result: true,
  tool_search_tool_result: true,
  mcp_tool_listing: true,
  fallback: true,
};

/** The type of a message, if this version does not know it. */
export function unknownMessageType(message: WireMessage): string | undefined {
  if (!Object.hasOwn(messages, message.type)) return message.type;
  if (message.type !== 'system') return undefined;
  return Object.hasOwn(systemMessages, message.subtype) ? undefined : `system/${message.subtype}`;
}

/** The types of a message's content blocks that this version does not know. */
export function unknownBlockTypes(message: WireMessage): string[] {
  if (message.type !== 'assistant' && message.type !== 'user') return [];
  const content: unknown = message.message?.content;
  if (!Array.isArray(content)) return [];
  return content
    .map((block: { type?: unknown } | null) => String(block?.type))
    .filter((type) => !Object.hasOwn(blocks, type));
}
