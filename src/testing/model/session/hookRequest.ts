import { isObject } from '../../../codec/jsonObject.js';
import type { ScriptedProcess } from '../run/ScriptedProcess.js';

/** The first hook that the application registered; if it has none, one that does not exist. */
export function firstHook(process: ScriptedProcess): { callbackId: string; event: string } {
  const initialize = process.lines.find(({ request }) => request?.subtype === 'initialize');
  const hooks = initialize?.request?.hooks;
  const [first] = isObject(hooks) ? Object.entries(hooks) : [];
  const [event = 'PreToolUse', groups] = first ?? [];
  const [group] = (groups ?? []) as { hookCallbackIds?: string[] }[];
  // Before the handshake its hooks are unknown, but their ids count up from 0.
  const callbackId = group?.hookCallbackIds?.[0] ?? (initialize ? 'hook_none' : 'hook_0');
  return { callbackId, event };
}

/** The request by which the CLI calls a hook. */
export function hookRequest(
  { callbackId, event }: { callbackId: string; event: string },
  id: string,
): object {
  return {
    subtype: 'hook_callback',
    callback_id: callbackId,
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
