/** A contender that is an SDK with `query`: the official one and ours, by the very same program. */
export function openWith({ query }) {
  return function open({ cli, env, options }, { onMessage, onHook, onEnd }) {
    const hook = async () => {
      onHook?.();
      return {};
    };
    const hooks = { PreToolUse: [{ hooks: [hook] }] };
    const all = { pathToClaudeCodeExecutable: cli, env, hooks, ...options };
    // A prompt that is an iterable opens a session; one that is a string may be a single run.
    read(query({ prompt: oneMessage(), options: all }), onMessage).then(() => onEnd(), onEnd);
  };
}

async function* oneMessage() {
  const message = { role: 'user', content: 'Go' };
  yield { type: 'user', message, parent_tool_use_id: null, session_id: '' };
}

/** What `onMessage` returns is a reader's pause. */
async function read(run, onMessage) {
  for await (const message of run) {
    const pause = onMessage(message);
    if (pause) await pause;
  }
}
