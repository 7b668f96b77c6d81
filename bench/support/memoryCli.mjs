const sessionId = 'aaaaaaaa-0000-4000-8000-000000000000';
const lineOf = (frame) => `${JSON.stringify(frame)}\n`;

/**
 * For the option `port`: a CLI in memory that keeps next to nothing, so that what a heap holds is
 * the library's. `play` is called with it and the uuid of each message.
 */
export function memoryCli(play = () => {}) {
  return { start: (_command, listener) => new MemoryCli(listener, play) };
}

class MemoryCli {
  #listener;
  #play;
  #hookId;
  #answered;

  constructor(listener, play) {
    this.#listener = listener;
    this.#play = play;
    queueMicrotask(() => listener.spawned(1));
  }

  say(...frames) {
    this.sayBytes(Buffer.from(frames.map(lineOf).join('')));
  }

  sayBytes(bytes) {
    this.#listener.stdout(bytes);
  }

  begin(uuid) {
    this.say(lifecycle(uuid, 'queued'), lifecycle(uuid, 'started'), state('running'), {
      type: 'system',
      subtype: 'init',
      session_id: sessionId,
    });
  }

  finish(uuid) {
    const result = {
      type: 'result',
      subtype: 'success',
      is_error: false,
      duration_ms: 1,
      duration_api_ms: 1,
      num_turns: 1,
      result: 'Done.',
      session_id: sessionId,
      total_cost_usd: 0,
      usage: {},
      user_message_uuids: [uuid],
    };
    this.say(result, lifecycle(uuid, 'completed'), state('idle'));
  }

  /** Asks for a hook; resolves when it is answered. */
  ask(request_id, toolUseId) {
    const input = {
      session_id: sessionId,
      transcript_path: '/tmp/transcript.jsonl',
      cwd: '/tmp',
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
      tool_use_id: toolUseId,
    };
    const request = { subtype: 'hook_callback', callback_id: this.#hookId, input };
    return new Promise((resolve, reject) => {
      this.#answered = ({ subtype, error }) =>
        subtype === 'success' ? resolve() : reject(new Error(error));
      this.say({ type: 'control_request', request_id, request });
    });
  }

  write(text, done) {
    queueMicrotask(() => {
      done();
      for (const line of text.split('\n')) if (line) this.#take(JSON.parse(line));
    });
  }

  end() {
    setImmediate(() => {
      this.#listener.stdoutEnded();
      this.#listener.stderrEnded?.();
      this.#listener.exited({ code: 0, signal: null, orphansKilled: 0 });
    });
  }

  kill() {}
  pauseOutput() {}
  resumeOutput() {}
  release() {}

  #take(frame) {
    if (frame.type === 'user') this.#play(this, frame.uuid);
    else if (frame.type === 'control_response') this.#answered(frame.response);
    else if (frame.type === 'control_request') {
      const { request_id, request } = frame;
      this.#hookId ??= request.hooks?.PreToolUse?.[0]?.hookCallbackIds[0];
      const response = { commands: [], models: [], agents: [], account: {} };
      this.say({
        type: 'control_response',
        response: { subtype: 'success', request_id, response },
      });
    }
  }
}

function state(name) {
  return { type: 'system', subtype: 'session_state_changed', state: name, session_id: sessionId };
}

function lifecycle(command_uuid, name) {
  return { type: 'command_lifecycle', command_uuid, state: name, session_id: sessionId };
}
