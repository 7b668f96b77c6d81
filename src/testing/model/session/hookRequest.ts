import { isObject } from '../../../codec/jsonObject.js';
import type { PlayedProcess } from '../play/PlayedProcess.js';

/** A call of the first hook that the application has; where it has none, of one that nobody has. */
export function hookRequest(process: PlayedProcess, id: string): object {
  const initialize = process.lines.find(({ request }) => request?.subtype === 'initialize');
  const hooks = initialize?.request?.hooks;
  const [first] = isObject(hooks) ? Object.entries(hooks) : [];
  const [event = 'PreToolUse', groups] = first ?? [];
  const [group] = (groups ?? []) as { hookCallbackIds?: string[] }[];
  return {
    subtype: 'hook_callback',
    // Before the handshake nothing is known of its hooks; ids count up from 0.
    callback_id: group?.hookCallbackIds?.[0] ?? (initialize ? 'hook_none' : 'hook_0'),
    tool_use_id: id,
    input: {
      session_id: '00000000-0000-4000-8000-000000000001',
      transcript_path: '/home/dev/transcript.jsonl',
      cwd: '/home/dev/project',
      hook_event_name: event,
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
      tool_use_id: id,
    },
  };
}
