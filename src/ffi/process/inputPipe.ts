import type { Writable } from 'node:stream';
import type { ClaudeActorsError } from '../../errors.js';
import type { ProcessHandle } from './Port.js';
import { writeFailed } from './writeFailed.js';

type Done = (error?: ClaudeActorsError) => void;

/**
 * A child's stdin. Whatever becomes of the pipe is told to `done`, never raised. The first line of a
 * moment leaves at once, because somebody waits for it; those that follow in the same moment leave as
 * one write: each may wake the child up, and that costs more than the line.
 */
export function inputPipe(
  stdin: Writable | null | undefined,
  pid: number | undefined,
): Pick<ProcessHandle, 'write' | 'end'> {
  let isFirst = true;
  let thrown: unknown;
  let lines = '';
  let dones: Done[] | undefined;
  stdin?.on('error', () => {});

  const give = (text: string, done: Done) => {
    try {
      // A write after the end would destroy the pipe with what is still in it.
      if (thrown || !stdin?.writable) {
        process.nextTick(done, writeFailed(pid, thrown));
        return;
      }
      stdin.write(text, (error) => {
        // Node calls a write that was cut off by `destroy` a success.
        done(error || stdin.destroyed ? writeFailed(pid, error ?? undefined) : undefined);
      });
    } catch (cause) {
      // A stream of the user's own may throw; Node takes it to be writing for ever after.
      thrown = cause;
      process.nextTick(done, writeFailed(pid, cause));
    }
  };
  const flush = () => {
    isFirst = true;
    if (!dones) return;
    const [text, told] = [lines, dones];
    lines = '';
    dones = undefined;
    give(text, (error) => {
      for (const done of told) done(error);
    });
  };

  return {
    write(line, done) {
      if (isFirst) {
        isFirst = false;
        give(line, done);
        // After `done` of a pipe that has room: the lines that waited for it leave together too.
        process.nextTick(flush);
        return;
      }
      lines += line;
      if (dones) dones.push(done);
      else dones = [done];
    },
    end() {
      flush();
      if (stdin?.writable) stdin.end();
    },
  };
}
