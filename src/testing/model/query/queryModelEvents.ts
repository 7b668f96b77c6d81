/** What can happen to a one-shot query from outside. */
export type QueryModelEvent =
  | { type: 'spawn' }
  | { type: 'spawnFail' }
  | {
      type: 'message';
      kind: 'text' | 'system' | 'state' | 'lifecycle' | 'taskStarted' | 'taskEnded';
    }
  | { type: 'result'; isError?: boolean }
  | { type: 'line'; kind: 'notJson' | 'badUtf8' | 'noType' | 'oversize' | 'large' | 'cutOff' }
  | { type: 'control'; kind: 'callback' | 'badCallback' | 'unanswerable' | 'cancel' | 'response' }
  | { type: 'exit'; code: number }
  | { type: 'outputEnded' }
  /** The CLI writes more than a consumer may leave unread. */
  | { type: 'flood' }
  | { type: 'time'; ms: number }
  | { type: 'pull' }
  | { type: 'close'; reason: 'close' | 'abort' }
  | { type: 'interrupt' }
  | { type: 'version'; verdict: 'accepted' | 'warning' | 'rejected' };

/** The messages of a query's CLI. */
export const queryMessages = {
  text: { type: 'assistant', message: { content: [{ type: 'text', text: 'hi' }] } },
  system: { type: 'system', subtype: 'status' },
  state: { type: 'system', subtype: 'session_state_changed', state: 'idle' },
  lifecycle: { type: 'command_lifecycle', command_uuid: 'u', state: 'started' },
  taskStarted: { type: 'system', subtype: 'task_started', task_id: 't', task_type: 'local_agent' },
  taskEnded: { type: 'system', subtype: 'task_notification', task_id: 't', status: 'completed' },
};

/** Frames that belong to a session and are out of place in a one-shot query. */
export const queryControls = {
  callback: {
    type: 'control_request',
    request_id: 'a',
    request: { subtype: 'mcp_message', server_name: 'calc', message: {} },
  },
  badCallback: {
    type: 'control_request',
    request_id: 'b',
    request: { subtype: 'hook_callback', callback_id: 'hook_9', input: {} },
  },
  unanswerable: { type: 'control_request', request_id: 'c', request: { subtype: 'x' } },
  cancel: { type: 'control_cancel_request', request_id: 'd' },
  response: { type: 'control_response', response: { subtype: 'success', request_id: 'e' } },
};
