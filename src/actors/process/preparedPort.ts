import { ClaudeActorsError } from '../../errors.js';
import { writeFailed } from '../../ffi/process/inputPipe.js';
import type { Command, Port, ProcessHandle } from '../../ffi/process/port.js';
import { startError } from './startError.js';

/** Gives the command that is really to be started; the signal says that it is not wanted any more. */
export type Prepare = (command: Command, signal: AbortSignal) => Promise<Command>;

/**
 * A port for a start that takes some preparation. To its owner that is a process that is slow to
 * start; one that is ended before it has started never is.
 */
export function preparedPort(port: Port, prepare: Prepare): Port {
  return {
    start(command, listener) {
      const unwanted = new AbortController();
      const { signal } = unwanted;
      let handle: ProcessHandle | undefined;
      let released = false;
      const givenUp = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(neverStarted()), { once: true });
      });
      Promise.race([prepare(command, signal), givenUp])
        .then((ready) => {
          if (signal.aborted) throw neverStarted();
          handle = port.start(ready, listener);
        })
        .catch((cause: unknown) => {
          if (!released) listener.failed(startError(cause));
        });
      return {
        write(line, done) {
          if (handle) handle.write(line, done);
          else queueMicrotask(() => done(writeFailed(undefined)));
        },
        end: () => (handle ? handle.end() : unwanted.abort()),
        kill: (sent) => (handle ? handle.kill(sent) : unwanted.abort()),
        pauseOutput: () => handle?.pauseOutput(),
        resumeOutput: () => handle?.resumeOutput(),
        release() {
          released = true;
          if (handle) handle.release();
          else unwanted.abort();
        },
      };
    },
  };
}

function neverStarted(): ClaudeActorsError {
  const message = 'The CLI was stopped before it had started. Start anew if it is still wanted.';
  return new ClaudeActorsError('Aborted', message, { stage: 'resume' });
}
