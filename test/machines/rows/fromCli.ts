import { type UserCallbacks, userCallbacks } from '../../../src/actors/callbacks/userCallbacks.js';
import { FrameRouter } from '../../../src/actors/process/FrameRouter.js';
import { decodeBytes, decodeText } from '../../../src/codec/frames.js';
import { hookRegistrations } from '../../../src/codec/hookRegistrations.js';
import type { ResultMessage } from '../../../src/codec/results.js';
import type { CliEvent } from '../../../src/machines/cliEvents.js';

const never = () => new Promise<never>(() => {});

/** `hook_0` continues, `hook_1` denies and `hook_2` has 10 s, `hook_3` says nothing; the server `calc` is ours. */
const callbacks: UserCallbacks = {
  hooks: hookRegistrations({
    PreToolUse: [
      { hooks: [never], onFailure: 'continue' },
      { hooks: [never], onFailure: 'deny' },
      { hooks: [never], onFailure: 'continue', timeout: 10 },
      { hooks: [never] },
    ],
  }).registrations.map((hook) => ({ ...hook, run: never })),
  canUseTool: never,
  mcpServers: { calc: never },
};

/** The side of the CLI: lines, or frames that are yet to be lines, become the reader's events. */
export function cliSide(
  user: UserCallbacks = callbacks,
): (...lines: (object | string)[]) => CliEvent[] {
  let events: CliEvent[] = [];
  const router = new FrameRouter(userCallbacks(user), (event) => void events.push(event));
  return (...lines) => {
    events = [];
    for (const line of lines) {
      router.route(decodeText(typeof line === 'string' ? line : JSON.stringify(line)));
    }
    router.flush();
    return events;
  };
}

export function fromCli(...lines: (object | string)[]): CliEvent[] {
  return cliSide()(...lines);
}

export function badUtf8(): CliEvent {
  const frame = decodeBytes(new Uint8Array([0xff]));
  if (frame.kind !== 'invalid') throw new Error('Such bytes are no text.');
  return { type: 'cli.undecodable', frame, last: false };
}

export function result(fields: object = {}): ResultMessage {
  const frame = { type: 'result', subtype: 'success', is_error: false, result: 'ok', ...fields };
  return frame as ResultMessage;
}

export const text = { type: 'assistant', message: { content: [{ type: 'text', text: 'hi' }] } };

export const toolUse = (id: string) => ({
  type: 'assistant',
  message: { content: [{ type: 'tool_use', id, name: 'Bash', input: {} }] },
});

export const toolResult = (id: string) => ({
  type: 'user',
  message: { content: [{ type: 'tool_result', tool_use_id: id, content: '' }] },
});

export const stateChanged = (state: 'running' | 'requires_action' | 'idle') => ({
  type: 'system',
  subtype: 'session_state_changed',
  state,
});

export const lifecycle = (uuid: string, state: string) => ({
  type: 'command_lifecycle',
  command_uuid: uuid,
  state,
});

export const taskStarted = (id: string, type = 'local_agent') => ({
  type: 'system',
  subtype: 'task_started',
  task_id: id,
  task_type: type,
  description: 'work',
});

export const taskNotification = (id: string, status = 'completed') => ({
  type: 'system',
  subtype: 'task_notification',
  task_id: id,
  status,
});

const request = (id: string, fields: object) => ({
  type: 'control_request',
  request_id: id,
  request: fields,
});

export const hookCall = (id: string, hook = 'hook_0', event = 'PreToolUse') =>
  request(id, {
    subtype: 'hook_callback',
    callback_id: hook,
    input: { hook_event_name: event },
  });

export const permissionCall = (id: string) =>
  request(id, { subtype: 'can_use_tool', tool_name: 'Bash', input: {} });

export const mcpCall = (id: string, server = 'calc') =>
  request(id, {
    subtype: 'mcp_message',
    server_name: server,
    message: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  });

export const withdrawal = (id: string) => ({ type: 'control_cancel_request', request_id: id });

export const success = (id: string, response: unknown = {}) => ({
  type: 'control_response',
  response: { subtype: 'success', request_id: id, response },
});

export const refusal = (id: string, error = 'no', code?: string) => ({
  type: 'control_response',
  response: { subtype: 'error', request_id: id, error, error_code: code },
});
