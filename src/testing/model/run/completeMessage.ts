type Fields = Readonly<Record<string, unknown>>;

const sessionId = '00000000-0000-4000-8000-000000000001';
const usage = { input_tokens: 10, output_tokens: 2 };

/** Fields that every message of a type has, so that an application can read it. */
const defaultFields: Readonly<Record<string, Fields>> = {
  result: {
    subtype: 'success',
    is_error: false,
    result: 'ok',
    duration_ms: 20,
    duration_api_ms: 10,
    num_turns: 1,
    total_cost_usd: 0,
    usage,
    modelUsage: {},
    permission_denials: [],
    session_id: sessionId,
  },
  assistant: { parent_tool_use_id: null, session_id: sessionId },
  system: { session_id: sessionId },
};

const assistant: Fields = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-opus-5-5',
  stop_reason: null,
  stop_sequence: null,
  usage,
};

/** Adds the fields that a real CLI would write to a message that names only what matters. */
export function completeMessage(message: object): Fields {
  const { type, message: inner } = message as { type: string; message?: object };
  const whole = { ...defaultFields[type], ...message };
  return type === 'assistant' ? { ...whole, message: { ...assistant, ...inner } } : whole;
}
