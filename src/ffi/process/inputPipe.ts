import type { Writable } from 'node:stream';
import type { ClaudeActorsError } from '../../errors.js';
import type { ProcessHandle } from './Port.js';
import { writeFailed } from './writeFailed.js';

type Done = (error?: ClaudeActorsError) => void;

/**
 * A child's stdin. Whatever becomes of the pipe is told to `done`, never raised. Lines of one moment
 * leave as one write: each may wake the child up, and that costs more than the line.
 */
export function inputPipe(
  stdin: Writable | null | undefined,
  pid: number | undefined,
): Pick<ProcessHandle, 'write' | 'end'> {
  let lines = '';
  let dones: Done[] | undefined;
  stdin?.on('error', () => {});

  const flush = () => {
    if (!dones) return;
    const [text, told] = [lines, dones];
    lines = '';
    dones = undefined;
    const tell = (error?: ClaudeActorsError) => {
      for (const done of told) done(error);
    };
    // A write after the end would destroy the pipe with what is still in it.
    if (!stdin?.writable) {
      process.nextTick(tell, writeFailed(pid));
      return;
    }
    stdin.write(text, (error) => {
      // Node calls a write that was cut off by `destroy` a success.
      tell(error || stdin.destroyed ? writeFailed(pid, error ?? undefined) : undefined);
    });
  };

  return {
    write(line, done) {
      if (dones) {
        dones.push(done);
      } else {
        dones = [done];
        process.nextTick(flush);
      }
      lines += line;
    },
    end() {
      flush();
      if (stdin?.writable) stdin.end();
    },
  };
}
