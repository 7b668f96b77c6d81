/** A contender that is an SDK with `query`. Drives ours and the official one with the same code. */
export function openWithSdk({ query }) {
  return function open({ cli, env, options }, { onMessage, onHook, onEnd }) {
    const hook = async () => {
      onHook?.();
      return {};
    };
    const hooks = { PreToolUse: [{ hooks: [hook] }] };
    const all = { pathToClaudeCodeExecutable: cli, env, hooks, ...options };
    // An iterable prompt always opens a session; a string prompt may run as one shot.
    read(query({ prompt: oneMessage(), options: all }), onMessage).then(() => onEnd(), onEnd);
  };
}

async function* oneMessage() {
  const message = { role: 'user', content: 'Go' };
  yield { type: 'user', message, parent_tool_use_id: null, session_id: '' };
}

/** `onMessage` may return a promise that pauses the reader. */
async function read(run, onMessage) {
  for await (const message of run) {
    const pause = onMessage(message);
    if (pause) await pause;
  }
}
