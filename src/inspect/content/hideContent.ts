import { isObject, type JsonObject } from '../../codec/jsonObject.js';
import { invalidOption } from '../../options/invalidOption.js';
import { hiddenText } from '../page/model/story/json.js';

const words = (text: string) => new Set(text.split(/\s+/));

/** Fields whose texts say what a frame is, and not what it contains. */
const shownFields = words(`
  type subtype request_id uuid session_id parent_tool_use_id tool_use_id toolUseID id role
  tool_name hook_event_name hookEventName callback_id model stop_reason state status task_id
  task_type permissionMode permission_mode mode behavior permissionDecision decision server_name
  method jsonrpc claude_code_version error_code apiKeySource matcher terminal_reason fast_mode_state
  user_message_uuids command_uuid hookCallbackIds output_style agent_id decision_reason_type
`);

/** Fields whose objects and lists are searched. All others are emptied. */
const searchedFields = words(`
  message content request response event delta content_block usage hookSpecificOutput hooks
  mcp_response permission_denials tool_result_meta
`);

/**
 * Objects of which some fields are words of the CLI: who decided about a tool, and what began a turn.
 * Elsewhere `source` and `kind` may be anything, such as an address.
 */
const wordFields: Readonly<Record<string, readonly string[]>> = {
  permission_decision: ['decision', 'source', 'reason_type'],
  origin: ['kind'],
};

/**
 * A frame without prompts, messages, tool inputs, paths and other content. Hides everything that
 * is not known to be harmless. Numbers and booleans stay, except in objects that are emptied.
 */
export function hideContent(frame: JsonObject): JsonObject {
  return hideInObject(frame, false);
}

/** Whether a content block is a tool call. Only there is `name` a tool, and not a file or a place. */
export function isToolCall({ type }: JsonObject): boolean {
  return typeof type === 'string' && /^(?:\w+_)?tool_use$/.test(type);
}

/** Throws `InvalidOption` if the option `content` is neither `'hidden'` nor `'shown'`. */
export function checkContentOption(content: unknown): void {
  if (content === 'hidden' || content === 'shown') return;
  throw invalidOption('content', "must be 'hidden' or 'shown'.");
}

function hideInObject(object: JsonObject, searchAllFields: boolean): JsonObject {
  // The input of a hook names its event and tool; the input of a tool may hold anything.
  const isHook = typeof object.callback_id === 'string';
  const isCall = isToolCall(object);
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => {
      const fields = wordFields[key];
      if (fields && isObject(value)) return [key, wordsIn(value, fields)];
      // A message's content is a list. If it is an object, it is a form that somebody filled in.
      const isForm = key === 'content' && isObject(value);
      const isSearched =
        searchAllFields || (searchedFields.has(key) && !isForm) || (isHook && key === 'input');
      const isShown = shownFields.has(key) || (isCall && key === 'name');
      return [key, hideInValue(value, isShown, isSearched, key === 'hooks')];
    }),
  );
}

function wordsIn(object: JsonObject, names: readonly string[]): JsonObject {
  const shown = names.flatMap((name) => {
    const value = object[name];
    // Only kinds have dashes. Elsewhere, a text with a dash may be a key.
    const word = name === 'kind' ? /^[\w-]{1,40}$/ : /^\w{1,40}$/;
    return typeof value === 'string' && word.test(value) ? [[name, value] as const] : [];
  });
  return Object.fromEntries(shown);
}

function hideInValue(
  value: unknown,
  isShown: boolean,
  isSearched: boolean,
  searchAllFields: boolean,
): unknown {
  if (typeof value === 'string') return isShown ? value : hiddenText;
  if (Array.isArray(value)) {
    if (!isShown && !isSearched) return [];
    return value.map((item) => hideInValue(item, isShown, isSearched, false));
  }
  if (isObject(value)) return isSearched ? hideInObject(value, searchAllFields) : {};
  return value;
}
