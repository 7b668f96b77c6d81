/** What can happen to a session from outside. */
export type SessionModelEvent =
  | { type: 'spawn' }
  | { type: 'spawnFail' }
  | { type: 'send'; uuid: string }
  | {
      type: 'request';
      label: string;
      subtype?: string;
      timeoutMs?: number;
      /** The uuid of the message that the request cancels. */
      cancelsMessage?: string;
    }
  | { type: 'cancelRequest'; label: string }
  | { type: 'end' }
  | { type: 'stop' }
  | { type: 'answer'; id: string; ok?: boolean; response?: object }
  | {
      type: 'callback';
      id: string;
      kind: keyof ReturnType<typeof cliRequests>;
      /** The CLI reuses the id of a request that is still open. */
      again?: true;
    }
  | { type: 'userAnswers'; id: string; value: unknown }
  | { type: 'userThrows'; id: string }
  | { type: 'cliCancels'; id: string }
  | { type: 'frame'; message: { type: string; [field: string]: unknown } }
  | { type: 'garbage' }
  | { type: 'hugeLine'; bytes: number }
  | { type: 'newline' }
  /** The application does something while the pipe fails, or while it is blocked. */
  | { type: 'badPipe'; mode: 'hold' | 'fail'; doing: SessionModelEvent }
  /** Blocks the pipe; then it either takes everything again, or fails the pending write. */
  | { type: 'holdPipe' }
  | { type: 'releasePipe' }
  | { type: 'breakPipe' }
  | { type: 'exit'; code: number; held?: boolean }
  | { type: 'version'; verdict: 'accepted' | 'warning' | 'rejected' }
  | { type: 'time'; ms: number };

export const result = (fields: object = {}): SessionModelEvent => ({
  type: 'frame',
  message: { type: 'result', subtype: 'success', is_error: false, result: 'ok', ...fields },
});

export const state = (to: 'running' | 'requires_action' | 'idle'): SessionModelEvent => ({
  type: 'frame',
  message: { type: 'system', subtype: 'session_state_changed', state: to },
});

export const lifecycle = (uuid: string, to: string): SessionModelEvent => ({
  type: 'frame',
  message: { type: 'command_lifecycle', command_uuid: uuid, state: to },
});

export const taskStarted = (id: string, taskType = 'local_agent'): SessionModelEvent => ({
  type: 'frame',
  message: {
    type: 'system',
    subtype: 'task_started',
    task_id: id,
    task_type: taskType,
    description: 'work',
  },
});

export const taskProgress = (id: string): SessionModelEvent => ({
  type: 'frame',
  message: { type: 'system', subtype: 'task_progress', task_id: id, description: 'half' },
});

export const taskEnded = (id: string, status = 'completed'): SessionModelEvent => ({
  type: 'frame',
  message: { type: 'system', subtype: 'task_notification', task_id: id, status },
});

export const text: SessionModelEvent = {
  type: 'frame',
  message: { type: 'assistant', message: { content: [{ type: 'text', text: 'hi' }] } },
};

const cliRequests = (id: string) => ({
  hook: { subtype: 'hook_callback', callback_id: 'hook_0', input: {}, tool_use_id: id },
  permission: { subtype: 'can_use_tool', tool_name: 'Bash', input: {}, tool_use_id: id },
  mcp: {
    subtype: 'mcp_message',
    server_name: 'calc',
    message: { jsonrpc: '2.0', id: 1, method: 'x', params: id },
  },
  unknownHook: { subtype: 'hook_callback', callback_id: 'hook_9', input: {} },
  malformedPermission: { subtype: 'can_use_tool' },
  dialog: { subtype: 'request_user_dialog' },
});

/** A control request of the CLI that runs user code. */
export function cliRequest(kind: keyof ReturnType<typeof cliRequests>, id: string): object {
  return cliRequests(id)[kind];
}
