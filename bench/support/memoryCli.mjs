import { hookIdIn, hookRequest, init, lifecycle, result, state, success } from './frames.mjs';

const lineOf = (frame) => `${JSON.stringify(frame)}\n`;

/**
 * An in-memory CLI for the option `port`. It keeps almost nothing, so the heap that is measured
 * belongs to the library. Calls `playTurn(cli, uuid)` for each user message. `ownIds`: each process
 * says the id of its conversation.
 */
export function memoryCli(playTurn = () => {}, { ownIds = false } = {}) {
  const start = ({ args }, listener) =>
    new MemoryCli(listener, playTurn, ownIds ? idIn(args) : undefined);
  return { start };
}

function idIn(args) {
  const [, id] = /(?:--session-id|--resume)[= ](\S+)/.exec(args.join(' ')) ?? [];
  return id;
}

class MemoryCli {
  #listener;
  #playTurn;
  #session;
  #hookId;
  #onAnswer;

  constructor(listener, playTurn, session) {
    this.#listener = listener;
    this.#session = session && { session_id: session };
    this.#playTurn = playTurn;
    queueMicrotask(() => listener.spawned(1));
  }

  send(...frames) {
    const own = this.#session;
    const lines = frames.map((frame) => lineOf(own ? { ...frame, ...own } : frame));
    this.sendBytes(Buffer.from(lines.join('')));
  }

  sendBytes(bytes) {
    this.#listener.stdout(bytes);
  }

  startTurn(uuid) {
    this.send(lifecycle(uuid, 'queued'), lifecycle(uuid, 'started'), state('running'), init());
  }

  finishTurn(uuid) {
    this.send(result('Done.', [uuid]), lifecycle(uuid, 'completed'), state('idle'));
  }

  /** Calls the hook; resolves when it is answered. */
  callHook(request_id, toolUseId) {
    return new Promise((resolve, reject) => {
      this.#onAnswer = ({ subtype, error }) =>
        subtype === 'success' ? resolve() : reject(new Error(error));
      this.send(hookRequest(request_id, this.#hookId, toolUseId));
    });
  }

  write(text, done) {
    queueMicrotask(() => {
      done();
      for (const line of text.split('\n')) if (line) this.#onFrame(JSON.parse(line));
    });
  }

  end() {
    setImmediate(() => {
      this.#listener.stdoutEnded();
      this.#listener.stderrEnded?.();
      this.#listener.exited({ code: 0, signal: null });
    });
  }

  kill() {}
  pauseOutput() {}
  resumeOutput() {}
  release() {}

  #onFrame(frame) {
    if (frame.type === 'user') this.#playTurn(this, frame.uuid);
    else if (frame.type === 'control_response') this.#onAnswer(frame.response);
    else if (frame.type === 'control_request') {
      const { request_id, request } = frame;
      this.#hookId ??= hookIdIn(request);
      this.send(success(request_id));
    }
  }
}
