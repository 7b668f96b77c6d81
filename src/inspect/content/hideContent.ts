import { isObject, type JsonObject } from '../../codec/jsonObject.js';

/** What stands in the place of a text. */
export const hiddenText = '[hidden]';

const words = (text: string) => new Set(text.split(/\s+/));

/** Texts under these names say what a frame is, and not what is in it. */
const plain = words(`
  type subtype request_id uuid session_id parent_tool_use_id tool_use_id toolUseID id role
  tool_name hook_event_name hookEventName callback_id model stop_reason state status task_id
  task_type permissionMode permission_mode mode behavior permissionDecision decision server_name
  method jsonrpc claude_code_version error_code apiKeySource matcher terminal_reason fast_mode_state
  user_message_uuids hookCallbackIds output_style agent_id
`);

/** Objects and lists under these names are looked into; all others are emptied. */
const open = words(`
  message content request response event delta content_block usage hookSpecificOutput hooks
  mcp_response permission_denials
`);

/**
 * A frame without its prompts, messages, tool inputs, paths and whatever else it does not need to
 * be understood. What is not known to be harmless is hidden. Numbers stay where they are looked at.
 */
export function hideContent(frame: JsonObject): JsonObject {
  return hideObject(frame, false);
}

/** Of all that has a name, only that of a tool says what a frame is: others name files or places. */
export function isToolCall({ type }: JsonObject): boolean {
  return typeof type === 'string' && /^(?:\w+_)?tool_use$/.test(type);
}

function hideObject(object: JsonObject, anyKey: boolean): JsonObject {
  // What a hook is told names its event; the input of a tool may hold anything.
  const isHook = typeof object.callback_id === 'string';
  const isCall = isToolCall(object);
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => {
      // A message's content is a list; an object by that name is what somebody filled in.
      const isForm = key === 'content' && isObject(value);
      const isOpen = anyKey || (open.has(key) && !isForm) || (isHook && key === 'input');
      const isPlain = plain.has(key) || (isCall && key === 'name');
      return [key, hideValue(value, isPlain, isOpen, key === 'hooks')];
    }),
  );
}

function hideValue(value: unknown, isPlain: boolean, isOpen: boolean, anyKey: boolean): unknown {
  if (typeof value === 'string') return isPlain ? value : hiddenText;
  if (Array.isArray(value)) {
    if (!isPlain && !isOpen) return [];
    return value.map((item) => hideValue(item, isPlain, isOpen, false));
  }
  if (isObject(value)) return isOpen ? hideObject(value, anyKey) : {};
  return value;
}
