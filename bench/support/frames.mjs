// The frames that the fake CLIs send around the messages that are measured.
export const sessionId = 'aaaaaaaa-0000-4000-8000-000000000000';

export function state(name) {
  return { type: 'system', subtype: 'session_state_changed', state: name, session_id: sessionId };
}

export function lifecycle(command_uuid, name) {
  return { type: 'command_lifecycle', command_uuid, state: name, session_id: sessionId };
}

export function init(more = {}) {
  return { type: 'system', subtype: 'init', session_id: sessionId, ...more };
}

export function result(text, uuids) {
  return {
    type: 'result',
    subtype: 'success',
    is_error: false,
    duration_ms: 1,
    duration_api_ms: 1,
    num_turns: 1,
    result: text,
    session_id: sessionId,
    total_cost_usd: 0,
    usage: {},
    user_message_uuids: uuids,
  };
}

/** The call of a PreToolUse hook. */
export function hookRequest(request_id, callback_id, tool_use_id) {
  const input = {
    session_id: sessionId,
    transcript_path: 'transcript.jsonl',
    cwd: '.',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
    tool_use_id,
  };
  const request = { subtype: 'hook_callback', callback_id, input };
  return { type: 'control_request', request_id, request };
}

export function success(request_id) {
  const response = { commands: [], models: [], agents: [], account: {} };
  return { type: 'control_response', response: { subtype: 'success', request_id, response } };
}

/** The callback id of the hook that an `initialize` request registers. */
export function hookIdIn({ hooks }) {
  return hooks?.PreToolUse?.[0]?.hookCallbackIds[0];
}
