import fc from 'fast-check';

const hostile = fc.constantFrom<unknown>({ toString: 1, valueOf: 1 }, { __proto__: null }, null, [
  null,
]);
const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), hostile, fc.string());

/** Usually one of these, sometimes anything. */
function mostly(...usual: string[]): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 3, arbitrary: fc.constantFrom<unknown>(...usual) }, value);
}

/** These fields, each of them optional, with any value unless one is given. */
function fields(known: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.record(known, { requiredKeys: [] }) as fc.Arbitrary<unknown> },
    value,
  );
}

const id = mostly('req_0', 'req_1', 'a', '__proto__');
const block = fields({
  type: mostly('tool_use', 'tool_result', 'text'),
  id,
  tool_use_id: id,
});
const request = fields({
  subtype: mostly('hook_callback', 'can_use_tool', 'mcp_message', 'elicitation'),
  callback_id: mostly('hook_0', '__proto__'),
  input: fields({ hook_event_name: mostly('PreToolUse') }),
  tool_name: mostly('Bash'),
  server_name: mostly('calc', '__proto__'),
  message: fields({ id, method: mostly('tools/list') }),
});

/** Something like a frame: known types and fields, with arbitrary values. */
export const anyFrame = fc.record(
  {
    type: fc.constantFrom(
      ...['assistant', 'user', 'result', 'system', 'command_lifecycle', 'stream_event'],
      ...['control_request', 'control_response', 'control_cancel_request', 'keep_alive'],
    ),
    subtype: mostly(
      ...['init', 'session_state_changed', 'task_started', 'task_progress', 'task_updated'],
      ...['task_notification', 'success', 'error_during_execution'],
    ),
    message: fields({ content: fc.oneof(value, fc.array(block)) }),
    request,
    response: fields({
      request_id: id,
      subtype: mostly('success', 'error'),
      response: value,
      error: value,
      error_code: value,
    }),
    request_id: id,
    state: mostly('running', 'requires_action', 'idle', 'started', 'completed', 'refused'),
    command_uuid: mostly('u'),
    user_message_uuids: fc.oneof(value, fc.array(mostly('u'))),
    origin: fields({ kind: mostly('human', 'task-notification') }),
    is_error: value,
    task_id: id,
    task_type: mostly('local_agent', 'local_bash'),
    description: value,
    status: mostly('completed', 'failed', 'stopped', 'toString'),
    patch: fields({ status: mostly('completed', 'killed', 'paused') }),
  },
  { requiredKeys: ['type'] },
);
