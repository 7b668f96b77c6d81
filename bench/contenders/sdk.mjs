// An SDK with `query`: the official one and ours, by the very same program.
const proceed = async () => ({});

export function openWith({ query }) {
  return function open({ cli, env, options = {} }, { onMessage, onEnd }) {
    const hooks = { PreToolUse: [{ hooks: [proceed] }] };
    const all = { pathToClaudeCodeExecutable: cli, env, hooks, ...options };
    // A prompt that goes on keeps a session open; one that is a string is a single turn.
    const run = query({ prompt: oneMessage(), options: all });
    read(run, onMessage).finally(onEnd);
    return run;
  };
}

async function* oneMessage() {
  const message = { role: 'user', content: 'Go' };
  yield { type: 'user', message, parent_tool_use_id: null, session_id: '' };
}

async function read(run, onMessage) {
  for await (const message of run) onMessage(message);
}
