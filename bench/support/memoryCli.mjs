import { hookIn, hookRequest, init, lifecycle, result, state, success } from './frames.mjs';

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
    this.say(lifecycle(uuid, 'queued'), lifecycle(uuid, 'started'), state('running'), init());
  }

  finish(uuid) {
    this.say(result('Done.', [uuid]), lifecycle(uuid, 'completed'), state('idle'));
  }

  /** Asks for a hook; resolves when it is answered. */
  ask(request_id, toolUseId) {
    return new Promise((resolve, reject) => {
      this.#answered = ({ subtype, error }) =>
        subtype === 'success' ? resolve() : reject(new Error(error));
      this.say(hookRequest(request_id, this.#hookId, toolUseId));
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
      this.#hookId ??= hookIn(request);
      this.say(success(request_id));
    }
  }
}
