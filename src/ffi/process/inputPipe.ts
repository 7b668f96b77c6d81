import type { Writable } from 'node:stream';
import type { ProcessHandle } from './Port.js';
import { writeFailed } from './writeFailed.js';

/** A child's stdin. Whatever becomes of the pipe is told to `done`, never raised. */
export function inputPipe(
  stdin: Writable | null | undefined,
  pid: number | undefined,
): Pick<ProcessHandle, 'write' | 'end'> {
  stdin?.on('error', () => {});
  return {
    write(line, done) {
      // A write after the end would destroy the pipe with what is still in it.
      if (!stdin?.writable) {
        process.nextTick(() => done(writeFailed(pid)));
        return;
      }
      stdin.write(line, (error) => {
        // Node calls a write that was cut off by `destroy` a success.
        if (error || stdin.destroyed) done(writeFailed(pid, error ?? undefined));
        else done();
      });
    },
    end() {
      if (stdin?.writable) stdin.end();
    },
  };
}
