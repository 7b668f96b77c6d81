import type { MessageFrame } from '../../codec/frames.js';
import type { Warning } from '../../options/runtimeTypes.js';
import type { SessionKey } from '../../options/sessionStoreTypes.js';

/**
 * The message that tells readers of a session store that failed, as the official SDK writes it.
 * None for other warnings.
 */
export function mirrorErrorFrames({ code, context }: Warning): readonly MessageFrame[] {
  const { key, error } = context as { key?: SessionKey; error?: string };
  if (code !== 'SessionMirrorFailed' || !key) return [];
  const message = {
    type: 'system',
    subtype: 'mirror_error',
    error,
    key,
    uuid: crypto.randomUUID(),
    session_id: key.sessionId,
  };
  const frame = { kind: 'message', message, text: JSON.stringify(message) };
  return [frame as unknown as MessageFrame];
}
